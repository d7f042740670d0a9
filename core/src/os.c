/*
 * The system: clocks, telling a child process from its parent, threads, hardware addresses. The
 * only file of the core that talks to it; everything above gets it from here or from a caller's
 * world.
 */
#include <ifaddrs.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#if defined __linux__
#include <net/if.h>
#include <netpacket/packet.h>
#include <sys/socket.h>
#endif

/* ---- the clock ---- */

static int os_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    struct timespec now;

    (void)context;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return -1;
    *seconds = now.tv_sec;
    *nanoseconds = (uint32_t)now.tv_nsec;
    return 0;
}

static uint64_t as_ns(clockid_t clock)
{
    struct timespec now;

    if (clock_gettime(clock, &now) != 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static uint64_t os_coarse_ns(void)
{
#ifdef CLOCK_REALTIME_COARSE
    return as_ns(CLOCK_REALTIME_COARSE);
#else
    return as_ns(CLOCK_REALTIME);
#endif
}

static uint64_t os_fine_ns(void)
{
    return as_ns(CLOCK_REALTIME);
}

/* ---- eras ----
 *
 * The number of the era lies alone in a page that a child finds zeroed: the kernel wipes it
 * (MADV_WIPEONFORK, Linux 4.14) however the child was made, a raw clone() included. Where there is
 * no such advice, or an emulator that ignores it, a handler of pthread_atfork wipes it, which only
 * fork() runs.
 *
 * Whoever finds it zero takes the next number of a counter that children inherit. All that a child
 * inherits was made under numbers that the counter had already given out, so none of them is equal
 * to the child's own; parents and siblings are in other processes and need not differ from it.
 */
static _Atomic uint64_t eras_begun;
static _Atomic uint64_t era_unwatched; /* stays 0: without the watch, there is no era */
static _Atomic uint64_t *_Atomic era_word = &era_unwatched;
static pthread_once_t era_watch_once = PTHREAD_ONCE_INIT;

/* Held by whoever may hold a lock of a library's for a moment (os_lock). fork() waits for it, so no
 * child inherits one that is held; and holds it itself while handlers of the program's run, which
 * may come here, too. */
static pthread_mutex_t fork_lock = PTHREAD_MUTEX_INITIALIZER;
FOR_THREAD bool in_fork;

static void before_fork(void)
{
    pthread_mutex_lock(&fork_lock);
    in_fork = true;
}

static void after_fork_in_parent(void)
{
    in_fork = false;
    pthread_mutex_unlock(&fork_lock);
}

static void after_fork_in_child(void)
{
    after_fork_in_parent();
    atomic_store(atomic_load(&era_word), 0);
}

static void era_watch(void)
{
    static _Atomic uint64_t unwiped;
    _Atomic uint64_t *word = &unwiped;
#ifdef MADV_WIPEONFORK
    void *page =
        mmap(NULL, sizeof *word, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED) {
        if (madvise(page, sizeof *word, MADV_WIPEONFORK) == 0)
            word = page;
        else
            munmap(page, sizeof *word);
    }
#endif
    if (pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child) == 0)
        atomic_store(&era_word, word);
}

static NEVER_INLINE uint64_t era_begin(void)
{
    _Atomic uint64_t *word;
    uint64_t number = 0, fresh;

    pthread_once(&era_watch_once, era_watch);
    word = atomic_load(&era_word);
    if (word == &era_unwatched)
        return 0;
    fresh = atomic_fetch_add(&eras_begun, 1) + 1;
    return atomic_compare_exchange_strong(word, &number, fresh) ? fresh : number;
}

static ALWAYS_INLINE bool os_is_era(uint64_t number)
{
    return atomic_load_explicit(atomic_load_explicit(&era_word, memory_order_acquire),
                                memory_order_relaxed) == number;
}

static uint64_t os_era(void)
{
    uint64_t number = atomic_load(atomic_load(&era_word));
    return number != 0 ? number : era_begin();
}

static void os_next_era(void)
{
    if (os_era() != 0)
        atomic_store(atomic_load(&era_word), atomic_fetch_add(&eras_begun, 1) + 1);
}

/* ---- threads ---- */

static void os_lock(void)
{
    pthread_once(&era_watch_once, era_watch);
    if (!in_fork)
        pthread_mutex_lock(&fork_lock);
}

static void os_unlock(void)
{
    if (!in_fork)
        pthread_mutex_unlock(&fork_lock);
}

#define THREAD_KEY_MAKE(name, free) &&pthread_key_create(&thread_keys[THREAD_##name], free) == 0
static pthread_key_t thread_keys[THREAD_OBJECT_COUNT];
static pthread_once_t thread_keys_once = PTHREAD_ONCE_INIT;
static bool thread_keys_work;

static void thread_keys_make(void)
{
    thread_keys_work = true THREAD_OBJECTS(THREAD_KEY_MAKE);
}
#undef THREAD_KEY_MAKE

static int os_keep_for_thread(thread_object_t which, void *object)
{
    pthread_once(&thread_keys_once, thread_keys_make);
    return thread_keys_work && pthread_setspecific(thread_keys[which], object) == 0 ? 0 : -1;
}

/* ---- randomness ---- */

static int os_random(void *octets, size_t count)
{
    uint8_t *next = octets;

    while (count > 0) {
        size_t part = count < 256 ? count : 256; /* the most that getentropy gives */
        if (getentropy(next, part) != 0)
            return -1;
        next += part;
        count -= part;
    }
    return 0;
}

/* ---- hardware addresses ---- */

#if defined __linux__
/* Not loopback, which has none, and no group address (bit 0 of the first octet). */
static bool usable_address(const struct ifaddrs *interface, uint64_t *address)
{
    const struct sockaddr_ll *link = (const struct sockaddr_ll *)interface->ifa_addr;

    if (link == NULL || link->sll_family != AF_PACKET || link->sll_halen != 6)
        return false;
    *address = 0;
    for (int i = 0; i < 6; i++)
        *address = *address << 8 | link->sll_addr[i];
    return *address != 0 && (link->sll_addr[0] & 1) == 0;
}

static int os_hardware_address(uint64_t *address)
{
    const uint64_t locally_administered = UINT64_C(2) << 40;
    struct ifaddrs *all;
    uint64_t candidate;
    int best = -1;

    if (getifaddrs(&all) != 0)
        return -1;
    for (const struct ifaddrs *i = all; i != NULL; i = i->ifa_next) {
        int rank; /* an address that is the device's own, then one that is in use */

        if (!usable_address(i, &candidate))
            continue;
        rank = 2 * ((candidate & locally_administered) == 0) + ((i->ifa_flags & IFF_UP) != 0);
        if (rank > best) {
            *address = candidate;
            best = rank;
        }
    }
    freeifaddrs(all);
    return best >= 0 ? 0 : -1;
}
#else
static int os_hardware_address(uint64_t *address)
{
    (void)address;
    return -1;
}
#endif
