/*
 * Weak randomness of versions 4 and 7:
 *   - Fixed: some random bits are the same in all. Version 4: any of the 122, over MIN_DISTINCT
 *     UUIDs. Version 7: any of the last 48, which fractions and counters do not use, over as many
 *     milliseconds, because some libraries draw once in each. One honest column in 2^99 / 122 has
 *     such a bit. Distinct hashes are counted, at most as many as distinct keys.
 *   - Counted: more than half of MIN_DISTINCT neighbours (in version 7: of one millisecond) have
 *     the last 8 bytes of the previous key plus less than 2^16, as one honest pair in 2^48. RFC
 *     9562 section 6.2 allows it (method 2, monotonic ULIDs), but such a neighbour can be guessed.
 */
#include "origins.h"

#include <string.h>

enum { MIN_DISTINCT = 100, MS_BYTES = 6 };

INTERNAL bool note_randomness(randomness_t *random, bool timed, const uuid9562_t *uuid)
{
    const uuid9562_t last = random->distinct > 0 ? random->last : *uuid;
    uint32_t hash = 2166136261;

    for (size_t i = 0; i < sizeof uuid->bytes; i++) {
        random->differing[i] |= uuid->bytes[i] ^ last.bytes[i];
        if (!timed || i < MS_BYTES)
            hash = (hash ^ uuid->bytes[i]) * 16777619;
    }
    random->distinct += !random->seen[hash % DISTINCT_SLOTS];
    random->seen[hash % DISTINCT_SLOTS] = true;
    random->last = *uuid;
    if (timed && memcmp(&last, uuid, MS_BYTES) != 0)
        return false;
    random->pairs++;
    return memcmp(last.bytes + 8, uuid->bytes + 8, 6) == 0 &&
           memcmp(last.bytes + 14, uuid->bytes + 14, 2) < 0;
}

INTERNAL bool has_fixed_bits(const randomness_t *random, bool timed, int fixed[2])
{
    static const uint8_t fields[16] = {[6] = 0xF0, [8] = 0xC0}; /* version and variant */

    for (int i = timed ? 10 : 0; i < 16; i++)
        fixed[i / 8] += 8 - __builtin_popcount(random->differing[i] | fields[i]);
    return random->distinct >= MIN_DISTINCT && fixed[0] + fixed[1] > 0;
}

INTERNAL bool counts_up(const randomness_t *random, int64_t counted)
{
    return random->pairs >= MIN_DISTINCT && 2 * counted > random->pairs;
}
