/*
 * No stream cipher (crypto.h): random bytes come from the system. Windows has none that would be
 * faster than its random generator.
 */
#include "../system/os.h"

#ifndef OS_OPENSSL
#include <stddef.h>

#include "crypto.h"

INTERNAL stream_cipher_t *crypto_stream_new(void)
{
    return NULL;
}

INTERNAL void crypto_stream_free(stream_cipher_t *stream)
{
    (void)stream;
}

INTERNAL int crypto_stream_seed(stream_cipher_t *stream, const uint8_t seed[STREAM_CIPHER_SEED])
{
    (void)stream;
    (void)seed;
    return -1;
}

INTERNAL int crypto_stream_next(stream_cipher_t *stream, uint8_t *out, size_t count)
{
    (void)stream;
    (void)out;
    (void)count;
    return -1;
}

INTERNAL int crypto_stream_forget(stream_cipher_t *stream)
{
    (void)stream;
    return -1;
}

#endif
