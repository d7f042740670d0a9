/*
 * v1_to_v6 and v6_to_v1 undo each other, refuse every other version, and keep the timestamp, the
 * clock sequence and the node: for every value of 128 bits.
 */
#include "../prove.h"

#include "../../../../core/src/bits/layout.c"

static bool has_fields_of(const uuid9562_t *uuid, const uuid9562_t *other)
{
    uint64_t a[3], b[3];

    return uuid9562_get_timestamp_ticks(&a[0], uuid) &&
           uuid9562_get_timestamp_ticks(&b[0], other) && uuid9562_get_clock_seq(&a[1], uuid) &&
           uuid9562_get_clock_seq(&b[1], other) && uuid9562_get_node(&a[2], uuid) &&
           uuid9562_get_node(&b[2], other) && a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

int main(void)
{
    const uuid9562_t u = nondet_uuid(), untouched = nondet_uuid();
    const int version = uuid9562_get_version(&u);
    uuid9562_t v6 = untouched, v1 = untouched, back = untouched;
    const uuid9562_status_t to_v6 = uuid9562_v1_to_v6(&v6, &u), to_v1 = uuid9562_v6_to_v1(&v1, &u);

    prove((to_v6 == UUID9562_OK) == (version == 1));
    prove((to_v1 == UUID9562_OK) == (version == 6));
    if (to_v6 == UUID9562_OK) {
        prove(uuid9562_get_version(&v6) == 6);
        prove(has_fields_of(&v6, &u));
        prove(uuid9562_v6_to_v1(&back, &v6) == UUID9562_OK && same_uuid(back, u));
    } else {
        prove(to_v6 == UUID9562_ERR_NOT_V1 && same_uuid(v6, untouched));
    }
    if (to_v1 == UUID9562_OK) {
        prove(uuid9562_get_version(&v1) == 1);
        prove(has_fields_of(&v1, &u));
        prove(uuid9562_v1_to_v6(&back, &v1) == UUID9562_OK && same_uuid(back, u));
    } else {
        prove(to_v1 == UUID9562_ERR_NOT_V6 && same_uuid(v1, untouched));
    }
    return 0;
}
