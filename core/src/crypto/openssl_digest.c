/*
 * A context of one digest (openssl_digest.h), by the shortest way that OpenSSL 3 offers.
 *
 * EVP_DigestInit_ex2 and its companions call three functions of a provider. For a short name the
 * way there takes as long as the digest: OpenSSL 3.0 asks for engines, frees the context and
 * allocates it again. So we call the provider's functions directly (the provider from which
 * EVP_MD_fetch took the digest), on a context that is kept, as EVP keeps it in OpenSSL 3.5.
 *
 * If an engine replaces the digest, or the functions are not found, EVP is called.
 */
#include "../system/os.h"

#ifdef OS_OPENSSL
#include <string.h>

#include "openssl_digest.h"

_Static_assert(DIGEST_ROOM >= EVP_MAX_MD_SIZE, "there is room for every digest");

/* ---- by EVP ---- */

/* Whether an engine computes the digest: the context then has private data of a method that belongs
 * to no provider. (EVP_MD_CTX_get0_md returns the same in both cases.) */
static bool is_engine(const EVP_MD_CTX *context)
{
#if OPENSSL_VERSION_MAJOR < 4
    return libcrypto.EVP_MD_CTX_get0_md_data(context) != NULL;
#else
    (void)context;
    return false;
#endif
}

static void evp_free(void *context)
{
    libcrypto.EVP_MD_CTX_free(context);
}

static int evp_init(void *context, const OSSL_PARAM parameters[])
{
    return libcrypto.EVP_DigestInit_ex2(context, NULL, parameters);
}

static int evp_update(void *context, const unsigned char *data, size_t length)
{
    return libcrypto.EVP_DigestUpdate(context, data, length);
}

static int evp_final(void *context, unsigned char *out, size_t *length, size_t room)
{
    (void)length;
    (void)room;
    return libcrypto.EVP_DigestFinal_ex(context, out, NULL);
}

static size_t xof_length = 16;

static int evp_final_xof(void *context, unsigned char *out, size_t *length, size_t room)
{
    (void)length;
    (void)room;
    return libcrypto.EVP_DigestFinalXOF(context, out, xof_length);
}

/* ---- by the provider ---- */

/* The row of a provider's table that begins with this name; NULL unless there is exactly one. */
static const OSSL_ALGORITHM *find_row(const OSSL_ALGORITHM *row, const char *name)
{
    const size_t length = strlen(name);
    const OSSL_ALGORITHM *found = NULL;

    for (; row != NULL && row->algorithm_names != NULL; row++) {
        if (strncmp(row->algorithm_names, name, length) != 0 ||
            strchr(":", row->algorithm_names[length]) == NULL) /* or the end */
            continue;
        if (found != NULL)
            return NULL;
        found = row;
    }
    return found;
}

/* Takes the functions of the provider. Returns whether all are there. */
static bool take_functions(digest_context_t *of, const EVP_MD *md, const OSSL_PROVIDER *provider)
{
    int no_cache;
    const OSSL_ALGORITHM *table =
        libcrypto.OSSL_PROVIDER_query_operation(provider, OSSL_OP_DIGEST, &no_cache);
    const OSSL_ALGORITHM *row = find_row(table, libcrypto.EVP_MD_get0_name(md));
    const OSSL_DISPATCH *function = row != NULL ? row->implementation : NULL;

    for (; function != NULL && function->function_id != 0; function++)
        switch (function->function_id) {
        case OSSL_FUNC_DIGEST_NEWCTX:
            of->new_context = OSSL_FUNC_digest_newctx(function);
            break;
        case OSSL_FUNC_DIGEST_FREECTX:
            of->free_context = OSSL_FUNC_digest_freectx(function);
            break;
        case OSSL_FUNC_DIGEST_INIT:
            of->init = OSSL_FUNC_digest_init(function);
            break;
        case OSSL_FUNC_DIGEST_UPDATE:
            of->update = OSSL_FUNC_digest_update(function);
            break;
        case OSSL_FUNC_DIGEST_FINAL:
            of->final = OSSL_FUNC_digest_final(function);
            break;
        }
    libcrypto.OSSL_PROVIDER_unquery_operation(provider, OSSL_OP_DIGEST, table);
    return of->new_context != NULL && of->free_context != NULL && of->init != NULL &&
           of->update != NULL && of->final != NULL;
}

/* ---- either ---- */

INTERNAL uuid9562_status_t digest_open(digest_context_t *context, const EVP_MD *md)
{
    /* A digest of variable length must be given its length. */
    static const OSSL_PARAM xof_parameters[] = {
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_XOFLEN, &xof_length), OSSL_PARAM_END};
    const OSSL_PROVIDER *provider = libcrypto.EVP_MD_get0_provider(md);
    const bool is_xof = (libcrypto.EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF) != 0;
    digest_context_t of_provider = {.parameters = is_xof ? xof_parameters : NULL};
    EVP_MD_CTX *evp = libcrypto.EVP_MD_CTX_new();

    if (evp == NULL)
        return UUID9562_ERR_MEMORY;
    if (!libcrypto.EVP_DigestInit_ex2(evp, md, NULL)) {
        libcrypto.EVP_MD_CTX_free(evp);
        return UUID9562_ERR_DIGEST_POLICY;
    }
    if (!is_engine(evp) && take_functions(&of_provider, md, provider)) {
        libcrypto.EVP_MD_CTX_free(evp);
        of_provider.context =
            of_provider.new_context(libcrypto.OSSL_PROVIDER_get0_provider_ctx(provider));
        *context = of_provider;
    } else
        *context = (digest_context_t){.context = evp,
                                      .free_context = evp_free,
                                      .init = evp_init,
                                      .update = evp_update,
                                      .final = is_xof ? evp_final_xof : evp_final};
    return context->context != NULL ? UUID9562_OK : UUID9562_ERR_MEMORY;
}

INTERNAL void digest_close(digest_context_t *context)
{
    if (context->context != NULL)
        context->free_context(context->context);
}

static bool update(const digest_context_t *of, const void *data, size_t length)
{
    return length == 0 || of->update(of->context, data, length);
}

INTERNAL bool digest_run(const digest_context_t *context, uint8_t out[DIGEST_ROOM],
                         const void *head, size_t head_length, const void *tail, size_t tail_length)
{
    size_t length;

    return context->init(context->context, context->parameters) &&
           update(context, head, head_length) && update(context, tail, tail_length) &&
           context->final(context->context, out, &length, DIGEST_ROOM);
}

#endif
