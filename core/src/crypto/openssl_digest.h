/*
 * A context of one digest, for one thread: opened once, used for any number of digests.
 */
#ifndef UUID9562_OPENSSL_DIGEST_H
#define UUID9562_OPENSSL_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../include/uuid9562.h"
#include "../compiler.h"
#include "digests.h"
#include "libcrypto.h"

/* All zero until it is opened. The functions are those of provider-digest(7). */
typedef struct digest_context {
    void *context;
    const OSSL_PARAM *parameters;
    OSSL_FUNC_digest_newctx_fn *new_context;
    OSSL_FUNC_digest_freectx_fn *free_context;
    OSSL_FUNC_digest_init_fn *init;
    OSSL_FUNC_digest_update_fn *update;
    OSSL_FUNC_digest_final_fn *final;
} digest_context_t;

/* Opens a context for what EVP_MD_fetch found. Errors: DIGEST_POLICY, MEMORY */
INTERNAL uuid9562_status_t digest_open(digest_context_t *context, const EVP_MD *md);
INTERNAL void digest_close(digest_context_t *context);

/* The digest of two pieces of data, one after the other: at least its first 16 bytes. Returns false
 * if OpenSSL fails. */
INTERNAL bool digest_run(const digest_context_t *context, uint8_t out[DIGEST_ROOM],
                         const void *head, size_t head_length, const void *tail,
                         size_t tail_length);

#endif
