/*
 * OpenSSL 3: digests and random octets. The only file of the core that talks to it.
 *
 * A library is a guest in its process: whatever goes wrong here is told by the return value, and
 * OpenSSL's error queue, which belongs to the program, is left as it was found.
 *
 * All is done in a context of our own, which is configured as the program's (so that a policy holds
 * here as well) but shares no lock with it, and which lives on when OpenSSL cleans up at exit: the
 * threads that still run then, and what the program has left for atexit, still get their UUIDs.
 *
 * OpenSSL takes locks where it looks an algorithm up. That happens once for each algorithm, and for
 * each thread's generator when it is made, under os_lock; a child that is forked at any moment
 * finds no lock held. What is looked up is kept for the life of the process.
 */
#include <openssl/conf.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <stdatomic.h>
#include <string.h>

enum { DRBG_STRENGTH = 256, DRBG_MOST = 1 << 16 }; /* bits; octets in one request */

static OSSL_LIB_CTX *library; /* under os_lock */

/* The context, made at the first call; NULL where that fails. Under os_lock. */
static OSSL_LIB_CTX *our_library(void)
{
    if (library == NULL) {
        library = OSSL_LIB_CTX_new();
        if (library != NULL)
            CONF_modules_load_file_ex(library, NULL, NULL,
                                      CONF_MFLAGS_IGNORE_ERRORS | CONF_MFLAGS_SILENT |
                                          CONF_MFLAGS_IGNORE_MISSING_FILE);
    }
    return library;
}

/* ---- digests ---- */

#define DIGEST_NAMES(name, openssl_name) {#name, openssl_name},
static const struct {
    const char *name;
    const char *openssl_name;
} digest_table[DIGEST_COUNT] = {DIGESTS(DIGEST_NAMES)};
#undef DIGEST_NAMES

static digest_t crypto_digest_find(const char *name, size_t length)
{
    int i;

    for (i = 0; i < DIGEST_COUNT; i++)
        if (text_is(digest_table[i].name, name, length))
            break;
    return (digest_t)i;
}

/* A digest of variable length has to be asked for one; of the others the first octets are taken. */
static int finish(EVP_MD_CTX *context, const EVP_MD *md, uint8_t out[16])
{
    uint8_t whole[EVP_MAX_MD_SIZE];

    if (EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF)
        return EVP_DigestFinalXOF(context, out, 16);
    if (!EVP_DigestFinal_ex(context, whole, NULL))
        return 0;
    memcpy(out, whole, 16);
    return 1;
}

/* Finds the implementation of a digest. Returns NULL where OpenSSL offers none. */
static const EVP_MD *look_up(digest_t digest)
{
    static EVP_MD *_Atomic found[DIGEST_COUNT];
    EVP_MD *md = atomic_load_explicit(&found[digest], memory_order_acquire);

    if (md != NULL)
        return md;
    os_lock();
    md = atomic_load(&found[digest]);
    if (md == NULL) {
        ERR_set_mark();
        if (our_library() != NULL)
            md = EVP_MD_fetch(library, digest_table[digest].openssl_name, NULL);
        ERR_pop_to_mark();
        atomic_store_explicit(&found[digest], md, memory_order_release);
    }
    os_unlock();
    return md;
}

static uuid9562_status_t crypto_digest(digest_t digest, uint8_t out[16], const void *head,
                                       size_t head_length, const void *tail, size_t tail_length)
{
    uuid9562_status_t status = UUID9562_ERR_DIGEST_POLICY;
    const EVP_MD *md = look_up(digest);
    EVP_MD_CTX *context;

    if (md == NULL)
        return UUID9562_ERR_DIGEST_POLICY;
    context = EVP_MD_CTX_new();
    if (context == NULL)
        return UUID9562_ERR_MEMORY;
    if (EVP_DigestInit_ex2(context, md, NULL) && EVP_DigestUpdate(context, head, head_length) &&
        EVP_DigestUpdate(context, tail, tail_length) && finish(context, md, out))
        status = UUID9562_OK;
    EVP_MD_CTX_free(context);
    return status;
}

/* ---- random octets ---- */

/* One seed of full entropy is taken as it is: the derivation function would only make what the
 * operating system gives slower. */
static int instantiate(EVP_RAND_CTX *drbg)
{
    char cipher[] = "AES-256-CTR";
    int derivation = 0;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_DRBG_PARAM_CIPHER, cipher, 0),
        OSSL_PARAM_construct_int(OSSL_DRBG_PARAM_USE_DF, &derivation),
        OSSL_PARAM_construct_end(),
    };
    return EVP_RAND_instantiate(drbg, DRBG_STRENGTH, 0, NULL, 0, parameters);
}

static drbg_t *crypto_drbg_new(void)
{
    static EVP_RAND *algorithm; /* under os_lock */
    EVP_RAND_CTX *drbg = NULL;

    os_lock();
    ERR_set_mark();
    if (algorithm == NULL && our_library() != NULL)
        algorithm = EVP_RAND_fetch(library, "CTR-DRBG", NULL);
    if (algorithm != NULL)
        drbg = EVP_RAND_CTX_new(algorithm, NULL);
    if (drbg != NULL && !instantiate(drbg)) {
        EVP_RAND_CTX_free(drbg);
        drbg = NULL;
    }
    ERR_pop_to_mark();
    os_unlock();
    return drbg;
}

static void crypto_drbg_free(drbg_t *drbg)
{
    os_lock();
    EVP_RAND_CTX_free(drbg);
    os_unlock();
}

static int crypto_drbg_reseed(drbg_t *drbg)
{
    int done;

    ERR_set_mark();
    done = EVP_RAND_reseed(drbg, 0, NULL, 0, NULL, 0);
    ERR_pop_to_mark();
    return done ? 0 : -1;
}

static int crypto_drbg_generate(drbg_t *drbg, void *octets, size_t count, uint64_t also)
{
    uint8_t *next = octets, addition[8];
    int done = 1;

    layout_write64(addition, also);
    ERR_set_mark();
    while (count > 0 && done) {
        size_t part = count < DRBG_MOST ? count : DRBG_MOST;
        done = EVP_RAND_generate(drbg, next, part, DRBG_STRENGTH, 0, addition, sizeof addition);
        next += part;
        count -= part;
    }
    ERR_pop_to_mark();
    return done ? 0 : -1;
}
