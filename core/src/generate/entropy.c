/*
 * A buffer of random bytes for each thread, filled by the operating system or by a fast-key-erasure
 * generator over the stream cipher, which the system seeds (entropy.h, crypto/stream.h).
 *
 * A buffer is a slot of memory that the kernel wipes in a child and leaves out of core dumps
 * (secret_memory.h). It holds the bytes that the last fill left; where the cipher made them, the
 * seed of the next fill; and in the midst of a fill what the cipher works with. Nothing else in the
 * process holds any of these, except the processor's registers.
 *
 * The first fill takes SMALL_FILL bytes from the system. Each fill is larger than the one before,
 * and these are the cipher's; after a second without one the next is small again, so a thread that
 * generates few UUIDs keeps one page.
 *
 * What must hold:
 *
 *   Once          A byte is handed out once, and wiped. Only its own thread touches a buffer.
 *   Key erasure   A seed is the key of one fill, which overwrites it by the next: a memory
 *                 disclosure reveals neither past output, nor what follows the next seed from the
 *                 system.
 *   Zero is none  A buffer of zeros is empty and has no seed, so one that was wiped in a child, or
 *                 by drop(), hands out nothing.
 *   Forks         Bytes and seeds of one fork generation are not used in another (fork.h): a child,
 *                 however it was created, and whether or not the kernel has wiped its buffer, fills
 *                 it from the system first. The generation is a variable of the thread, apart from
 *                 the buffer, which may have become another thread's. uuid9562_reseed ends the
 *                 generation for all threads. A signal handler may fork in the midst of a draw, and
 *                 return: whoever has used bytes asks entropy_has_ended, and draws again. In the
 *                 midst of a fill it leaves the child a key of zeros, which anyone can guess: so a
 *                 fill whose generation has ended fails.
 *   No lock       Nothing here waits for another thread, except at first use, for the thread key.
 *                 fork() waits for that (fork_lock), so no child inherits a lock that is held.
 *   All or none   The buffer counts bytes, and has a seed, only after a fill that succeeded. If a
 *                 fill fails, nothing is handed out, and what it left is wiped.
 *   Bounded age   Bytes are dropped when older than a second, or after the clock was set back. Both
 *                 are checked every ENTROPY_PREPARE_MAX bytes; a caller that has read the clock
 *                 also checks the age of the bytes each time. A seed is used for a second too, and
 *                 the time is the nonce of its fill. So two copies of a restored machine may share
 *                 what is left of one fill, and no more, unless they also begin the next one within
 *                 the same nanosecond of their clocks.
 *
 * With UUID9562_RANDOM=system in the environment every request is a fill of its own, from the
 * system. The buffer then keeps only the bytes that a failed call left, and the next request
 * discards them. With another value there is no buffer.
 *
 * Not for signal handlers: a draw of one that interrupts a draw of its own thread may get the same
 * bytes, or those of a key that the other has wiped. Nor may a handler that forks begin a thread in
 * the child, which could claim the slot that the interrupted draw still writes.
 */
#include "entropy.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../../include/uuid9562.h"
#include "../crypto/stream.h"
#include "../system/fork.h"
#include "../system/os.h"
#include "../system/secret_memory.h"
#include "../system/thread.h"
#include "../wipe.h"

INTERNAL int entropy_of_system(void *bytes, size_t count)
{
    if (os_random(bytes, count) == 0)
        return 0;
    wipe(bytes, count);
    return -1;
}

/* What every thread has buffered is of the generation that ends. */
uuid9562_status_t uuid9562_reseed(void)
{
    uint8_t byte;

    fork_end_generation();
    return entropy_draw(NULL, &byte, sizeof byte) == 0 ? UUID9562_OK : UUID9562_ERR_ENTROPY;
}

#ifndef OS_UNBUFFERED

enum {
    BUFFER_HEAD = 1024, /* it and the first two fills are a page */
    BUFFER_SIZE = SECRET_SLOT_SIZE - BUFFER_HEAD,
    SMALL_FILL = 1024,
    BYPASS_THRESHOLD = 8192, /* larger requests are generated in the caller's memory */
    REKEY_INTERVAL = 1 << 16 /* bytes of such a request for each key */
};
/* With the seed that precedes them, those of the cipher are whole batches. */
static const size_t fill_sizes[] = {SMALL_FILL, 3072 - STREAM_KEY, BUFFER_SIZE - STREAM_KEY};
enum { LAST_FILL_SIZE = sizeof fill_sizes / sizeof *fill_sizes - 1 };
static const uint64_t max_age_ns = 1000000000;

/* What precedes the bytes. */
struct buffer_head {
    /* The bytes that are left are the first `reserve + ready`. The last `ready` of them may be
     * taken before the next check of the age. */
    size_t ready;
    size_t reserve;
    uint64_t expires_ns; /* a second after the fill */
    uint64_t seeded_ns;  /* when the system gave the seed's origin; 0: no seed */
    unsigned next_size;  /* of fill_sizes */
    stream_work_t work;
};

struct entropy_buffer {
    struct buffer_head head;
    uint8_t unused[BUFFER_HEAD - sizeof(struct buffer_head) - 2 * STREAM_KEY];
    uint8_t key[STREAM_KEY];  /* of a request that is generated in the caller's memory */
    uint8_t seed[STREAM_KEY]; /* the next key, generated with what is before or behind it */
    uint8_t bytes[BUFFER_SIZE]; /* zeros where they are not left */
};
_Static_assert(sizeof(struct entropy_buffer) == SECRET_SLOT_SIZE &&
                   offsetof(struct entropy_buffer, bytes) == BUFFER_HEAD,
               "a buffer is a slot, and its bytes follow its seed");

/* The state of a thread. */
typedef struct thread_entropy {
    secret_slot_t slot;  /* the buffer */
    uint64_t generation; /* of fork.h, in which the buffer was filled; then there is one */
} thread_entropy_t;
THREAD_LOCAL thread_entropy_t thread_entropy = {.generation = NO_FORK_GENERATION};

/* Whether the environment wants every byte straight from the system: read once in a process. Any
 * other value may be a typing error, and is refused. */
typedef enum { NOT_READ, BUFFERED, UNBUFFERED, UNKNOWN } environment_t;
static _Atomic environment_t environment;

static environment_t choose_environment(const char *wanted)
{
    if (wanted == NULL || *wanted == '\0')
        return BUFFERED;
    return strcmp(wanted, "system") == 0 ? UNBUFFERED : UNKNOWN;
}

static environment_t read_environment(void)
{
    if (UNLIKELY(atomic_load_explicit(&environment, memory_order_relaxed) == NOT_READ))
        atomic_store(&environment, choose_environment(getenv("UUID9562_RANDOM")));
    return atomic_load_explicit(&environment, memory_order_relaxed);
}

static bool is_unbuffered(void)
{
    return read_environment() == UNBUFFERED;
}

/* ---- the life of a buffer ---- */

static size_t bytes_left(const entropy_buffer_t *buffer)
{
    return buffer->head.reserve + buffer->head.ready;
}

/* At most the last ENTROPY_PREPARE_MAX of the bytes that are left become ready. */
static void set_left(entropy_buffer_t *buffer, size_t left)
{
    const size_t ready = left < ENTROPY_PREPARE_MAX ? left : ENTROPY_PREPARE_MAX;

    buffer->head.ready = 0; /* of a sum that a handler could see, if it leaves the call */
    atomic_signal_fence(memory_order_seq_cst);
    buffer->head.reserve = left - ready;
    atomic_signal_fence(memory_order_seq_cst);
    buffer->head.ready = ready;
}

static void drop_bytes(entropy_buffer_t *buffer)
{
    const size_t left = bytes_left(buffer);

    set_left(buffer, 0);
    atomic_signal_fence(memory_order_seq_cst);
    wipe(buffer->bytes, left);
}

/* Drops everything, so that the buffer is zeros: as much as the last fill, and not by its counts,
 * which mean nothing in a child that was forked in the midst of a draw. */
static void drop(entropy_buffer_t *buffer)
{
    wipe(buffer->bytes, fill_sizes[buffer->head.next_size]);
    wipe(buffer, BUFFER_HEAD);
}

static void release_buffer(void *of_this_thread)
{
    (void)of_this_thread;
    if (secret_slot_is_held(&thread_entropy.slot)) {
        drop(thread_entropy.slot.memory);
        secret_slot_release(&thread_entropy.slot);
    }
    thread_entropy.generation = NO_FORK_GENERATION;
}

static thread_slot_t end_of_thread = {.release = release_buffer};

static int claim_buffer(void)
{
    thread_entropy.generation = NO_FORK_GENERATION;
    if (thread_keep(&end_of_thread, &thread_entropy) == 0 &&
        secret_slot_claim(&thread_entropy.slot) == 0)
        return 0;
    release_buffer(&thread_entropy);
    return -1;
}

static bool is_expired(uint64_t expires_ns, uint64_t now)
{
    return expires_ns - now > max_age_ns; /* unsigned, so also if the clock was set back */
}

/* Returns the thread's buffer, without what may no longer be used; at now_ns, for a caller that has
 * read the clock, which may be ahead of os_coarse_ns. A thread that has none comes here first. */
static entropy_buffer_t *refresh(uint64_t now_ns)
{
    const uint32_t generation = fork_generation();
    entropy_buffer_t *buffer;

    if (generation == 0 || read_environment() == UNKNOWN ||
        (!secret_slot_is_held(&thread_entropy.slot) && claim_buffer() != 0))
        return NULL;
    buffer = thread_entropy.slot.memory;
    if (thread_entropy.generation != generation) {
        drop(buffer);
    } else if (now_ns > buffer->head.expires_ns ||
               is_expired(buffer->head.expires_ns, os_coarse_ns())) {
        drop_bytes(buffer);
        buffer->head.next_size = 0;
    }
    thread_entropy.generation = is_unbuffered() ? NO_FORK_GENERATION : generation;
    return buffer;
}

/* ---- generations that end meanwhile ---- */

INTERNAL_INLINE uint64_t entropy_generation(void)
{
    return thread_entropy.generation;
}

/* What is in the buffer then is not to be used: an interrupted call has written over it, even if a
 * draw in the child (of a handler of fork()) has filled it anew. */
static NEVER_INLINE bool has_ended_slowly(uint64_t generation)
{
    const bool ended = generation == NO_FORK_GENERATION ? fork_is_unnoticed()
                                                        : fork_generation() != generation;

    if (ended)
        thread_entropy.generation = NO_FORK_GENERATION;
    return ended;
}

INTERNAL_INLINE bool entropy_has_ended(uint64_t generation)
{
    return UNLIKELY(!fork_is_generation(generation)) && has_ended_slowly(generation);
}

/* ---- filling ---- */

/* Generates `count` bytes, the next seed among them, by the seed, which the system gives where
 * there is none, or one that is too old. Returns 0; or -1, and then there is no seed. */
static int generate_by_seed(entropy_buffer_t *buffer, uint8_t *bytes, size_t count)
{
    const uint64_t now = os_fine_ns(), generation = thread_entropy.generation;
    uint64_t seeded_ns = buffer->head.seeded_ns;

    buffer->head.seeded_ns = 0; /* until then, unless a handler has filled the buffer meanwhile */
    if (seeded_ns == 0 || is_expired(seeded_ns + max_age_ns, now)) {
        seeded_ns = now;
        if (entropy_of_system(buffer->seed, sizeof buffer->seed) != 0)
            return -1;
    }
    crypto_stream(bytes, count, buffer->seed, now, &buffer->head.work);
    if (entropy_has_ended(generation) || buffer->head.seeded_ns != 0) {
        wipe(bytes, count);
        return -1;
    }
    buffer->head.seeded_ns = seeded_ns;
    return 0;
}

/* The caller is about to take `count` bytes. */
static int refill(entropy_buffer_t *buffer, size_t count)
{
    struct buffer_head *head = &buffer->head;
    const size_t size = is_unbuffered() ? count : fill_sizes[head->next_size];
    int failed;

    drop_bytes(buffer);
    if (size <= SMALL_FILL)
        failed = entropy_of_system(buffer->bytes, size);
    else
        failed = generate_by_seed(buffer, buffer->seed, sizeof buffer->seed + size);
    if (failed)
        return -1;
    head->next_size += head->next_size < LAST_FILL_SIZE;
    head->expires_ns = os_coarse_ns() + max_age_ns;
    set_left(buffer, size);
    return 0;
}

/* The same, into the caller's memory, by a key of its own. */
static int generate_past_buffer(entropy_buffer_t *buffer, uint8_t *bytes, size_t count)
{
    if (generate_by_seed(buffer, buffer->key, sizeof buffer->key + sizeof buffer->seed) != 0)
        return -1;
    crypto_stream(bytes, count, buffer->key, 0, &buffer->head.work);
    wipe(buffer->key, sizeof buffer->key);
    return 0;
}

/* ---- drawing ---- */

static ALWAYS_INLINE void copy_and_wipe(void *bytes, uint8_t *from, size_t count)
{
    memcpy(bytes, from, count);
    wipe(from, count);
}

/* The slow path of entropy_prepare: there is no buffer, it is of another generation, its age is due
 * for a check, or it has too few bytes. */
static NEVER_INLINE entropy_buffer_t *prepare_slowly(size_t count, uint64_t now_ns)
{
    entropy_buffer_t *buffer;
    uint64_t generation;
    bool is_filled;

    do {
        buffer = refresh(now_ns);
        if (buffer == NULL)
            return NULL;
        generation = thread_entropy.generation;
        is_filled = bytes_left(buffer) >= count || refill(buffer, count) == 0;
    } while (entropy_has_ended(generation));
    if (!is_filled)
        return NULL;
    set_left(buffer, bytes_left(buffer));
    return buffer;
}

static ALWAYS_INLINE bool is_unready(const entropy_buffer_t *buffer, size_t count, uint64_t now_ns)
{
    return UNLIKELY(!fork_is_generation(thread_entropy.generation) || buffer->head.ready < count ||
                    now_ns > buffer->head.expires_ns);
}

INTERNAL_INLINE entropy_buffer_t *entropy_prepare(size_t count, uint64_t now_ns)
{
    entropy_buffer_t *buffer = thread_entropy.slot.memory;

    if (is_unready(buffer, count, now_ns))
        buffer = prepare_slowly(count, now_ns);
    return buffer;
}

INTERNAL_INLINE uint8_t *entropy_take(entropy_buffer_t *buffer, size_t count)
{
    buffer->head.ready -= count;
    return buffer->bytes + buffer->head.reserve + buffer->head.ready;
}

INTERNAL_INLINE uint8_t *entropy_take_if_ready(size_t count)
{
    entropy_buffer_t *buffer = thread_entropy.slot.memory;

    return is_unready(buffer, count, 0) ? NULL : entropy_take(buffer, count);
}

INTERNAL uint8_t *entropy_take_if_left(size_t count, uint64_t now_ns)
{
    entropy_buffer_t *buffer = thread_entropy.slot.memory;
    size_t left;

    if (!is_unready(buffer, count, now_ns))
        return entropy_take(buffer, count);
    buffer = refresh(now_ns);
    left = buffer != NULL ? bytes_left(buffer) : 0;
    if (left < count)
        return NULL;
    set_left(buffer, left - count);
    return buffer->bytes + left - count;
}

/* From the buffer, filled as often as needed. */
static int draw_from_buffer(entropy_buffer_t *buffer, uint8_t *bytes, size_t count)
{
    while (count > 0) {
        size_t left = bytes_left(buffer), part;

        if (left == 0) {
            if (refill(buffer, SMALL_FILL) != 0)
                return -1;
            left = bytes_left(buffer);
        }
        part = count < left ? count : left;
        set_left(buffer, left - part);
        copy_and_wipe(bytes, buffer->bytes + left - part, part);
        bytes += part;
        count -= part;
    }
    return 0;
}

/* Straight into the caller's memory, for each key a part. */
static int draw_past_buffer(uint8_t *bytes, size_t count)
{
    while (count > 0) {
        const size_t part = count < REKEY_INTERVAL ? count : REKEY_INTERVAL;
        entropy_buffer_t *buffer = refresh(0);
        const uint64_t generation = thread_entropy.generation;
        int failed;

        if (buffer == NULL)
            return -1;
        failed = generate_past_buffer(buffer, bytes, part);
        if (entropy_has_ended(generation))
            continue;
        if (failed)
            return -1;
        bytes += part;
        count -= part;
    }
    return 0;
}

INTERNAL int entropy_draw(void *context, void *bytes, size_t count)
{
    entropy_buffer_t *buffer;
    uint64_t generation;
    int failed;

    (void)context;
    if (count > ENTROPY_PREPARE_MAX && is_unbuffered())
        return entropy_of_system(bytes, count);
    if (count > BYPASS_THRESHOLD)
        return draw_past_buffer(bytes, count);
    do {
        buffer = count > ENTROPY_PREPARE_MAX ? refresh(0) : entropy_prepare(count, 0);
        if (buffer == NULL)
            return -1;
        generation = thread_entropy.generation;
        failed = 0;
        if (count > ENTROPY_PREPARE_MAX)
            failed = draw_from_buffer(buffer, bytes, count);
        else
            copy_and_wipe(bytes, entropy_take(buffer, count), count);
    } while (entropy_has_ended(generation));
    return failed;
}

#endif
