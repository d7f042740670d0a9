/*
 * Digests: by OpenSSL 3 or later (openssl.c); without it those of Windows (windows.c) or three of
 * our own (own_digests.c).
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

#endif
