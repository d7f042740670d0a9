/*
 * The one place that the core's random bits come from (RFC 9562 section 6.9): for each thread a
 * generator of OpenSSL's that is the thread's own, and a pool of what it has made.
 *
 * What must hold:
 *
 *   Once       An octet is handed out once and wiped. A pool is touched by its thread alone.
 *   Era        What was made in one era is not used in another (os.c): a child process, however it
 *              was made, wipes the pool that it inherits, and seeds the generator anew before
 *              anything is taken from it. uuid9562_reseed ends an era for all threads.
 *   No lock    Once a thread has its generator, nothing here waits for another thread; making it
 *              waits for those who do so too, and fork() waits for that (os_lock). So no child can
 *              inherit a lock that is held.
 *   No ghost   A pool has octets only if its counters say so, and they are set after a fill that
 *              succeeded. A fill that fails is an error, and nothing was given out.
 *   Young      Pool and seed are used for a second at most, so that a restored snapshot of a
 *              machine repeats little: the age is looked at with every 1024 octets, and a clock
 * that was set back counts as old. The time goes into the generator's state with each fill.
 *
 * Not for signal handlers: one that interrupts a draw of its thread may get what that one gets.
 */
#include <stdlib.h>
#include <string.h>

enum { POOL_SIZE = 32768, POOL_SHARE = 8192, LOOK_SIZE = 1024 };
static const uint64_t oldest_ns = 1000000000;

/* The octets that may be taken at once are the last `ready` of the first `ready + left`. */
typedef struct pool {
    uint64_t era; /* in which it was filled and seeded */
    size_t ready; /* may be taken before the next look at the age */
    size_t left;  /* the others */
    uint64_t filled_ns;
    uint64_t seeded_ns;
    drbg_t *drbg;
    uint8_t octets[POOL_SIZE];
} pool_t;

/* A pointer is small enough for the thread-local storage that is set aside for libraries which are
 * loaded late; musl sets none aside. */
#if defined __GLIBC__
__attribute__((tls_model("initial-exec")))
#endif
static _Thread_local pool_t *thread_pool;

static ALWAYS_INLINE void entropy_wipe(void *octets, size_t count)
{
    memset(octets, 0, count);
    __asm__ volatile("" : : "r"(octets) : "memory"); /* it is meant, even if nobody reads it */
}

/* ---- a pool's life ---- */

static void pool_free(void *of_this_thread)
{
    pool_t *pool = of_this_thread;

    thread_pool = NULL;
    crypto_drbg_free(pool->drbg);
    entropy_wipe(pool, sizeof *pool);
    free(pool);
}

static pool_t *pool_new(void)
{
    pool_t *pool = calloc(1, sizeof *pool);

    if (pool == NULL)
        return NULL;
    pool->drbg = crypto_drbg_new();
    if (pool->drbg == NULL || os_at_thread_exit(pool_free, pool) != 0) {
        crypto_drbg_free(pool->drbg);
        free(pool);
        return NULL;
    }
    thread_pool = pool;
    return pool;
}

static bool is_old(uint64_t since, uint64_t now)
{
    return now - since > oldest_ns; /* unsigned: a time in the future is old as well */
}

/* Drops what may no longer be used, and seeds the generator anew where it must be. */
static int pool_renew(pool_t *pool)
{
    uint64_t now = os_coarse_ns(), era = os_era();
    bool stale = pool->era != era;

    if (stale || is_old(pool->filled_ns, now)) {
        entropy_wipe(pool->octets, pool->ready + pool->left);
        pool->ready = pool->left = 0;
    }
    if (stale || is_old(pool->seeded_ns, now)) {
        if (crypto_drbg_reseed(pool->drbg) != 0)
            return -1;
        pool->seeded_ns = now;
        pool->era = era;
    }
    return 0;
}

static int pool_fill(pool_t *pool)
{
    pool->filled_ns = os_coarse_ns();
    if (crypto_drbg_generate(pool->drbg, pool->octets, POOL_SIZE, pool->filled_ns) != 0) {
        entropy_wipe(pool->octets, POOL_SIZE);
        return -1;
    }
    pool->left = POOL_SIZE;
    return 0;
}

/* ---- drawing ---- */

static ALWAYS_INLINE void hand_out(void *octets, uint8_t *from, size_t count)
{
    memcpy(octets, from, count);
    entropy_wipe(from, count);
}

/* Takes from the pool what it takes, filling it as often as it must be. */
static int draw_from(pool_t *pool, uint8_t *octets, size_t count)
{
    size_t there = pool->ready + pool->left;

    pool->ready = 0;
    while (count > 0) {
        size_t part;

        if (there == 0) {
            if (pool_fill(pool) != 0)
                return -1;
            there = POOL_SIZE;
        }
        part = count < there ? count : there;
        there -= part;
        pool->left = there;
        hand_out(octets, pool->octets + there, part);
        octets += part;
        count -= part;
    }
    pool->ready = there < LOOK_SIZE ? there : LOOK_SIZE;
    pool->left = there - pool->ready;
    return 0;
}

/* When the pool is not there, not of this era, due for a look at its age, or too small. */
static NEVER_INLINE int draw_slowly(void *octets, size_t count)
{
    pool_t *pool = thread_pool != NULL ? thread_pool : pool_new();

    if (pool == NULL || pool_renew(pool) != 0)
        return -1;
    if (count > POOL_SHARE) /* straight into the caller's memory */
        return crypto_drbg_generate(pool->drbg, octets, count, os_coarse_ns());
    return draw_from(pool, octets, count);
}

static ALWAYS_INLINE uint8_t *entropy_at_hand(size_t count)
{
    pool_t *pool = thread_pool;

    if (pool == NULL || pool->ready < count || !os_is_era(pool->era))
        return NULL;
    pool->ready -= count;
    return pool->octets + pool->left + pool->ready;
}

static int entropy_draw(void *context, void *octets, size_t count)
{
    uint8_t *at_hand = entropy_at_hand(count);

    (void)context;
    if (at_hand == NULL)
        return draw_slowly(octets, count);
    hand_out(octets, at_hand, count);
    return 0;
}

static int entropy_reseed(void)
{
    uint8_t octet;

    os_next_era();
    return entropy_draw(NULL, &octet, sizeof octet);
}
