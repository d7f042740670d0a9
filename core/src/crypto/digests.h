/*
 * The digests that names are hashed with (RFC 9562 sections 5.3, 5.5 and B.2): by OpenSSL where the
 * system has it (openssl.c), or by ourselves (own_digests.c), which is always compiled in.
 */
#ifndef UUID9562_DIGESTS_H
#define UUID9562_DIGESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../../include/uuid9562.h"
#include "../compiler.h"

/* X(name, value, OpenSSL's name, our own), in the order of the values. The last is: bytes of
 * a word; whether its first byte is the least significant one; portable mix; start. */
#define DIGESTS(X)                                                                                 \
    X(sha256, UUID9562_SHA256, "SHA2-256", 4, false, mix_sha256, .of32 = {SQUARE_ROOTS(HALF)})     \
    X(md5, UUID9562_MD5, "MD5", 4, true, mix_md5, .of32 = {MD5_START})                             \
    X(sha1, UUID9562_SHA1, "SHA1", 4, false, mix_sha1, .of32 = {MD5_START, 0xc3d2e1f0})            \
    X(sha384, UUID9562_SHA384, "SHA2-384", 8, false, mix_sha512, .of64 = {LATER_SQUARE_ROOTS})     \
    X(sha512, UUID9562_SHA512, "SHA2-512", 8, false, mix_sha512, .of64 = {SQUARE_ROOTS(WHOLE)})

enum { DIGEST_COUNT = UUID9562_SHA512 + 1 };
enum { DIGEST_ROOM = 64 }; /* bytes for each of them */

/* The digest of two pieces of data, one after the other: at least its first 16 bytes.
 * Errors: DIGEST_POLICY, MEMORY */
INTERNAL uuid9562_status_t crypto_digest(uint8_t out[DIGEST_ROOM], uuid9562_digest_t digest,
                                         const void *head, size_t head_length, const void *tail,
                                         size_t tail_length);

/* ---- our own ---- */

/* The same by ourselves: its first 16 bytes. */
INTERNAL void own_digest(uint8_t out[DIGEST_ROOM], uuid9562_digest_t digest, const void *head,
                         size_t head_length, const void *tail, size_t tail_length);

/* A block is 16 words, which change a state of at most 8 words. */
enum { DIGEST_BLOCK_MAX = 128 };
typedef union digest_state {
    uint32_t of32[8];
    uint64_t of64[8];
} digest_state_t;
typedef void digest_mix_t(digest_state_t *state, const uint8_t *block);
INTERNAL digest_mix_t mix_md5, mix_sha1, mix_sha256, mix_sha512;

/* The words of a block. */
static ALWAYS_INLINE void digest_words(uint32_t words[16], const uint8_t *block, bool is_little)
{
    memcpy(words, block, 64);
    for (int i = 0; i < 16 && is_little != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__); i++)
        words[i] = __builtin_bswap32(words[i]);
}

static ALWAYS_INLINE uint32_t rotate_left(uint32_t value, unsigned bits) /* 1 to 31 */
{
    return value << bits | value >> (32 - bits);
}

/* The first 64 bits of the fractional parts of the cube roots of the first 80 primes (FIPS 180-4
 * section 4.2.3). */
INTERNAL const uint64_t sha2_roots[80];

/* Mixes by the instructions of one kind of processor, as of hex.h: NULL for a digest that has
 * none. */
typedef struct digest_variant {
    const char *name;
    bool (*is_supported)(void); /* by this processor; NULL for any */
    digest_mix_t *mixes[DIGEST_COUNT];
} digest_variant_t;

/* One const struct per variant, unless smaller is better, where the compiler knows the
 * instructions: clang 16 is the first to offer those of ARMv8 to a part of a program. */
#if defined __OPTIMIZE_SIZE__
#elif defined __x86_64__ && __has_include(<immintrin.h>)
#define DIGEST_SHA_NI
INTERNAL const digest_variant_t digest_sha_ni;
#elif defined __aarch64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ &&                          \
    (!defined __clang__ || __clang_major__ >= 16 || defined __ARM_FEATURE_SHA2)
#define DIGEST_ARMV8
INTERNAL const digest_variant_t digest_armv8;
#endif

#endif
