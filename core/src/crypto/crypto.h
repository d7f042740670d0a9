/*
 * Digests, and the stream cipher that generates random bytes: by OpenSSL 3 or later (openssl.c).
 * Without OpenSSL, digests are those of Windows (windows.c) or three of our own (own_digests.c),
 * and there is no cipher (no_cipher.c).
 */
#ifndef UUID9562_CRYPTO_H
#define UUID9562_CRYPTO_H

#include <stddef.h>
#include <stdint.h>

#include "../../include/uuid9562.h"
#include "../compiler.h"
#include "digests.h"

/* The digest of two pieces of data, one after the other: at least its first 16 bytes.
 * Errors: DIGEST_POLICY, MEMORY, OPENSSL */
INTERNAL uuid9562_status_t crypto_digest(uint8_t out[DIGEST_ROOM], uuid9562_digest_t digest,
                                         const void *head, size_t head_length, const void *tail,
                                         size_t tail_length);

/* AES-256 in counter mode, for one thread. Returns NULL if it is not available: random bytes then
 * come from the system. */
enum { STREAM_CIPHER_SEED = 48 }; /* bytes: the key, then the counter's first value */
typedef struct evp_cipher_ctx_st stream_cipher_t;
INTERNAL stream_cipher_t *crypto_stream_new(void);
INTERNAL void crypto_stream_free(stream_cipher_t *stream);

/* crypto_stream_seed sets a new key; crypto_stream_next generates the next bytes of the stream;
 * crypto_stream_forget overwrites the key and the rest of the stream. All return 0, or -1 on
 * an error. */
INTERNAL int crypto_stream_seed(stream_cipher_t *stream, const uint8_t seed[STREAM_CIPHER_SEED]);
INTERNAL int crypto_stream_next(stream_cipher_t *stream, uint8_t *out, size_t count);
INTERNAL int crypto_stream_forget(stream_cipher_t *stream);

#endif
