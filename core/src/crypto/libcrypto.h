/*
 * OpenSSL's libcrypto, as a table of the functions that the core calls: `libcrypto.EVP_MD_fetch`
 * and so on. Only openssl.c calls them.
 *
 * UUID9562_LOAD_LIBCRYPTO decides where they come from (docs/install.md):
 *
 *   defined      libcrypto_find loads the shared library.
 *   not defined  They are linked, by whoever links this.
 *
 * A program may export functions of the same names: Node.js contains its own OpenSSL, which the
 * calls of a library in that process would reach. libcrypto_find prevents that.
 */
#ifndef UUID9562_LIBCRYPTO_H
#define UUID9562_LIBCRYPTO_H

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <stdbool.h>

#include "../compiler.h"

/* X(function). OpenSSL 4 has no OPENSSL_atexit. */
#define LIBCRYPTO_FUNCTIONS(X)                                                                     \
    LIBCRYPTO_BEFORE_4(X)                                                                          \
    X(OPENSSL_version_major)                                                                       \
    X(OPENSSL_init_crypto)                                                                         \
    X(OSSL_LIB_CTX_get0_global_default)                                                            \
    X(ERR_set_mark)                                                                                \
    X(ERR_pop_to_mark)                                                                             \
    X(EVP_MD_fetch)                                                                                \
    X(EVP_MD_free)                                                                                 \
    X(EVP_MD_CTX_new)                                                                              \
    X(EVP_MD_CTX_copy_ex)                                                                          \
    X(EVP_MD_CTX_free)                                                                             \
    X(EVP_DigestInit_ex2)                                                                          \
    X(EVP_DigestUpdate)                                                                            \
    X(EVP_DigestFinal_ex)
#if OPENSSL_VERSION_MAJOR < 4
#define LIBCRYPTO_BEFORE_4(X) X(OPENSSL_atexit)
#else
#define LIBCRYPTO_BEFORE_4(X)
#endif

#define LIBCRYPTO_MEMBER(function) __typeof__(function) *function;
typedef struct libcrypto {
    LIBCRYPTO_FUNCTIONS(LIBCRYPTO_MEMBER)
} libcrypto_t;
#undef LIBCRYPTO_MEMBER

#ifdef UUID9562_LOAD_LIBCRYPTO
INTERNAL libcrypto_t libcrypto; /* all NULL until libcrypto_use has filled it */
#else
INTERNAL const libcrypto_t libcrypto;
#endif

/* Finds the functions, and writes their table to `found`. Returns false if there is no libcrypto of
 * the version that this was built for, or none that can be called safely. Call it between
 * fork_hold_off and fork_allow, in any number of threads at once, since the dynamic linker may wait
 * for a thread that runs a library's constructor. */
INTERNAL bool libcrypto_find(libcrypto_t *found);

/* Makes the functions that were found callable. Called once, under fork_lock. */
INTERNAL void libcrypto_use(const libcrypto_t *found);

#endif
