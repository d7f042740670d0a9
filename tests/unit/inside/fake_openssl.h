/*
 * What openssl.c begins with: the core, compiled into the program, with some functions of OpenSSL
 * and of threads replaced, so that it can make them fail, count OpenSSL's memory, and see who holds
 * a lock.
 */
#ifndef FAKE_OPENSSL_H
#define FAKE_OPENSSL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <openssl/evp.h>
#include <openssl/err.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "one_library.h"

static int fake_lock(pthread_mutex_t *mutex);
static int fake_unlock(pthread_mutex_t *mutex);
static int fake_key_create(pthread_key_t *key, void (*release)(void *));
static int fake_digest_init(EVP_MD_CTX *context, const EVP_MD *md, const OSSL_PARAM params[]);
static int fake_digest_copy(EVP_MD_CTX *to, const EVP_MD_CTX *from);
static int fake_digest_update(EVP_MD_CTX *context, const void *data, size_t length);
static int fake_digest_final(EVP_MD_CTX *context, unsigned char *out, unsigned *length);
static EVP_MD *fake_fetch(OSSL_LIB_CTX *library, const char *name, const char *properties);
static void fake_md_free(EVP_MD *md);
static unsigned fake_version(void);
static int fake_init_crypto(uint64_t options, const OPENSSL_INIT_SETTINGS *settings);
static int fake_nanosleep(const struct timespec *time, struct timespec *left);
#if OPENSSL_VERSION_MAJOR < 4
static int fake_atexit(void (*handler)(void));
#endif

#define pthread_mutex_lock   fake_lock
#define pthread_mutex_unlock fake_unlock
#define pthread_key_create   fake_key_create
#define EVP_DigestInit_ex2   fake_digest_init
#define EVP_MD_CTX_copy_ex   fake_digest_copy
#define EVP_DigestUpdate     fake_digest_update
#define EVP_DigestFinal_ex   fake_digest_final
#define EVP_MD_fetch         fake_fetch
#define EVP_MD_free          fake_md_free
#define OPENSSL_init_crypto  fake_init_crypto
#define OPENSSL_version_major fake_version
#define OPENSSL_atexit       fake_atexit
#define nanosleep            fake_nanosleep
#include "../../../core/uuid9562.c"
#undef pthread_mutex_lock
#undef pthread_mutex_unlock
#undef pthread_key_create
#undef EVP_DigestInit_ex2
#undef EVP_MD_CTX_copy_ex
#undef EVP_DigestUpdate
#undef EVP_DigestFinal_ex
#undef EVP_MD_fetch
#undef EVP_MD_free
#undef OPENSSL_init_crypto
#undef OPENSSL_version_major
#undef OPENSSL_atexit
#undef nanosleep

#include "../run.c"

/* ---- the replaced functions ---- */

static int depth[2];   /* of the locks of fork.c */
static bool misused;   /* one was taken twice, or given back when it was not held */
static int fetches;    /* so far */
static int algorithms; /* that are fetched and not freed */
static int handlers;   /* that are registered with OpenSSL */
static int beginnings; /* how often it was initialised */
static bool begins_badly, other_version;
static bool no_key, none_offered;

static int fake_lock(pthread_mutex_t *mutex)
{
    misused |= depth[mutex == &locks[OS_LOCK_DELAY]]++ != 0;
    return pthread_mutex_lock(mutex);
}

static int fake_unlock(pthread_mutex_t *mutex)
{
    misused |= --depth[mutex == &locks[OS_LOCK_DELAY]] != 0;
    return pthread_mutex_unlock(mutex);
}

/* A key must not be created without the lock. */
static int fake_key_create(pthread_key_t *key, void (*release)(void *))
{
    misused |= depth[0] != 1;
    return no_key ? -1 : pthread_key_create(key, release);
}

/* While OpenSSL looks something up, fork() must wait; but not for the lock, since OpenSSL may wait
 * for a thread that waits for that. */
static void check_delay(void)
{
    misused |= depth[0] != (fork_depth > 0) || depth[1] != depth[0] || own_delays == 0 ||
               delays != 1 || generation_word == NULL;
}

/* Called once: what another thread does meanwhile. */
static void (*meanwhile)(void);

static void go_on(void)
{
    void (*const call)(void) = meanwhile;

    meanwhile = NULL;
    if (call != NULL)
        call();
}

static unsigned fake_version(void)
{
    return OPENSSL_version_major() + other_version;
}

static int fake_init_crypto(uint64_t options, const OPENSSL_INIT_SETTINGS *settings)
{
    check_delay();
    go_on();
    beginnings++;
    return begins_badly ? 0 : OPENSSL_init_crypto(options, settings);
}

static _Atomic bool has_waited; /* for a thread that delays fork() */

static int fake_nanosleep(const struct timespec *time, struct timespec *left)
{
    has_waited = true;
    return nanosleep(time, left);
}

#if OPENSSL_VERSION_MAJOR < 4
static void (*exit_handler)(void);

static int fake_atexit(void (*handler)(void))
{
    check_delay();
    handlers++;
    exit_handler = handler;
    return OPENSSL_atexit(handler);
}
#endif

/* OpenSSL's memory: how many pieces it has, and how many it still gets. */
static int pieces, pieces_left = INT_MAX;

static void *count_malloc(size_t size, const char *file, int line)
{
    (void)file;
    (void)line;
    if (size == 0 || pieces_left == 0)
        return NULL;
    pieces_left--;
    pieces++;
    return malloc(size);
}

static void *count_realloc(void *memory, size_t size, const char *file, int line)
{
    if (memory == NULL)
        return count_malloc(size, file, line);
    return realloc(memory, size);
}

static void count_free(void *memory, const char *file, int line)
{
    (void)file;
    (void)line;
    pieces -= memory != NULL;
    free(memory);
}

__attribute__((constructor)) static void count_pieces(void)
{
    if (!CRYPTO_set_mem_functions(count_malloc, count_realloc, count_free))
        abort();
}

/* How many of the calls of a digest still succeed. */
static int digest_calls_left = INT_MAX;

static int fake_digest_init(EVP_MD_CTX *context, const EVP_MD *md, const OSSL_PARAM params[])
{
    check_delay(); /* an engine's lock */
    return digest_calls_left-- > 0 ? EVP_DigestInit_ex2(context, md, params) : 0;
}

static int fake_digest_copy(EVP_MD_CTX *to, const EVP_MD_CTX *from)
{
    return digest_calls_left-- > 0 ? EVP_MD_CTX_copy_ex(to, from) : 0;
}

static int fake_digest_update(EVP_MD_CTX *context, const void *data, size_t length)
{
    return digest_calls_left-- > 0 ? EVP_DigestUpdate(context, data, length) : 0;
}

static int fake_digest_final(EVP_MD_CTX *context, unsigned char *out, unsigned *length)
{
    return digest_calls_left-- > 0 ? EVP_DigestFinal_ex(context, out, length) : 0;
}

/* It leaves an error in the queue when it fails, as OpenSSL does. */
static EVP_MD *fake_fetch(OSSL_LIB_CTX *in, const char *name, const char *properties)
{
    EVP_MD *md;

    check_delay();
    go_on();
    fetches++;
    md = EVP_MD_fetch(in, none_offered ? "none" : name, properties);
    algorithms += md != NULL;
    return md;
}

static void fake_md_free(EVP_MD *md)
{
    algorithms -= md != NULL;
    EVP_MD_free(md);
}

#endif
