/*
 * The one place that the core's random bits come from (RFC 9562 section 6.9): for each thread the
 * keystream of AES-256, seeded from the operating system, and a pool of what it has made.
 *
 * What must hold:
 *
 *   Once       An octet is handed out once and wiped. A pool is touched by its thread alone.
 *   Forward    With each fill the keystream makes its own next seed, and the one before is
 *              forgotten ("fast key erasure"): who reads the memory does not find what was given
 *              out before.
 *   Era        What was made in one era is not used in another (os.c): a child process, however it
 *              was made, wipes the pool that it inherits, and takes a new seed before anything is
 *              taken from it. uuid9562_reseed ends an era for all threads.
 *   No lock    Nothing here waits for another thread, but for the moment in which the first of all
 *              looks up the cipher; and fork() waits for that (crypto.c). So no child can inherit a
 *              lock that is held.
 *   No ghost   A pool has octets only if its counters say so, and they are set after a fill that
 *              succeeded. A fill that fails is an error, and nothing was given out.
 *   Young      With every ENTROPY_READY octets one looks at the age of pool and seed: what is older
 *              than a second is dropped, and a clock that was set back counts as old. So of a
 *              snapshot of a machine that is restored twice no more than so many octets a thread
 *              come twice, unless it is restored within that second. The time goes into each seed.
 *
 * Not for signal handlers: one that interrupts a draw of its thread may get what that one gets.
 */
#include <stdlib.h>
#include <string.h>

enum { POOL_SIZE = 32768, POOL_SHARE = 8192, STRETCH = 1 << 16 };
static const uint64_t oldest_ns = 1000000000;

/* The octets that may be taken at once are the last `ready` of the first `ready + left`. */
struct pool {
    uint64_t era; /* in which it was filled and seeded */
    size_t ready; /* may be taken before the next look at the age */
    size_t left;  /* the others */
    uint64_t filled_ns;
    uint64_t seeded_ns;
    keystream_t *keystream;
    struct {
        uint8_t seed[KEYSTREAM_SEED]; /* the next */
        uint8_t octets[POOL_SIZE];
    } made; /* in one go; zeros where there is nothing in it */
};

FOR_THREAD pool_t *thread_pool;

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
    crypto_keystream_free(pool->keystream);
    entropy_wipe(pool, sizeof *pool);
    free(pool);
}

static pool_t *pool_new(void)
{
    pool_t *pool = calloc(1, sizeof *pool);

    if (pool == NULL)
        return NULL;
    pool->era = NO_ERA;
    pool->keystream = crypto_keystream_new();
    if (pool->keystream == NULL || os_keep_for_thread(THREAD_pool, pool) != 0) {
        pool_free(pool);
        return NULL;
    }
    thread_pool = pool;
    return pool;
}

static bool is_old(uint64_t since, uint64_t now)
{
    return now - since > oldest_ns; /* unsigned: a time in the future is old as well */
}

/* The seed that lies ready takes effect, with the time in it, and is forgotten. */
static int pool_turn(pool_t *pool)
{
    int failed;

    layout_write64(pool->made.seed, layout_read64(pool->made.seed) ^ os_fine_ns());
    failed = crypto_keystream_seed(pool->keystream, pool->made.seed);
    entropy_wipe(pool->made.seed, sizeof pool->made.seed);
    return failed;
}

static int pool_seed(pool_t *pool)
{
    return os_random(pool->made.seed, sizeof pool->made.seed) == 0 ? pool_turn(pool) : -1;
}

/* Drops what may no longer be used, and seeds anew where it must be. */
static int pool_renew(pool_t *pool)
{
    uint64_t now = os_coarse_ns(), era = os_era();
    bool stale = pool->era != era;

    if (stale || is_old(pool->filled_ns, now)) {
        entropy_wipe(pool->made.octets, pool->ready + pool->left);
        pool->ready = pool->left = 0;
    }
    if (era == 0)
        return -1;
    if (stale || is_old(pool->seeded_ns, now)) {
        pool->era = NO_ERA;
        if (pool_seed(pool) != 0)
            return -1;
        pool->seeded_ns = now;
        pool->era = era;
    }
    return 0;
}

static int pool_fill(pool_t *pool)
{
    if (crypto_keystream_next(pool->keystream, (uint8_t *)&pool->made, sizeof pool->made) != 0 ||
        pool_turn(pool) != 0) {
        entropy_wipe(&pool->made, sizeof pool->made);
        pool->era = NO_ERA; /* a keystream that has failed is seeded anew */
        return -1;
    }
    pool->ready = 0;
    pool->left = POOL_SIZE;
    pool->filled_ns = os_coarse_ns();
    return 0;
}

/* ---- drawing ---- */

static ALWAYS_INLINE void hand_out(void *octets, uint8_t *from, size_t count)
{
    memcpy(octets, from, count);
    entropy_wipe(from, count);
}

/* How many octets there are, of which the last ENTROPY_READY are ready. */
static void pool_count(pool_t *pool, size_t there)
{
    pool->ready = there < ENTROPY_READY ? there : ENTROPY_READY;
    pool->left = there - pool->ready;
}

/* When the pool is not there, not of this era, due for a look at its age, or too small for `count`
 * octets: sees to it that so many are ready. Returns NULL where that fails. */
static NEVER_INLINE pool_t *pool_get_ready(size_t count)
{
    pool_t *pool = thread_pool != NULL ? thread_pool : pool_new();

    if (pool == NULL || pool_renew(pool) != 0)
        return NULL;
    if (pool->ready + pool->left < count) {
        entropy_wipe(pool->made.octets, pool->ready + pool->left);
        pool->ready = pool->left = 0;
        if (pool_fill(pool) != 0)
            return NULL;
    }
    pool_count(pool, pool->ready + pool->left);
    return pool;
}

static ALWAYS_INLINE pool_t *entropy_ready(size_t count)
{
    pool_t *pool = thread_pool;

    if (UNLIKELY(pool == NULL || pool->ready < count || !os_is_era(pool->era)))
        pool = pool_get_ready(count);
    return pool;
}

static ALWAYS_INLINE uint8_t *entropy_take(pool_t *pool, size_t count)
{
    pool->ready -= count;
    return pool->made.octets + pool->left + pool->ready;
}

/* More than a few, from the pool, filling it as often as it must be. */
static int draw_from(pool_t *pool, uint8_t *octets, size_t count)
{
    size_t there = pool->ready + pool->left;

    while (count > 0) {
        size_t part;

        if (there == 0) {
            if (pool_fill(pool) != 0)
                return -1;
            there = POOL_SIZE;
        }
        part = count < there ? count : there;
        there -= part;
        pool_count(pool, there);
        hand_out(octets, pool->made.octets + there, part);
        octets += part;
        count -= part;
    }
    return 0;
}

/* A lot, straight into the caller's memory, a stretch for each seed. */
static int draw_past(pool_t *pool, uint8_t *octets, size_t count)
{
    while (count > 0) {
        size_t part = count < STRETCH ? count : STRETCH;

        if (pool_renew(pool) != 0)
            return -1;
        memset(octets, 0, part);
        if (crypto_keystream_next(pool->keystream, octets, part) != 0 ||
            crypto_keystream_next(pool->keystream, pool->made.seed, sizeof pool->made.seed) != 0 ||
            pool_turn(pool) != 0) {
            pool->era = NO_ERA;
            return -1;
        }
        octets += part;
        count -= part;
    }
    return 0;
}

static int entropy_draw(void *context, void *octets, size_t count)
{
    pool_t *pool = entropy_ready(count <= ENTROPY_READY ? count : 0);

    (void)context;
    if (pool == NULL)
        return -1;
    if (count <= ENTROPY_READY) {
        hand_out(octets, entropy_take(pool, count), count);
        return 0;
    }
    if (pool_renew(pool) != 0)
        return -1;
    return count > POOL_SHARE ? draw_past(pool, octets, count) : draw_from(pool, octets, count);
}

static int entropy_reseed(void)
{
    uint8_t octet;

    os_next_era();
    return entropy_draw(NULL, &octet, sizeof octet);
}
