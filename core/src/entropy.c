/*
 * A fast-key-erasure generator over AES-256-CTR with a buffer for each thread, seeded from the
 * operating system (entropy.h).
 *
 * What must hold:
 *
 *   Once          A byte is handed out once, and wiped. Only its own thread touches a buffer.
 *   Key erasure   Each fill generates the next seed as well, which replaces the key: a memory
 *                 disclosure does not reveal past output.
 *   Forks         Bytes and seeds of one fork generation are not used in another (fork.h): a child,
 *                 however it was created, wipes the buffer that it inherits and takes a new seed
 *                 before its first draw. uuid9562_reseed ends the generation for all threads.
 *   No lock       Nothing here waits for another thread, except at first use, for the look-up of
 *                 the cipher and the thread key. fork() waits for both (fork_block), so no child
 *                 inherits a lock that is held.
 *   All or none   The buffer counts bytes only after a fill that succeeded. If a fill fails,
 *                 nothing is handed out.
 *   Bounded age   The age of buffer and seed is checked every ENTROPY_PREPARE_MAX bytes: both are
 *                 dropped when older than a second, or after the clock was set back. So a snapshot
 *                 of a machine that is restored twice repeats at most that many bytes per thread,
 *                 unless it is restored within that second. The time is mixed into each seed.
 *
 * Not for signal handlers: one that interrupts a draw of its own thread may get the same bytes.
 */
#include "entropy.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "crypto.h"
#include "fork.h"
#include "layout.h"
#include "os.h"
#include "thread.h"

enum {
    BUFFER_SIZE = 32768,
    BYPASS_THRESHOLD = 8192, /* larger requests are generated in the caller's memory */
    REKEY_INTERVAL = 1 << 16 /* bytes of such a request for each key */
};
static const uint64_t max_age_ns = 1000000000;

/* The bytes that are left are the first `reserve + ready`. The last `ready` of them may be taken
 * before the next check of the age. */
struct entropy_buffer {
    uint64_t generation; /* of fork.h, in which it was filled and seeded */
    size_t ready;
    size_t reserve;
    uint64_t filled_ns;
    uint64_t seeded_ns;
    stream_cipher_t *stream;
    struct {
        uint8_t seed[STREAM_CIPHER_SEED]; /* the next one */
        uint8_t bytes[BUFFER_SIZE];
    } output; /* of one fill; zeros where it is empty */
};

THREAD_LOCAL entropy_buffer_t *thread_buffer;

INTERNAL_INLINE void entropy_wipe(void *bytes, size_t count)
{
    memset(bytes, 0, count);
    __asm__ volatile("" : : "r"(bytes) : "memory"); /* keeps the compiler from removing the store */
}

/* ---- the life of a buffer ---- */

static void release_buffer(void *of_this_thread)
{
    entropy_buffer_t *buffer = of_this_thread;

    thread_buffer = NULL;
    crypto_stream_free(buffer->stream);
    entropy_wipe(buffer, sizeof *buffer);
    free(buffer);
}

static thread_slot_t buffer_slot = {.release = release_buffer};

static entropy_buffer_t *new_buffer(void)
{
    entropy_buffer_t *buffer = calloc(1, sizeof *buffer);

    if (buffer == NULL)
        return NULL;
    buffer->generation = NO_FORK_GENERATION;
    buffer->stream = crypto_stream_new();
    if (buffer->stream == NULL || thread_keep(&buffer_slot, buffer) != 0) {
        release_buffer(buffer);
        return NULL;
    }
    thread_buffer = buffer;
    return buffer;
}

static bool is_expired(uint64_t since, uint64_t now)
{
    return now - since > max_age_ns; /* unsigned: a time in the future has expired as well */
}

static void drop_bytes(entropy_buffer_t *buffer)
{
    entropy_wipe(buffer->output.bytes, buffer->reserve + buffer->ready);
    buffer->ready = buffer->reserve = 0;
}

/* Keys the cipher with the next seed, the time mixed in, and wipes it. */
static int rekey(entropy_buffer_t *buffer)
{
    uint8_t *seed = buffer->output.seed;
    int failed;

    layout_write64(seed, layout_read64(seed) ^ os_fine_ns());
    failed = crypto_stream_seed(buffer->stream, seed);
    entropy_wipe(seed, STREAM_CIPHER_SEED);
    return failed;
}

/* Drops what may no longer be used, and takes a new seed where that is due. */
static int refresh(entropy_buffer_t *buffer)
{
    uint64_t now = os_coarse_ns(), generation = fork_generation();
    bool forked = buffer->generation != generation;

    if (forked || is_expired(buffer->filled_ns, now))
        drop_bytes(buffer);
    if (generation == 0)
        return -1;
    if (forked || is_expired(buffer->seeded_ns, now)) {
        buffer->generation = NO_FORK_GENERATION;
        if (os_random(buffer->output.seed, STREAM_CIPHER_SEED) != 0 || rekey(buffer) != 0)
            return -1;
        buffer->seeded_ns = now;
        buffer->generation = generation;
    }
    return 0;
}

static int fill(entropy_buffer_t *buffer)
{
    if (crypto_stream_next(buffer->stream, (uint8_t *)&buffer->output, sizeof buffer->output) !=
            0 ||
        rekey(buffer) != 0) {
        entropy_wipe(&buffer->output, sizeof buffer->output);
        buffer->generation = NO_FORK_GENERATION; /* a cipher that has failed is seeded anew */
        return -1;
    }
    buffer->ready = 0;
    buffer->reserve = BUFFER_SIZE;
    buffer->filled_ns = os_coarse_ns();
    return 0;
}

/* ---- drawing ---- */

static ALWAYS_INLINE void copy_and_wipe(void *bytes, uint8_t *from, size_t count)
{
    memcpy(bytes, from, count);
    entropy_wipe(from, count);
}

/* At most the last ENTROPY_PREPARE_MAX of the bytes that are left become ready. */
static void set_left(entropy_buffer_t *buffer, size_t left)
{
    buffer->ready = left < ENTROPY_PREPARE_MAX ? left : ENTROPY_PREPARE_MAX;
    buffer->reserve = left - buffer->ready;
}

/* The slow path of entropy_prepare: there is no buffer, it is of another generation, its age is due
 * for a check, or it has too few bytes. */
static NEVER_INLINE entropy_buffer_t *prepare_slowly(size_t count)
{
    entropy_buffer_t *buffer = thread_buffer != NULL ? thread_buffer : new_buffer();

    if (buffer == NULL || refresh(buffer) != 0)
        return NULL;
    if (buffer->ready + buffer->reserve < count) {
        drop_bytes(buffer);
        if (fill(buffer) != 0)
            return NULL;
    }
    set_left(buffer, buffer->ready + buffer->reserve);
    return buffer;
}

INTERNAL_INLINE entropy_buffer_t *entropy_prepare(size_t count)
{
    entropy_buffer_t *buffer = thread_buffer;

    if (UNLIKELY(buffer == NULL || buffer->ready < count ||
                 !fork_is_generation(buffer->generation)))
        buffer = prepare_slowly(count);
    return buffer;
}

INTERNAL_INLINE uint8_t *entropy_take(entropy_buffer_t *buffer, size_t count)
{
    buffer->ready -= count;
    return buffer->output.bytes + buffer->reserve + buffer->ready;
}

/* From the buffer, filled as often as needed. */
static int draw_from_buffer(entropy_buffer_t *buffer, uint8_t *bytes, size_t count)
{
    size_t left = buffer->ready + buffer->reserve;

    while (count > 0) {
        size_t part;

        if (left == 0) {
            if (fill(buffer) != 0)
                return -1;
            left = BUFFER_SIZE;
        }
        part = count < left ? count : left;
        left -= part;
        set_left(buffer, left);
        copy_and_wipe(bytes, buffer->output.bytes + left, part);
        bytes += part;
        count -= part;
    }
    return 0;
}

/* Straight into the caller's memory. */
static int draw_past_buffer(entropy_buffer_t *buffer, uint8_t *bytes, size_t count)
{
    while (count > 0) {
        size_t part = count < REKEY_INTERVAL ? count : REKEY_INTERVAL;

        if (refresh(buffer) != 0)
            return -1;
        memset(bytes, 0, part);
        if (crypto_stream_next(buffer->stream, bytes, part) != 0 ||
            crypto_stream_next(buffer->stream, buffer->output.seed, STREAM_CIPHER_SEED) != 0 ||
            rekey(buffer) != 0) {
            buffer->generation = NO_FORK_GENERATION;
            return -1;
        }
        bytes += part;
        count -= part;
    }
    return 0;
}

INTERNAL int entropy_draw(void *context, void *bytes, size_t count)
{
    entropy_buffer_t *buffer = entropy_prepare(count <= ENTROPY_PREPARE_MAX ? count : 0);

    (void)context;
    if (buffer == NULL)
        return -1;
    if (count <= ENTROPY_PREPARE_MAX) {
        copy_and_wipe(bytes, entropy_take(buffer, count), count);
        return 0;
    }
    if (refresh(buffer) != 0)
        return -1;
    return count > BYPASS_THRESHOLD ? draw_past_buffer(buffer, bytes, count)
                                    : draw_from_buffer(buffer, bytes, count);
}

INTERNAL int entropy_reseed(void)
{
    uint8_t byte;

    fork_end_generation();
    return entropy_draw(NULL, &byte, sizeof byte);
}
