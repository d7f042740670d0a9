/*
 * OpenSSL 3: digests, and the cipher that random octets are made with. The only file of the core
 * that talks to it.
 *
 * A library is a guest in its process: what the program's OpenSSL does not offer, by its
 * configuration or by what the program told it, is not used, and is told by the return value.
 *
 * OpenSSL takes locks where it looks an algorithm up, and keeps something for each thread that
 * does. So each algorithm is looked up once in a process, under os_lock, which fork() waits for,
 * and kept: what is done with it afterwards takes no lock and leaves nothing behind. It goes on
 * working when OpenSSL cleans up at exit, for threads that still run then and for what a program
 * has left for atexit; only what was never used before then cannot be looked up any more.
 */
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <stdatomic.h>
#include <string.h>

/* ---- looking up ---- */

static bool closed; /* under os_lock: OpenSSL is cleaning up, or has */

static void close_at_exit(void)
{
    os_lock();
    closed = true;
    os_unlock();
}

/* Under os_lock. */
static bool is_open(void)
{
    static bool asked;

    if (!asked) {
        asked = true;
        closed = !OPENSSL_init_crypto(0, NULL) || !OPENSSL_atexit(close_at_exit);
    }
    return !closed;
}

/* Gives what `slot` keeps; at first, what `fetch` finds. Returns NULL where OpenSSL offers none,
 * and leaves its error queue, which belongs to the program, as it was. */
typedef void *fetch_t(const char *name);

static void *look_up(void *_Atomic *slot, fetch_t *fetch, const char *name)
{
    void *found = atomic_load_explicit(slot, memory_order_acquire);

    if (found != NULL)
        return found;
    os_lock();
    found = atomic_load(slot);
    if (found == NULL && is_open()) {
        ERR_set_mark();
        found = fetch(name);
        ERR_pop_to_mark();
        atomic_store_explicit(slot, found, memory_order_release);
    }
    os_unlock();
    return found;
}

static void *fetch_digest(const char *name)
{
    return EVP_MD_fetch(NULL, name, NULL);
}

static void *fetch_cipher(const char *name)
{
    return EVP_CIPHER_fetch(NULL, name, NULL);
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

/* One for each thread, which serves all digests one after the other. */
FOR_THREAD EVP_MD_CTX *thread_digester;

static void digester_free(void *of_this_thread)
{
    thread_digester = NULL;
    EVP_MD_CTX_free(of_this_thread);
}

static EVP_MD_CTX *digester(void)
{
    EVP_MD_CTX *new;

    if (thread_digester != NULL)
        return thread_digester;
    new = EVP_MD_CTX_new();
    if (new != NULL && os_keep_for_thread(THREAD_digester, new) == 0)
        thread_digester = new;
    else
        EVP_MD_CTX_free(new);
    return thread_digester;
}

_Static_assert(DIGEST_ROOM >= EVP_MAX_MD_SIZE, "every digest has room");

/* A digest of variable length has to be asked for one. */
static int finish(EVP_MD_CTX *context, const EVP_MD *md, uint8_t out[DIGEST_ROOM])
{
    if (EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF)
        return EVP_DigestFinalXOF(context, out, 16);
    return EVP_DigestFinal_ex(context, out, NULL);
}

/* What is short goes in one piece: most of the time is the way to the digest and back. */
static int update(EVP_MD_CTX *context, const void *head, size_t head_length, const void *tail,
                  size_t tail_length)
{
    uint8_t whole[256];

    if (tail_length > sizeof whole - head_length)
        return EVP_DigestUpdate(context, head, head_length) &&
               EVP_DigestUpdate(context, tail, tail_length);
    memcpy(whole, head, head_length);
    if (tail_length > 0) /* it may be NULL where there is none */
        memcpy(whole + head_length, tail, tail_length);
    return EVP_DigestUpdate(context, whole, head_length + tail_length);
}

static uuid9562_status_t crypto_digest(digest_t digest, uint8_t out[DIGEST_ROOM], const void *head,
                                       size_t head_length, const void *tail, size_t tail_length)
{
    static void *_Atomic found[DIGEST_COUNT];
    const EVP_MD *md = look_up(&found[digest], fetch_digest, digest_table[digest].openssl_name);
    EVP_MD_CTX *context;

    if (md == NULL)
        return UUID9562_ERR_DIGEST_POLICY;
    context = digester();
    if (context == NULL)
        return UUID9562_ERR_MEMORY;
    if (EVP_DigestInit_ex2(context, md, NULL) &&
        update(context, head, head_length, tail, tail_length) && finish(context, md, out))
        return UUID9562_OK;
    return UUID9562_ERR_DIGEST_POLICY;
}

/* ---- keystreams ---- */

static keystream_t *crypto_keystream_new(void)
{
    static void *_Atomic found;
    const EVP_CIPHER *cipher = look_up(&found, fetch_cipher, "AES-256-CTR");
    EVP_CIPHER_CTX *keystream = cipher != NULL ? EVP_CIPHER_CTX_new() : NULL;

    if (keystream != NULL && !EVP_EncryptInit_ex2(keystream, cipher, NULL, NULL, NULL)) {
        EVP_CIPHER_CTX_free(keystream);
        keystream = NULL;
    }
    return keystream;
}

static void crypto_keystream_free(keystream_t *keystream)
{
    EVP_CIPHER_CTX_free(keystream);
}

static int crypto_keystream_seed(keystream_t *keystream, const uint8_t seed[KEYSTREAM_SEED])
{
    return EVP_EncryptInit_ex2(keystream, NULL, seed, seed + 32, NULL) ? 0 : -1;
}

static int crypto_keystream_next(keystream_t *keystream, uint8_t *octets, size_t count)
{
    int length;

    return EVP_EncryptUpdate(keystream, octets, &length, octets, (int)count) ? 0 : -1;
}
