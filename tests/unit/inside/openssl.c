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
    EVP_MD *_Atomic first = NULL, *_Atomic second = NULL;
    int begun;

    library = NOT_OPEN;
    meanwhile = look_up_sha512;
    look_up_sha512();
    require_eq(library, OPEN);
    begun = beginnings;
    EVP_MD_free(look_up(&first, "MD5")); /* it is open */
    require_eq(beginnings, begun);
    library = NOT_OPEN;
    EVP_MD_free(look_up(&second, "MD5"));
    require_le(handlers, registered + 1); /* one in a process */
    check_lock();
}

/* OpenSSL may lack the memory to start: that is the error, and only until there is some. */
TEST(starting_badly)
{
    uuid9562_t out;

    library = NOT_OPEN;
    begins_badly = true;
    assert_status(digest(&out, "sha1", 1), UUID9562_ERR_DIGEST_POLICY);
    begins_badly = false;
    assert_ok(digest(&out, "sha1", 1));
    check_lock();
}

static void look_in_vain(void)
{
    EVP_MD *_Atomic slot = NULL;

    other_version = true;
    require(look_up(&slot, "MD5") == NULL);
    other_version = false;
    require_eq(library, MISSING);
}

/* Where there is none to call, digests are our own, for the rest of the process; of two threads that
 * look at once, the first to know decides. */
TEST(none_to_call)
{
    EVP_MD *_Atomic first = NULL;
    uuid9562_t own, again, expected;
    int asked;

    assert_ok(digest(&expected, "sha384", 300));
    asked = fetches;
    library = NOT_OPEN;
    look_in_vain();
    assert_ok(digest(&own, "sha256", 1));
    require_eq(fetches, asked);
    library = NOT_OPEN;
    meanwhile = look_in_vain;
    require(look_up(&first, "MD5") == NULL);
    require_eq(library, MISSING);
    assert_ok(digest(&again, "sha384", 300));
    assert_same(again, expected);
    library = OPEN;
    assert_ok(digest(&again, "sha256", 1));
    assert_same(own, again);
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
    assert_status(digest(&out, "md5", 1), UUID9562_ERR_DIGEST_POLICY);
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

static void forget_context(void)
{
    release_digest_contexts(NULL);
    require(digest_contexts.copy == NULL); /* a destructor that runs later asks for another */
    thread_keep(&digest_slot, NULL);
}

/* Every digest as OpenSSL computes it alone, of each length, with the contexts of one thread. */
TEST(digests_by_kept_contexts)
{
    uint8_t data[300] = {1, 2, 3}, out[DIGEST_ROOM], expected[EVP_MAX_MD_SIZE];

    for (size_t length = 0; length <= sizeof data; length++)
        for (int i = 0; i < DIGEST_COUNT; i++) {
            const size_t head = length / 3;

            assert_ok(
                crypto_digest(out, (uuid9562_digest_t)i, data, head, data + head, length - head));
            require(EVP_Q_digest(NULL, openssl_names[i], NULL, data, length, expected, NULL));
            require_mem(out, expected, 16);
        }
    assert_ok(crypto_digest(out, UUID9562_SHA512, NULL, 0, NULL, 0));
    check_lock();
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
        ERR_clear_error();
        forget_context();
        require_eq(pieces, before);
        require(left < 10);
    }
}

TEST(what_fails)
{
    const uuid9562_t untouched = UUID9562_INIT_MAX;
    uuid9562_t out = untouched, right, again;

    assert_ok(digest(&right, "md5", 1));
    forget_context();
    no_key = true;
    atomic_store(&digest_slot.has_key, false); /* as if none had been asked for */
    assert_status(digest(&out, "md5", 1), UUID9562_ERR_MEMORY);
    assert_status(digest(&out, "md5", 1), UUID9562_ERR_MEMORY);
    require(digest_contexts.copy == NULL); /* what cannot be kept is not left */
    no_key = false;
    ERR_clear_error();
    digest_without_memory();
    digest_calls_left = 0; /* it cannot be begun */
    assert_status(digest(&out, "md5", 1), UUID9562_ERR_MEMORY);
    digest_calls_left = INT_MAX;
    assert_ok(digest(&out, "md5", 1));
    out = untouched;
    for (int calls = 0; calls < 4; calls++) {
        digest_calls_left = calls;
        assert_status(digest(&out, "md5", 1),
                      calls == 0 ? UUID9562_ERR_MEMORY : UUID9562_ERR_DIGEST_POLICY);
        digest_calls_left = INT_MAX;
        assert_same(out, untouched);
        assert_ok(digest(&again, "md5", 1)); /* what was begun and not finished is forgotten */
        assert_same(again, right);
    }
    check_lock();
}

static void *digest_in_a_thread(void *unused)
{
    uuid9562_t out;
    return digest(&out, "sha1", 1) == UUID9562_OK && digest(&out, "sha512", 1) == UUID9562_OK
               ? unused
               : depth;
}

/* A thread has contexts, and frees them when it ends. */
TEST(threads_leave_nothing)
{
    uuid9562_t out;
    int before;

    assert_ok(digest(&out, "sha1", 1)); /* what the process keeps */
    assert_ok(digest(&out, "sha512", 1));
    before = pieces;
    for (int i = 0; i < 4; i++) {
        run_threads(1, digest_in_a_thread, NULL, 0);
        require_eq(pieces, before);
    }
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
    EVP_MD *_Atomic never_found = NULL;
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
    forget_context();
    assert_ok(digest(&out, "sha256", 1));
    require(look_up(&never_found, "MD5") == NULL);
    require_eq(fetches, asked);
    check_lock();
}
#endif
