/*
 * The stream cipher that random bytes come from: AES-256 in counter mode (FIPS 197, SP 800-38A)
 * where the processor has instructions for it, ChaCha20 (RFC 8439) elsewhere. It allocates nothing,
 * waits for nothing and cannot fail.
 *
 * The variants differ in speed and in their bytes; nothing may depend on which one runs.
 *
 * What must hold: no branch and no address depends on the key or on the stream. Afterwards neither
 * the key, nor what was expanded from it, nor a byte of the stream is left in a vector register, in
 * the stack below the caller, or in `work`. (The frame of a signal handler that comes meanwhile
 * holds the registers.)
 */
#ifndef UUID9562_STREAM_H
#define UUID9562_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../compiler.h"
#include "../system/os.h"

enum {
    STREAM_KEY = 32,       /* bytes */
    STREAM_SCHEDULE = 240, /* what a variant expands a key to, at most */
    STREAM_BATCH = 256     /* what a variant generates at a time, at most */
};

/* Where the secrets of a call lie meanwhile. */
typedef struct stream_work {
    _Alignas(32) uint8_t schedule[STREAM_SCHEDULE + 16];
    uint8_t tail[STREAM_BATCH];
} stream_work_t;

/* Generates `count` bytes from the key and the nonce: the same two are for one call. `out` may
 * overlap the key. */
INTERNAL void crypto_stream(uint8_t *out, size_t count, const uint8_t key[STREAM_KEY],
                            uint64_t nonce, stream_work_t *work);

/* One way to do it. `generate` makes whole batches, from the one of number `first` on, and then
 * clears the vector registers. A call has less than 2^32 blocks. */
typedef struct stream_variant {
    const char *name;
    bool (*is_supported)(void);
    size_t batch; /* bytes; a divisor of STREAM_BATCH */
    void (*expand)(uint8_t *schedule, const uint8_t key[STREAM_KEY]);
    void (*generate)(uint8_t *out, size_t batches, const uint8_t *schedule, uint64_t nonce,
                     uint64_t first);
} stream_variant_t;

#ifndef OS_UNBUFFERED
#if defined __x86_64__
INTERNAL const stream_variant_t stream_vaes, stream_aes;
#endif
#if defined __aarch64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
INTERNAL const stream_variant_t stream_aes_arm;
#endif
INTERNAL const stream_variant_t stream_chacha20;
#endif

#endif
