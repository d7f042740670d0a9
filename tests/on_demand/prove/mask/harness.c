/*
 * unmask undoes mask and mask undoes unmask, by both methods, for every UUID and every key; version
 * and variant are right; what has the wrong version, or an unknown method, is refused unchanged.
 *
 * SipHash is here any function of the key and the message: so the proof is of the masks' structure,
 * whatever hash is in it. That the hash is SipHash, the published vectors show.
 */
#include "../prove.h"

#define UUID9562_SIPHASH_H /* instead of siphash.h: */
typedef struct siphash {
    uint64_t v0, v1, v2, v3;
} siphash_t;

#ifdef __CPROVER__
uint64_t __CPROVER_uninterpreted_hash(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
#define ANY_HASH __CPROVER_uninterpreted_hash
#else
uint64_t ANY_HASH(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
#endif

/* Every message has one whole word. */
static siphash_t siphash_start(uint64_t k0, uint64_t k1)
{
    return (siphash_t){k0, k1, 0, 0};
}

static void siphash_word(siphash_t *s, uint64_t word)
{
    prove(s->v3 == 0);
    s->v2 = word;
    s->v3 = 1;
}

static uint64_t siphash_end(siphash_t *s, uint64_t rest, uint64_t length)
{
    return ANY_HASH(s->v0, s->v1, s->v2, rest, length);
}

#include "../../../../core/src/bits/layout.c"
#include "../../../../core/src/bits/mask.c"

#ifndef CASE
#define CASE UUID9562_MASK_WIDE
#endif

int main(void)
{
    const uuid9562_t u = nondet_uuid(), key = nondet_uuid();
    uuid9562_t there = u, back = u;

    if (uuid9562_mask(&there, &u, key.bytes, CASE) == UUID9562_OK) {
        prove(uuid9562_get_version(&u) == 7 && uuid9562_get_version(&there) == 4);
        prove(uuid9562_unmask(&back, &there, key.bytes, CASE) == UUID9562_OK);
        prove(same_uuid(back, u));
    } else {
        prove(uuid9562_get_version(&u) != 7 && same_uuid(there, u));
    }
    if (uuid9562_unmask(&there, &u, key.bytes, CASE) == UUID9562_OK) {
        prove(uuid9562_get_version(&u) == 4 && uuid9562_get_version(&there) == 7);
        prove(uuid9562_mask(&back, &there, key.bytes, CASE) == UUID9562_OK);
        prove(same_uuid(back, u));
    } else {
        prove(uuid9562_get_version(&u) != 4);
    }
    return 0;
}
