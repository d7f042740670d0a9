/*
 * Digests from the inside: this file compiles the core into itself, with some functions of OpenSSL
 * and of threads replaced, so that it can make them fail, count what is allocated, and see that
 * fork() is kept waiting in the right places, and by a lock only where nothing waits in its turn.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <link.h>
#include <openssl/evp.h>
#include <pthread.h>

static int fake_lock(pthread_mutex_t *mutex);
static int fake_unlock(pthread_mutex_t *mutex);
static int fake_key_create(pthread_key_t *key, void (*release)(void *));
static int fake_cipher_init(EVP_CIPHER_CTX *context, const EVP_CIPHER *cipher,
                            const unsigned char *key, const unsigned char *iv,
                            const OSSL_PARAM params[]);
static int fake_atexit(void (*handler)(void));
static EVP_MD_CTX *fake_new(void);
static void fake_free(EVP_MD_CTX *context);
static int fake_init(EVP_MD_CTX *context, const EVP_MD *md, const OSSL_PARAM params[]);
static int fake_update(EVP_MD_CTX *context, const void *data, size_t length);
static EVP_MD *fake_fetch(OSSL_LIB_CTX *library, const char *name, const char *properties);
static void fake_md_free(EVP_MD *md);
static int fake_init_crypto(uint64_t options, const OPENSSL_INIT_SETTINGS *settings);

#define pthread_mutex_lock        fake_lock
#define pthread_mutex_unlock      fake_unlock
#define pthread_key_create        fake_key_create
#define EVP_MD_CTX_new            fake_new
#define EVP_MD_CTX_free           fake_free
#define EVP_DigestInit_ex2        fake_init
#define EVP_DigestUpdate          fake_update
#define EVP_MD_fetch              fake_fetch
#define EVP_MD_free               fake_md_free
#define OPENSSL_init_crypto       fake_init_crypto
#define EVP_EncryptInit_ex2       fake_cipher_init
#define OPENSSL_atexit            fake_atexit
#define dl_iterate_phdr(look, at) ((void)(look), ALL_WITHIN) /* as if all were OpenSSL's */
#include "../../core/uuid9562.c"
#undef pthread_mutex_lock
#undef pthread_mutex_unlock
#undef pthread_key_create
#undef EVP_MD_CTX_new
#undef EVP_MD_CTX_free
#undef EVP_DigestInit_ex2
#undef EVP_DigestUpdate
#undef EVP_MD_fetch
#undef EVP_MD_free
#undef OPENSSL_init_crypto
#undef EVP_EncryptInit_ex2
#undef OPENSSL_atexit
#undef dl_iterate_phdr

#include "../core/run.c"

/* ---- the replaced functions ---- */

static int depth;            /* of the lock */
static bool misused;         /* it was taken twice, or given back when it was not held */
static int contexts;         /* that are allocated */
static int updates, fetches; /* so far */
static int algorithms;       /* that are fetched and not freed */
static int handlers;         /* that are registered with OpenSSL */
static int failing_update;   /* the number of the one that fails, from 1 */
static bool no_context, no_key, init_fails, none_offered;

static int fake_lock(pthread_mutex_t *mutex)
{
    misused |= depth++ != 0;
    return pthread_mutex_lock(mutex);
}

static int fake_unlock(pthread_mutex_t *mutex)
{
    misused |= --depth != 0;
    return pthread_mutex_unlock(mutex);
}

/* A key must not be created without the lock. */
static int fake_key_create(pthread_key_t *key, void (*release)(void *))
{
    misused |= depth != 1;
    return no_key ? -1 : pthread_key_create(key, release);
}

/* While OpenSSL looks something up, fork() must wait; but not for the lock, since OpenSSL may wait
 * for a thread that waits for that. */
static void check_delay(void)
{
    misused |= depth != (fork_depth > 0) || own_delays == 0 || delays != own_delays ||
               generation_word == NULL;
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

static int fake_init_crypto(uint64_t options, const OPENSSL_INIT_SETTINGS *settings)
{
    check_delay();
    go_on();
    return OPENSSL_init_crypto(options, settings);
}

static bool cipher_fails;

static int fake_cipher_init(EVP_CIPHER_CTX *context, const EVP_CIPHER *cipher,
                            const unsigned char *key, const unsigned char *iv,
                            const OSSL_PARAM params[])
{
    return cipher_fails ? 0 : EVP_EncryptInit_ex2(context, cipher, key, iv, params);
}

static void (*exit_handler)(void);

static int fake_atexit(void (*handler)(void))
{
    check_delay();
    handlers++;
    exit_handler = handler;
    return OPENSSL_atexit(handler);
}

static EVP_MD_CTX *fake_new(void)
{
    if (no_context)
        return NULL;
    contexts++;
    return EVP_MD_CTX_new();
}

static void fake_free(EVP_MD_CTX *context)
{
    contexts -= context != NULL;
    EVP_MD_CTX_free(context);
}

static int fake_init(EVP_MD_CTX *context, const EVP_MD *md, const OSSL_PARAM params[])
{
    return init_fails ? 0 : EVP_DigestInit_ex2(context, md, params);
}

static int fake_update(EVP_MD_CTX *context, const void *data, size_t length)
{
    return ++updates == failing_update ? 0 : EVP_DigestUpdate(context, data, length);
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

/* ---- tests ---- */

static uuid9562_status_t digest(uuid9562_t *out, const char *name, size_t length)
{
    static const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
    static const char text[600] = {0};

    return uuid9562_uuid8_name(out, &dns, text, length, name, strlen(name));
}

static void check_lock(void)
{
    require(!misused);
    require_eq(depth, 0);
    require_eq(delays, 0);
    require_eq(own_delays, 0);
    require_eq(pthread_mutex_trylock(&fork_mutex), 0); /* nobody holds it */
    pthread_mutex_unlock(&fork_mutex);
}

/* What a digest that cannot be looked up leaves: nothing, in OpenSSL's queue of errors either. */
START_TEST(looking_up)
{
    uuid9562_t first, again;

    ERR_clear_error();
    ERR_raise(ERR_LIB_USER, 7);
    none_offered = true;
    assert_status(digest(&first, "sha256", 1), UUID9562_ERR_DIGEST_POLICY);
    none_offered = false;
    require_eq(ERR_GET_REASON(ERR_peek_last_error()), 7);
    require_eq(ERR_GET_REASON(ERR_get_error()), 7);
    require_eq(ERR_get_error(), 0);
    assert_ok(digest(&first, "sha256", 1)); /* and it is asked for again, */
    require_eq(fetches, 2);
    assert_ok(digest(&again, "sha256", 1)); /* but once it is found it is kept */
    require_eq(fetches, 2);
    assert_same(first, again);
    check_lock();
}
END_TEST

static void look_up_sha384(void)
{
    uuid9562_t out;
    assert_ok(digest(&out, "sha384", 1));
}

static void look_up_sha512(void)
{
    uuid9562_t out;
    assert_ok(digest(&out, "sha512", 1));
}

/* Two threads look up the same at the same time: the second keeps what the first has found. That
 * is called within the second here, as a constructor may do, too. */
START_TEST(looking_up_at_the_same_time)
{
    const int fetched = fetches, kept = algorithms;

    meanwhile = look_up_sha384;
    look_up_sha384();
    require_eq(fetches, fetched + 2);
    require_eq(algorithms, kept + 1);
    look_up_sha384();
    require_eq(fetches, fetched + 2);
    check_lock();
}
END_TEST

/* The first need of OpenSSL, by two threads. */
START_TEST(opening_at_the_same_time)
{
    const int registered = handlers;

    library = NOT_OPENED;
    meanwhile = look_up_sha512;
    look_up_sha512();
    require_eq(library, OPEN);
    require_le(handlers, registered + 1); /* one in a process */
    check_lock();
}
END_TEST

#if OPENSSL_VERSION_MAJOR < 4
static void close_it(void)
{
    library = CLOSED;
}

/* OpenSSL cleans up while a thread is about to open it. */
START_TEST(closing_while_it_is_opened)
{
    uuid9562_t out;

    library = NOT_OPENED;
    meanwhile = close_it;
    assert_status(digest(&out, "sha3_256", 1), UUID9562_ERR_DIGEST_POLICY);
    require_eq(library, CLOSED);
    library = OPEN;
    check_lock();
}
END_TEST
#endif

/* fork() holds the lock, once however deep it is, and its thread goes on without it. */
START_TEST(forking)
{
    before_fork();
    require_eq(depth, 1);
    before_fork();
    look_up_sha384();
    fork_block();
    fork_unblock();
    require_eq(depth, 1);
    after_fork_in_parent();
    require_eq(depth, 1);
    after_fork_in_parent();
    check_lock();
    after_fork_in_parent(); /* one that was registered in between */
    before_fork();
    require_eq(depth, 1);
    after_fork_in_child();
    check_lock();
}
END_TEST

/* Each length around that from which data goes in two pieces: the same digest either way. */
START_TEST(one_piece_or_two)
{
    const EVP_MD *md = EVP_sha256();
    uint8_t whole[16 + 300] = {0}, expected[EVP_MAX_MD_SIZE];
    const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;

    memcpy(whole, dns.bytes, 16);
    for (size_t length = 0; length <= 300; length++) {
        uint8_t out[DIGEST_ROOM];
        uuid9562_t uuid, right;

        updates = 0;
        assert_ok(digest(&uuid, "sha256", length));
        require_eq(updates, length <= 240 ? 1 : 2);
        require(EVP_Digest(whole, 16 + length, expected, NULL, md, NULL));
        layout_copy_with_version(&right, expected, 8);
        assert_same(uuid, right);
        assert_ok(crypto_digest(out, DIGEST_sha256, "", 0, NULL, 0)); /* and nothing at all */
    }
}
END_TEST

START_TEST(what_fails)
{
    const uuid9562_t untouched = UUID9562_INIT_MAX;
    uuid9562_t out = untouched;

    require_eq(crypto_find_digest("md5", 3), DIGEST_md5);
    assert_ok(digest(&(uuid9562_t){{0}}, "md5", 1));
    release_digest_context(digest_context);
    require(digest_context == NULL); /* a destructor that runs later asks for another */
    thread_keep(&digest_slot, NULL);
    require_eq(contexts, 0);
    no_context = true;
    assert_status(digest(&out, "md5", 1), UUID9562_ERR_MEMORY);
    no_context = false;
    no_key = true;
    atomic_store(&digest_slot.state, 0); /* as if none had been asked for */
    assert_status(digest(&out, "md5", 1), UUID9562_ERR_MEMORY);
    assert_status(digest(&out, "md5", 1), UUID9562_ERR_MEMORY);
    require_eq(contexts, 0); /* what cannot be kept is not left */
    no_key = false;
    atomic_store(&digest_slot.state, 0);

    init_fails = true;
    assert_status(digest(&out, "md5", 1), UUID9562_ERR_DIGEST_POLICY);
    init_fails = false;
    for (int piece = 1; piece <= 3; piece++) {
        updates = 0;
        failing_update = piece;
        assert_status(digest(&out, "md5", piece == 1 ? 1 : 500),
                      piece < 3 ? UUID9562_ERR_DIGEST_POLICY : UUID9562_OK);
        if (piece < 3)
            assert_same(out, untouched);
    }
    failing_update = 0;
    require_eq(contexts, 1); /* for all of them */
    check_lock();
}
END_TEST

static void *digest_in_a_thread(void *unused)
{
    uuid9562_t out;
    return digest(&out, "sha1", 1) == UUID9562_OK && digest(&out, "sha512", 1) == UUID9562_OK
               ? unused
               : &depth;
}

/* A thread has one context, and frees it when it ends. */
START_TEST(threads_leave_nothing)
{
    const int before = contexts;

    for (int i = 0; i < 3; i++) {
        pthread_t thread;
        void *failed;

        require_eq(pthread_create(&thread, NULL, digest_in_a_thread, NULL), 0);
        pthread_join(thread, &failed);
        require(failed == NULL);
        require_eq(contexts, before);
    }
}
END_TEST

/* The key is the first 32 bytes of the seed, and the counter begins with the other 16. */
START_TEST(the_stream_cipher)
{
    uint8_t seed[STREAM_CIPHER_SEED], bytes[100] = {0}, expected[100] = {0};
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    stream_cipher_t *stream;
    int length;

    cipher_fails = true;
    require(crypto_stream_new() == NULL);
    cipher_fails = false;
    stream = crypto_stream_new();
    require(stream != NULL);
    for (int i = 0; i < STREAM_CIPHER_SEED; i++)
        seed[i] = (uint8_t)(i * i + 1);
    require_eq(crypto_stream_seed(stream, seed), 0);
    require_eq(crypto_stream_next(stream, bytes, 33), 0); /* in pieces */
    require_eq(crypto_stream_next(stream, bytes + 33, 67), 0);
    require(EVP_EncryptInit_ex2(context, EVP_aes_256_ctr(), seed, seed + 32, NULL));
    require(EVP_EncryptUpdate(context, expected, &length, expected, 100));
    require_mem(bytes, expected, 100);
    cipher_fails = true;
    require_eq(crypto_stream_seed(stream, seed), -1);
    require_eq(crypto_stream_forget(stream), -1);
    cipher_fails = false;
    crypto_stream_free(stream);
    crypto_stream_free(NULL);
    EVP_CIPHER_CTX_free(context);
    check_lock();
}
END_TEST

#if OPENSSL_VERSION_MAJOR < 4
/* When OpenSSL cleans up: nothing more is looked up, and what was is kept. The last test. */
START_TEST(at_exit)
{
    uuid9562_t out;
    int asked;

    assert_ok(digest(&out, "sha256", 1));
    asked = fetches;
    require(exit_handler == close_at_exit);
    close_at_exit();
    check_lock();
    assert_ok(digest(&out, "sha256", 1));
    assert_status(digest(&out, "blake2b", 1), UUID9562_ERR_DIGEST_POLICY);
    require_eq(fetches, asked);
    check_lock();
}
END_TEST
#endif

static TCase *crypto_case(void)
{
    TCase *tcase = tcase_create("crypto");
    add_test(tcase, looking_up);
    add_test(tcase, looking_up_at_the_same_time);
    add_test(tcase, opening_at_the_same_time);
#if OPENSSL_VERSION_MAJOR < 4
    add_test(tcase, closing_while_it_is_opened);
#endif
    add_test(tcase, forking);
    add_test(tcase, one_piece_or_two);
    add_test(tcase, what_fails);
    add_test(tcase, the_stream_cipher);
    add_test(tcase, threads_leave_nothing);
#if OPENSSL_VERSION_MAJOR < 4
    add_test(tcase, at_exit);
#endif
    return tcase;
}

int main(int argc, char **argv)
{
    static TCase *(*const cases[])(void) = {crypto_case};
    return run_tests(argc, argv, cases, 1);
}
