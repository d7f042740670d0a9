/*
 * Digests by OpenSSL 3 (digests.h). Only this file calls it, through the table of libcrypto.h.
 *
 * The host program's OpenSSL configuration is respected: a digest that it does not offer is not
 * used, and the return value says so. Those of our own are for a process without an OpenSSL that
 * can be called.
 *
 * Where OpenSSL looks up a digest it takes locks, and allocates state for the calling thread. So
 * each digest is looked up once per process, and begun once per thread, while fork() waits
 * (fork_hold_off). Using it, by a context of this thread, takes no lock of OpenSSL's.
 * Threads may look up the same at once: no lock of ours is held meanwhile, since OpenSSL and the
 * dynamic linker may wait for another thread. The first to have found it publishes it. It keeps
 * working while OpenSSL cleans up at exit, for threads that still run then and for the program's
 * atexit handlers; but from then on nothing can be looked up.
 */
#include "../system/os.h"

#ifdef OS_OPENSSL
#include <stdatomic.h>
#include <stdbool.h>

#include "digests.h"
#include "../system/fork.h"
#include "libcrypto.h"
#include "../system/thread.h"

/* ---- looking up ---- */

/* NOT_OPEN: libcrypto was not needed yet, or did not start, perhaps for want of memory. MISSING:
 * there is none to call, for the rest of the process. CLOSED: it is cleaning up, or has done so.
 * Written under fork_lock. */
typedef enum { NOT_OPEN, OPEN, MISSING, CLOSED } library_t;
static _Atomic library_t library;

#if OPENSSL_VERSION_MAJOR < 4
static void close_at_exit(void)
{
    fork_lock();
    library = CLOSED;
    fork_unlock();
    fork_await_others(); /* until pending look-ups have finished */
}

/* OpenSSL's list of handlers has no lock, so one thread registers ours. */
static bool initialise(const libcrypto_t *found)
{
    static _Atomic bool is_registered;

    if (!found->OPENSSL_init_crypto(0, NULL) || found->OSSL_LIB_CTX_get0_global_default() == NULL)
        return false;
    if (!atomic_exchange(&is_registered, true))
        is_registered = found->OPENSSL_atexit(close_at_exit);
    return is_registered;
}
#else /* OpenSSL 4 does not clean up at exit by itself */
static bool initialise(const libcrypto_t *found)
{
    return found->OPENSSL_init_crypto(0, NULL);
}
#endif

static bool is_open(void)
{
    libcrypto_t found;
    bool there;

    if (library != NOT_OPEN)
        return library == OPEN;
    there = libcrypto_find(&found);
    if (there && !initialise(&found))
        return library == OPEN;
    fork_lock();
    if (library == NOT_OPEN) {
        if (there)
            libcrypto_use(&found);
        library = there ? OPEN : MISSING;
    }
    fork_unlock();
    return library == OPEN;
}

/* Calls between the two may take OpenSSL's locks, and leave the program's error queue unchanged. */
static void begin_calls(void)
{
    fork_hold_off();
    libcrypto.ERR_set_mark();
}

static void end_calls(void)
{
    libcrypto.ERR_pop_to_mark();
    fork_allow();
}

/* Returns the digest in `slot`, which the first call fetches by its name; NULL if OpenSSL does not
 * offer it. */
static EVP_MD *look_up(EVP_MD *_Atomic *slot, const char *name)
{
    EVP_MD *kept = atomic_load_explicit(slot, memory_order_acquire), *found;

    if (kept != NULL || library == MISSING)
        return kept;
    fork_hold_off();
    if (is_open()) {
        begin_calls();
        found = libcrypto.EVP_MD_fetch(NULL, name, NULL);
        end_calls();
        if (found != NULL && atomic_compare_exchange_strong(slot, &kept, found))
            kept = found;
        else
            libcrypto.EVP_MD_free(found);
    }
    fork_allow();
    return kept;
}

/* ---- digests ---- */

_Static_assert(DIGEST_ROOM >= EVP_MAX_MD_SIZE, "there is room for every digest");

#define OPENSSL_NAME(name, value, openssl_name, ...) [value] = openssl_name,
static const char *const openssl_names[DIGEST_COUNT] = {DIGESTS(OPENSSL_NAME)};
#undef OPENSSL_NAME

/* This thread's: a context that has begun each digest, and one for copies of them. To begin one,
 * OpenSSL asks the program's engines under a lock; to copy one it does not. */
typedef struct digest_contexts {
    EVP_MD_CTX *copy, *begun[DIGEST_COUNT];
} digest_contexts_t;
THREAD_LOCAL digest_contexts_t digest_contexts;

static void release_digest_contexts(void *of_this_thread)
{
    digest_contexts_t freed = digest_contexts;

    (void)of_this_thread;
    digest_contexts = (digest_contexts_t){NULL, {NULL}};
    libcrypto.EVP_MD_CTX_free(freed.copy);
    for (int i = 0; i < DIGEST_COUNT; i++)
        libcrypto.EVP_MD_CTX_free(freed.begun[i]);
}

static thread_slot_t digest_slot = {.release = release_digest_contexts};

static NEVER_INLINE bool begin_digest(uuid9562_digest_t digest, const EVP_MD *md)
{
    EVP_MD_CTX *begun = NULL;

    if (thread_keep(&digest_slot, &digest_contexts) != 0)
        return false;
    begin_calls();
    if (digest_contexts.copy == NULL)
        digest_contexts.copy = libcrypto.EVP_MD_CTX_new();
    if (digest_contexts.copy != NULL)
        begun = libcrypto.EVP_MD_CTX_new();
    if (begun != NULL && !libcrypto.EVP_DigestInit_ex2(begun, md, NULL)) {
        libcrypto.EVP_MD_CTX_free(begun);
        begun = NULL;
    }
    end_calls();
    digest_contexts.begun[digest] = begun;
    return begun != NULL;
}

INTERNAL uuid9562_status_t crypto_digest(uint8_t out[DIGEST_ROOM], uuid9562_digest_t digest,
                                         const void *head, size_t head_length, const void *tail,
                                         size_t tail_length)
{
    static EVP_MD *_Atomic found[DIGEST_COUNT];
    const EVP_MD *md = look_up(&found[digest], openssl_names[digest]);
    EVP_MD_CTX *copy;

    if (library == MISSING) {
        own_digest(out, digest, head, head_length, tail, tail_length);
        return UUID9562_OK;
    }
    if (md == NULL)
        return UUID9562_ERR_DIGEST_POLICY;
    if (digest_contexts.begun[digest] == NULL && !begin_digest(digest, md))
        return UUID9562_ERR_MEMORY;
    copy = digest_contexts.copy;
    if (!libcrypto.EVP_MD_CTX_copy_ex(copy, digest_contexts.begun[digest]))
        return UUID9562_ERR_MEMORY;
    return libcrypto.EVP_DigestUpdate(copy, head, head_length) &&
                   libcrypto.EVP_DigestUpdate(copy, tail, tail_length) &&
                   libcrypto.EVP_DigestFinal_ex(copy, out, NULL)
               ? UUID9562_OK
               : UUID9562_ERR_DIGEST_POLICY;
}

#endif
