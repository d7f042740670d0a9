/*
 * Masks: a version 7 UUID to one that looks like version 4 and back, by a key.
 * docs/internals/masks.md says why they are what they are, docs/security.md what they do not do.
 *
 * No branch and no address depends on the key or the UUID's bits, but for those of its version.
 */
#include "mask.h"

#ifdef UUID9562_OMIT_MASK

uuid9562_status_t uuid9562_find_mask_method(uuid9562_mask_method_t *method, const char *name,
                                            size_t length)
{
    (void)method, (void)name, (void)length;
    return UUID9562_ERR_MASK_METHOD;
}

uuid9562_status_t uuid9562_mask(uuid9562_t *out, const uuid9562_t *uuid,
                                const uint8_t key[UUID9562_MASK_KEY_LENGTH],
                                uuid9562_mask_method_t method)
{
    (void)out, (void)uuid, (void)key, (void)method;
    return UUID9562_ERR_MASK_METHOD;
}

uuid9562_status_t uuid9562_unmask(uuid9562_t *out, const uuid9562_t *uuid,
                                  const uint8_t key[UUID9562_MASK_KEY_LENGTH],
                                  uuid9562_mask_method_t method)
{
    return uuid9562_mask(out, uuid, key, method);
}

#else

#include "layout.h"
#include "siphash.h"
#include "../wipe.h"

/* ---- wide: all free bits ---- */

/* A word of the message holds the number of the round above a half of 61 bits. */
enum { MASK_ROUNDS = 8, MASK_HALF_BITS = 61 };

/* A balanced Feistel network over two halves of `bits` bits, at most MASK_HALF_BITS. With the
 * halves exchanged and the rounds in reverse it is its own inverse. */
static ALWAYS_INLINE halves_t mask_network(halves_t halves, unsigned bits, const siphash_t *keyed,
                                           bool back)
{
    const uint64_t most = ~UINT64_C(0) >> (64 - bits);
    uint64_t left = back ? halves.lo : halves.hi, right = back ? halves.hi : halves.lo;

    for (unsigned i = 0; i < MASK_ROUNDS; i++) {
        const uint64_t round = back ? MASK_ROUNDS - 1 - i : i;
        siphash_t s;
        uint64_t mixed;

        __asm__ volatile("" : : : "memory"); /* so no copy of the key stays on the stack */
        s = *keyed;
        siphash_word(&s, round << MASK_HALF_BITS | right);
        mixed = left ^ (siphash_end(&s, 0, 8) & most);
        left = right;
        right = mixed;
    }
    return back ? (halves_t){right, left} : (halves_t){left, right};
}

static halves_t mask_wide(halves_t uuid, const siphash_t *keyed, bool back)
{
    return layout_from_free(mask_network(layout_to_free(uuid), MASK_HALF_BITS, keyed, back));
}

/* ---- v47: the time alone, as UUIDv47 does ---- */

/* The message is rand_a in 2 bytes and rand_b in 8, the most significant first. */
static halves_t mask_v47(halves_t uuid, const siphash_t *keyed, bool back)
{
    const uint64_t rand_a = uuid.hi & 0x0fff, rand_b = uuid.lo & UUID9562_CUSTOM_C_MAX;
    siphash_t s = *keyed;

    (void)back; /* the same both ways */
    siphash_word(&s, __builtin_bswap64(rand_a << 48 | rand_b >> 16));
    uuid.hi ^= siphash_end(&s, __builtin_bswap16((uint16_t)rand_b), 10) << 16;
    return uuid;
}

/* ---- the public functions ---- */

static ALWAYS_INLINE siphash_t start_with_key(const uint8_t key[UUID9562_MASK_KEY_LENGTH])
{
    return siphash_start(__builtin_bswap64(layout_read64(key)),
                         __builtin_bswap64(layout_read64(key + 8)));
}

typedef halves_t mask_method_t(halves_t uuid, const siphash_t *keyed, bool back);

uuid9562_status_t uuid9562_find_mask_method(uuid9562_mask_method_t *method, const char *name,
                                            size_t length)
{
    if (name == NULL) {
        *method = UUID9562_MASK_WIDE;
        return UUID9562_OK;
    }
#define MASK_FOUND(known, value, function)                                                         \
    if (length == sizeof #known - 1 && memcmp(name, #known, sizeof #known - 1) == 0) {             \
        *method = value;                                                                           \
        return UUID9562_OK;                                                                        \
    }
    MASK_METHODS(MASK_FOUND)
#undef MASK_FOUND
    return UUID9562_ERR_MASK_METHOD;
}

#define MASK_ROW(name, value, function) [value] = function,
static mask_method_t *const mask_functions[] = {MASK_METHODS(MASK_ROW)};
#undef MASK_ROW

static ALWAYS_INLINE uuid9562_status_t mask_or_unmask(uuid9562_t *out, const uuid9562_t *uuid,
                                                      const uint8_t *key,
                                                      uuid9562_mask_method_t method, bool back)
{
    siphash_t keyed;

    if (uuid9562_get_version(uuid) != (back ? 4 : 7))
        return back ? UUID9562_ERR_NOT_V4 : UUID9562_ERR_NOT_V7;
    if ((unsigned)method >= sizeof mask_functions / sizeof *mask_functions)
        return UUID9562_ERR_MASK_METHOD;

    keyed = start_with_key(key);
    layout_store(out, layout_set_version_and_variant(
                          mask_functions[method](layout_load(uuid), &keyed, back), back ? 7 : 4));
    wipe(&keyed, sizeof keyed);
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_mask(uuid9562_t *out, const uuid9562_t *uuid,
                                const uint8_t key[UUID9562_MASK_KEY_LENGTH],
                                uuid9562_mask_method_t method)
{
    return mask_or_unmask(out, uuid, key, method, false);
}

uuid9562_status_t uuid9562_unmask(uuid9562_t *out, const uuid9562_t *uuid,
                                  const uint8_t key[UUID9562_MASK_KEY_LENGTH],
                                  uuid9562_mask_method_t method)
{
    return mask_or_unmask(out, uuid, key, method, true);
}

#endif
