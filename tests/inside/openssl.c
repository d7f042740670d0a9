/*
 * Digests from the inside: what fails, what OpenSSL's memory holds, and that fork() is kept waiting
 * in the right places, and by a lock only where nothing waits in its turn.
 */
#include "fake_openssl.h"

static uuid9562_status_t digest(uuid9562_t *out, const char *name, size_t length)
{
    static const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
    static const char text[600] = {0};

    uuid9562_digest_t which;
    uuid9562_status_t status = uuid9562_find_digest(&which, name, strlen(name));

    return status == UUID9562_OK ? uuid9562_uuid8_name(out, &dns, text, length, which) : status;
}

static void check_lock(void)
{
    require(!misused);
    require(depth[0] == 0 && depth[1] == 0);
    require_eq(delays, 0);
    require_eq(own_delays, 0);
    require_eq(pthread_mutex_trylock(&locks[OS_LOCK_FORK]), 0); /* nobody holds it */
    pthread_mutex_unlock(&locks[OS_LOCK_FORK]);
    require_eq(pthread_mutex_trylock(&locks[OS_LOCK_DELAY]), 0);
    pthread_mutex_unlock(&locks[OS_LOCK_DELAY]);
}

/* What a digest that cannot be looked up leaves: nothing, in OpenSSL's queue of errors either. */
TEST(looking_up)
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
TEST(looking_up_at_the_same_time)
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

/* The first need of OpenSSL, by two threads. */
TEST(opening_at_the_same_time)
{
    const int registered = handlers;
    uuid9562_t out;
    int begun;

    library = NOT_OPEN;
    meanwhile = look_up_sha512;
    look_up_sha512();
    require_eq(library, OPEN);
    begun = beginnings;
    assert_ok(digest(&out, "sha3_384", 1)); /* it is open */
    require_eq(beginnings, begun);
    library = NOT_OPEN;
    assert_ok(digest(&out, "sha3_512", 1));
    require_le(handlers, registered + 1); /* one in a process */
    check_lock();
}

/* OpenSSL may lack the memory to start: that is the error, and only until there is some. */
TEST(starting_badly)
{
    uuid9562_t out;

    library = NOT_OPEN;
    begins_badly = true;
    assert_status(digest(&out, "sha512_224", 1), UUID9562_ERR_OPENSSL);
    begins_badly = false;
    assert_ok(digest(&out, "sha512_224", 1));
    check_lock();
}

#if OPENSSL_VERSION_MAJOR < 4
static void close_it(void)
{
    library = CLOSED;
}

/* OpenSSL cleans up while a thread is about to open it. */
TEST(closing_while_it_is_opened)
{
    uuid9562_t out;

    library = NOT_OPEN;
    meanwhile = close_it;
    assert_status(digest(&out, "sha3_256", 1), UUID9562_ERR_OPENSSL);
    require_eq(library, CLOSED);
    library = OPEN;
    check_lock();
}
#endif

/* fork() holds the lock, once however deep it is, and its thread goes on without it. */
TEST(forking)
{
    before_fork();
    require(depth[0] == 1 && depth[1] == 1);
    before_fork();
    look_up_sha384();
    fork_lock();
    fork_unlock();
    require(depth[0] == 1 && depth[1] == 1);
    after_fork_in_parent();
    require(depth[0] == 1 && depth[1] == 1);
    after_fork_in_parent();
    check_lock();
    after_fork_in_parent(); /* one that was registered in between */
    before_fork();
    require(depth[0] == 1 && depth[1] == 1);
    after_fork_in_child();
    check_lock();
}

static void forget_contexts(void)
{
    if (digest_contexts != NULL)
        release_digest_contexts(digest_contexts);
    require(digest_contexts == NULL); /* a destructor that runs later asks for others */
    thread_keep(&digest_slot, NULL);
}

static bool is_by_provider(uuid9562_digest_t digest)
{
    return digest_contexts[digest].init != evp_init;
}

/* Every digest as EVP computes it, of each length and with a context that has been used, by the
 * provider's functions and by EVP's. */
TEST(both_ways)
{
    uint8_t data[300] = {1, 2, 3}, out[DIGEST_ROOM], expected[EVP_MAX_MD_SIZE] = {0};
    EVP_MD_CTX *context = EVP_MD_CTX_new();

    for (int way = 0; way < 2; way++) {
        by_engine = way == 1;
        forget_contexts();
        for (size_t length = 0; length <= sizeof data; length++)
            for (int i = 0; i < DIGEST_COUNT; i++) {
                const uuid9562_digest_t d = (uuid9562_digest_t)i;
                EVP_MD *md = EVP_MD_fetch(NULL, openssl_names[d], NULL);
                const size_t head = length / 3;

                assert_ok(crypto_digest(out, d, data, head, data + head, length - head));
                require(is_by_provider(d) == !by_engine);
                require(EVP_DigestInit_ex2(context, md, NULL));
                require(EVP_DigestUpdate(context, data, length));
                if (EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF)
                    require(EVP_DigestFinalXOF(context, expected, 16));
                else
                    require(EVP_DigestFinal_ex(context, expected, NULL));
                require_mem(out, expected, 16);
                EVP_MD_free(md);
            }
        assert_ok(crypto_digest(out, UUID9562_BLAKE2B, NULL, 0, NULL, 0));
    }
    by_engine = false;
    EVP_MD_CTX_free(context);
    forget_contexts();
    require_eq(queries, 0); /* each was ended */
    check_lock();
}

#if OPENSSL_VERSION_MAJOR < 4 && !defined OPENSSL_NO_ENGINE
static int begin_by_engine(EVP_MD_CTX *context)
{
    return EVP_MD_CTX_get0_md_data(context) != NULL;
}

static int update_by_engine(EVP_MD_CTX *context, const void *data, size_t length)
{
    (void)context;
    (void)data;
    return length > 0;
}

static int finish_by_engine(EVP_MD_CTX *context, unsigned char *out)
{
    (void)context;
    memset(out, 7, 20);
    return 1;
}

static EVP_MD *engine_sha1;

static int engine_digests(ENGINE *engine, const EVP_MD **digest, const int **types, int type)
{
    static const int offered = NID_sha1;

    (void)engine;
    if (digest == NULL) {
        *types = &offered;
        return 1;
    }
    *digest = type == offered ? engine_sha1 : NULL;
    return *digest != NULL;
}

/* The program has an engine compute SHA-1 in the place of the provider. */
TEST(an_engine)
{
    static const uint8_t expected[16] = {7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
    uint8_t out[DIGEST_ROOM];
    ENGINE *engine = ENGINE_new();

    engine_sha1 = EVP_MD_meth_new(NID_sha1, NID_undef);
    require(EVP_MD_meth_set_result_size(engine_sha1, 20));
    require(EVP_MD_meth_set_app_datasize(engine_sha1, 1));
    require(EVP_MD_meth_set_init(engine_sha1, begin_by_engine));
    require(EVP_MD_meth_set_update(engine_sha1, update_by_engine));
    require(EVP_MD_meth_set_final(engine_sha1, finish_by_engine));
    require(ENGINE_set_id(engine, "sevens"));
    require(ENGINE_set_digests(engine, engine_digests));
    require(ENGINE_set_default_digests(engine));
    forget_contexts();
    for (int i = 0; i < 2; i++) {
        assert_ok(crypto_digest(out, UUID9562_SHA1, "a", 1, "b", 1));
        require_mem(out, expected, sizeof expected);
    }
    require(!is_by_provider(UUID9562_SHA1));
    ENGINE_unregister_digests(engine);
    forget_contexts();
    assert_ok(crypto_digest(out, UUID9562_SHA1, "a", 1, "b", 1));
    require(is_by_provider(UUID9562_SHA1));
    ENGINE_free(engine);
    EVP_MD_meth_free(engine_sha1);
    check_lock();
}
#endif

/* A digest of variable length is told its length, which OpenSSL 3.0 knows and later ones do not. */
TEST(variable_length)
{
    uint8_t out[DIGEST_ROOM];
    size_t length = 0;

    assert_ok(crypto_digest(out, UUID9562_SHAKE256, NULL, 0, NULL, 0));
    assert_ok(crypto_digest(out, UUID9562_SHA256, NULL, 0, NULL, 0));
    require(OSSL_PARAM_get_size_t(
        OSSL_PARAM_locate_const(digest_contexts[UUID9562_SHAKE256].parameters, "xoflen"), &length));
    require_eq((int)length, 16);
    require(digest_contexts[UUID9562_SHA256].parameters == NULL);
}

/* MD5 where a provider has these rows: by its functions or not, but the same. */
static void digest_with_rows(const OSSL_ALGORITHM *rows, bool by_provider)
{
    static const uint8_t expected[] = {0xd4, 0x1d, 0x8c, 0xd9, 0x8f, 0x00, 0xb2, 0x04};
    uint8_t out[DIGEST_ROOM];

    forget_contexts();
    said_rows = rows;
    assert_ok(crypto_digest(out, UUID9562_MD5, NULL, 0, NULL, 0));
    said_rows = NULL;
    require_mem(out, expected, sizeof expected);
    require(is_by_provider(UUID9562_MD5) == by_provider);
}

TEST(rows_of_a_provider)
{
    static const int needed[] = {OSSL_FUNC_DIGEST_NEWCTX, OSSL_FUNC_DIGEST_FREECTX,
                                 OSSL_FUNC_DIGEST_INIT, OSSL_FUNC_DIGEST_UPDATE,
                                 OSSL_FUNC_DIGEST_FINAL};
    EVP_MD *md = EVP_MD_fetch(NULL, "MD5", NULL);
    int no_cache;
    const OSSL_ALGORITHM *row = find_row(
        OSSL_PROVIDER_query_operation(EVP_MD_get0_provider(md), OSSL_OP_DIGEST, &no_cache), "MD5");
    OSSL_DISPATCH functions[32];
    OSSL_ALGORITHM rows[] = {{"MD5-SHA1", "", NULL, ""},
                             {"MD5", "", functions, ""},
                             {"SHA1:MD5", "", NULL, ""},
                             {"MD", "", NULL, ""},
                             {NULL, NULL, NULL, NULL}};
    size_t count = 0;

    require(row != NULL);
    do {
        require(count < sizeof functions / sizeof *functions);
        functions[count] = row->implementation[count];
    } while (functions[count++].function_id != 0);
    digest_with_rows(rows, true);
    rows[0].algorithm_names = "MD5:SSL3-MD5"; /* which of the two is not known */
    digest_with_rows(rows, false);
    digest_with_rows(rows + 2, false);
    digest_with_rows(rows + 4, false);
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        size_t at = 0;
        while (functions[at].function_id != needed[i])
            at++;
        functions[at].function_id = 1000;
        digest_with_rows(rows + 1, false);
        functions[at].function_id = needed[i];
    }
    digest_with_rows(rows + 1, true);
    EVP_MD_free(md);
}

/* Where the memory of OpenSSL ends at the first, the second, ... piece. */
static void digest_without_memory(void)
{
    const uuid9562_t untouched = UUID9562_INIT_MAX;
    uuid9562_status_t status = UUID9562_ERR_MEMORY;

    for (int left = 0; status != UUID9562_OK; left++) {
        uuid9562_t out = untouched;
        const int before = pieces;

        pieces_left = left;
        status = digest(&out, "md5", 1);
        pieces_left = INT_MAX;
        if (left == 0)
            assert_status(status, UUID9562_ERR_MEMORY);
        if (status != UUID9562_OK)
            assert_same(out, untouched);
        require(by_engine || ERR_peek_error() == 0);
        forget_contexts();
        require_eq(pieces, before);
        require(left < 10);
    }
}

static int fails_to_init(void *context, const OSSL_PARAM parameters[])
{
    (void)context;
    (void)parameters;
    return 0;
}

static int fails_to_finish(void *context, unsigned char *out, size_t *length, size_t room)
{
    (void)context;
    (void)out;
    (void)length;
    (void)room;
    return 0;
}

static int updates_left;

static int fails_to_update(void *context, const unsigned char *data, size_t length)
{
    (void)context;
    (void)data;
    (void)length;
    return updates_left-- > 0;
}

TEST(what_fails)
{
    const uuid9562_t untouched = UUID9562_INIT_MAX;
    uuid9562_t out = untouched, right, again;
    digest_context_t *md5, good;

    assert_ok(digest(&right, "md5", 1));
    forget_contexts();
    no_table = true;
    assert_status(digest(&out, "md5", 1), UUID9562_ERR_MEMORY);
    no_table = false;
    no_key = true;
    atomic_store(&digest_slot.has_key, false); /* as if none had been asked for */
    assert_status(digest(&out, "md5", 1), UUID9562_ERR_MEMORY);
    assert_status(digest(&out, "md5", 1), UUID9562_ERR_MEMORY);
    require(digest_contexts == NULL); /* what cannot be kept is not left */
    no_key = false;
    ERR_clear_error();
    digest_without_memory();
    by_engine = true;
    digest_without_memory();
    by_engine = false;

    forget_contexts();
    assert_ok(digest(&again, "md5", 1));
    md5 = &digest_contexts[UUID9562_MD5];
    good = *md5;
    md5->init = fails_to_init;
    assert_status(digest(&out, "md5", 1), UUID9562_ERR_DIGEST_POLICY);
    *md5 = good;
    md5->update = fails_to_update;
    for (int updates = 0; updates < 2; updates++) {
        updates_left = updates;
        assert_status(digest(&out, "md5", 1), UUID9562_ERR_DIGEST_POLICY);
    }
    *md5 = good;
    md5->final = fails_to_finish;
    assert_status(digest(&out, "md5", 1), UUID9562_ERR_DIGEST_POLICY);
    assert_same(out, untouched);
    *md5 = good;
    assert_ok(digest(&again, "md5", 1)); /* what was begun and not finished is forgotten */
    assert_same(again, right);
    check_lock();
}

static void *digest_in_a_thread(void *unused)
{
    uuid9562_t out;
    return digest(&out, "sha1", 1) == UUID9562_OK && digest(&out, "sha512", 1) == UUID9562_OK
               ? unused
               : depth;
}

/* A thread has a context for each digest, and frees them when it ends. */
TEST(threads_leave_nothing)
{
    uuid9562_t out;
    int before;

    assert_ok(digest(&out, "sha1", 1)); /* what the process keeps */
    assert_ok(digest(&out, "sha512", 1));
    before = pieces;
    for (int i = 0; i < 4; i++) {
        by_engine = i % 2 == 1;
        run_threads(1, digest_in_a_thread, NULL, 0);
        require_eq(pieces, before);
    }
    by_engine = false;
}

/* The key is the first 32 bytes of the seed, and the counter begins with the other 16. */
TEST(the_stream_cipher)
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

#if OPENSSL_VERSION_MAJOR < 4
static _Atomic bool is_delaying;

static void *delay(void *unused)
{
    fork_hold_off();
    is_delaying = true;
    while (!has_waited)
        sched_yield();
    is_delaying = false;
    fork_allow();
    return unused;
}

/* When OpenSSL cleans up: nothing more is looked up, and what was is kept. The last test. */
TEST(at_exit)
{
    void *_Atomic never_found = NULL;
    uuid9562_t out;
    pthread_t thread;
    int asked;

    assert_ok(digest(&out, "sha256", 1));
    asked = fetches;
    require(exit_handler == close_at_exit);
    has_waited = false;
    require_eq(pthread_create(&thread, NULL, delay, NULL), 0);
    while (!is_delaying)
        sched_yield();
    close_at_exit(); /* which waits for what that thread looks up */
    require(has_waited && !is_delaying);
    pthread_join(thread, NULL);
    check_lock();
    assert_ok(digest(&out, "sha256", 1));
    forget_contexts();
    assert_ok(digest(&out, "sha256", 1));
    require(look_up(&never_found, "MD5", false) == NULL);
    require_eq(fetches, asked);
    check_lock();
}
#endif
