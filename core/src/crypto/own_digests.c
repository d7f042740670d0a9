/*
 * Digests by ourselves (digests.h): the frame of the five. The data fills blocks; after it come a
 * bit, zeros, and in the last two words of a block the number of bits. md5.c, sha1.c and sha2.c
 * have the portable mixes, in place of which those of a processor are chosen once, as in
 * hex_dispatch.c.
 */
#include "digests.h"

#include <stdatomic.h>
#include <string.h>

#include "../bits/layout.h"
#include "../system/os.h"

/* The first 64 bits of the fractional parts of the square roots of primes: the first 8, of which
 * SHA-256 takes half, and the next 8. */
#define SQUARE_ROOTS(X)                                                                            \
    X(0x6a09e667f3bcc908), X(0xbb67ae8584caa73b), X(0x3c6ef372fe94f82b), X(0xa54ff53a5f1d36f1),    \
        X(0x510e527fade682d1), X(0x9b05688c2b3e6c1f), X(0x1f83d9abfb41bd6b), X(0x5be0cd19137e2179)
#define LATER_SQUARE_ROOTS                                                                         \
    0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,                \
        0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4
#define HALF(root)  (root) >> 32
#define WHOLE(root) root
#define MD5_START   0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476

static const struct digest_row {
    size_t block; /* bytes */
    bool is_little;
    digest_mix_t *mix;
    digest_state_t start;
} digest_rows[DIGEST_COUNT] = {
#define OWN_ROW(name, value, openssl_name, word, is_little, mix, ...)                              \
    [value] = {16 * word, is_little, mix, {__VA_ARGS__}},
    DIGESTS(OWN_ROW)
#undef OWN_ROW
};

/* ---- the choice ---- */

static const digest_variant_t digest_portable = {.name = "portable"};

/* The fastest first. */
static const digest_variant_t *const digest_variants[] = {
#ifdef DIGEST_SHA_NI
    &digest_sha_ni,
#endif
#ifdef DIGEST_ARMV8
    &digest_armv8,
#endif
    &digest_portable,
};

static const digest_variant_t *_Atomic digest_chosen;

static NEVER_INLINE const digest_variant_t *choose_digests(void)
{
    const digest_variant_t *const *variant = digest_variants;

    while ((*variant)->is_supported != NULL && !(*variant)->is_supported())
        variant++;
    atomic_store_explicit(&digest_chosen, *variant, memory_order_relaxed);
    return *variant;
}

/* ---- the frame ---- */

typedef struct digest_run {
    const struct digest_row *row;
    digest_mix_t *mix;
    digest_state_t state;
    uint64_t length; /* in bytes, so far */
    uint8_t block[DIGEST_BLOCK_MAX];
} digest_run_t;

static void add_bytes(digest_run_t *run, const uint8_t *bytes, size_t length)
{
    const size_t size = run->row->block;

    while (length > 0) {
        const size_t at = (size_t)run->length % size, left = size - at;
        const size_t part = length < left ? length : left;

        memcpy(run->block + at, bytes, part);
        if (part == left)
            run->mix(&run->state, run->block);
        run->length += part;
        bytes += part;
        length -= part;
    }
}

static void add_end(digest_run_t *run)
{
    const size_t size = run->row->block, length_at = size - size / 8;
    const uint64_t bits = run->length * 8;
    size_t at = (size_t)run->length % size;

    run->block[at++] = 0x80;
    memset(run->block + at, 0, size - at);
    if (at > length_at) {
        run->mix(&run->state, run->block);
        memset(run->block, 0, size);
    }
    layout_write64(run->block + size - 8, run->row->is_little ? __builtin_bswap64(bits) : bits);
    run->mix(&run->state, run->block);
}

/* Half of the result. */
static uint64_t own_result(const digest_run_t *run, int half)
{
    const uint32_t *words = run->state.of32 + 2 * half;

    if (run->row->block == DIGEST_BLOCK_MAX)
        return run->state.of64[half];
    return run->row->is_little ? __builtin_bswap64((uint64_t)words[1] << 32 | words[0])
                               : (uint64_t)words[0] << 32 | words[1];
}

INTERNAL void own_digest(uint8_t out[DIGEST_ROOM], uuid9562_digest_t digest, const void *head,
                         size_t head_length, const void *tail, size_t tail_length)
{
    const digest_variant_t *variant = atomic_load_explicit(&digest_chosen, memory_order_relaxed);
    digest_run_t run;

    if (variant == NULL)
        variant = choose_digests();
    run.row = &digest_rows[digest];
    run.mix = variant->mixes[digest] != NULL ? variant->mixes[digest] : run.row->mix;
    run.state = run.row->start;
    run.length = 0;
    add_bytes(&run, head, head_length);
    add_bytes(&run, tail, tail_length);
    add_end(&run);
    layout_write64(out, own_result(&run, 0));
    layout_write64(out + 8, own_result(&run, 1));
}

#ifndef OS_OPENSSL
INTERNAL uuid9562_status_t crypto_digest(uint8_t out[DIGEST_ROOM], uuid9562_digest_t digest,
                                         const void *head, size_t head_length, const void *tail,
                                         size_t tail_length)
{
#ifdef UUID9562_OMIT_DIGESTS
    (void)out, (void)digest, (void)head, (void)head_length, (void)tail, (void)tail_length;
    return UUID9562_ERR_DIGEST_POLICY;
#else
    own_digest(out, digest, head, head_length, tail, tail_length);
    return UUID9562_OK;
#endif
}
#endif
