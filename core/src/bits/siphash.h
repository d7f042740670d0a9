/*
 * SipHash-2-4: a pseudo-random function of a message, with a key of 128 bits and a result of 64
 * (Aumasson and Bernstein, "SipHash: a fast short-input PRF", INDOCRYPT 2012).
 *
 * Key and message are passed as numbers, the least significant byte first, as the reference
 * implementation reads them: the key as two words of 64 bits; the message as whole words, and then
 * the fewer than 8 bytes that are left. No branch and no address depends on them.
 */
#ifndef UUID9562_SIPHASH_H
#define UUID9562_SIPHASH_H

#include <stdint.h>

#include "../compiler.h"

typedef struct siphash {
    uint64_t v0, v1, v2, v3;
} siphash_t;

static ALWAYS_INLINE uint64_t siphash_rotate(uint64_t value, int bits)
{
    return value << bits | value >> (64 - bits);
}

static ALWAYS_INLINE void siphash_rounds(siphash_t *s, int count)
{
    for (int i = 0; i < count; i++) {
        s->v0 += s->v1;
        s->v2 += s->v3;
        s->v1 = siphash_rotate(s->v1, 13) ^ s->v0;
        s->v3 = siphash_rotate(s->v3, 16) ^ s->v2;
        s->v0 = siphash_rotate(s->v0, 32) + s->v3;
        s->v2 += s->v1;
        s->v1 = siphash_rotate(s->v1, 17) ^ s->v2;
        s->v3 = siphash_rotate(s->v3, 21) ^ s->v0;
        s->v2 = siphash_rotate(s->v2, 32);
    }
}

static ALWAYS_INLINE siphash_t siphash_start(uint64_t k0, uint64_t k1)
{
    return (siphash_t){
        k0 ^ UINT64_C(0x736f6d6570736575),
        k1 ^ UINT64_C(0x646f72616e646f6d),
        k0 ^ UINT64_C(0x6c7967656e657261),
        k1 ^ UINT64_C(0x7465646279746573),
    };
}

static ALWAYS_INLINE void siphash_word(siphash_t *s, uint64_t word)
{
    s->v3 ^= word;
    siphash_rounds(s, 2);
    s->v0 ^= word;
}

/* The hash of the words and `rest`, a number of length % 8 bytes, where `length` is that of the
 * whole message in bytes. */
static ALWAYS_INLINE uint64_t siphash_end(siphash_t *s, uint64_t rest, uint64_t length)
{
    siphash_word(s, length << 56 | rest);
    s->v2 ^= 0xff;
    siphash_rounds(s, 4);
    return s->v0 ^ s->v1 ^ s->v2 ^ s->v3;
}

#endif
