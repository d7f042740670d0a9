/*
 * The operating system's clocks, random bytes, memory and hardware addresses (os.h).
 */
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#if defined __linux__
#include <net/if.h>
#include <netpacket/packet.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#if defined __x86_64__
#include <cpuid.h>
#endif
#elif defined __APPLE__
#include <sys/random.h> /* getentropy */
#endif
#if defined __has_include
#if __has_include(<sys/single_threaded.h>) /* glibc 2.32 */
#define HAS_SINGLE_THREADED
#include <sys/single_threaded.h>
#endif
#endif

/* ---- clocks ---- */

INTERNAL int os_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    struct timespec now;

    (void)context;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return -1;
    *seconds = now.tv_sec;
    *nanoseconds = (uint32_t)now.tv_nsec;
    return 0;
}

static uint64_t read_ns(clockid_t clock)
{
    struct timespec now;

    if (clock_gettime(clock, &now) != 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

INTERNAL uint64_t os_coarse_ns(void)
{
#ifdef CLOCK_REALTIME_COARSE
    return read_ns(CLOCK_REALTIME_COARSE);
#else
    return read_ns(CLOCK_REALTIME);
#endif
}

INTERNAL uint64_t os_fine_ns(void)
{
    return read_ns(CLOCK_REALTIME);
}

/* ---- the cycle counter ---- */

/* What the counter is to the kernel, where the processor has one that a process can read. */
#if defined UUID9562_CLOCK_SYSTEM || !defined __linux__
#elif defined __x86_64__
#define COUNTER_NAME "tsc"
#elif defined __aarch64__
#define COUNTER_NAME "arch_sys_counter"
#endif

INTERNAL_INLINE uint64_t os_counter(void)
{
#if !defined COUNTER_NAME
    return 0;
#elif defined __x86_64__
    return __builtin_ia32_rdtsc();
#else
    uint64_t cycles;

    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(cycles));
    return cycles;
#endif
}

#if defined COUNTER_NAME
/* On x86 its rate has to be the same at all times, and the process may have forbidden to read it.
 * (Where the kernel's clock is read by a system call, that does not kill such a process.) */
static bool is_readable_counter(void)
{
#if defined __x86_64__
    unsigned last, eax, ebx, ecx, edx = 0;
    int may_read = 0;

    __cpuid(0x80000000, last, ebx, ecx, edx);
    if (last < 0x80000007)
        return false;
    __cpuid(0x80000007, eax, ebx, ecx, edx);
    return (edx & 1U << 8) != 0 && prctl(PR_GET_TSC, &may_read) == 0 && may_read == PR_TSC_ENABLE;
#else
    return true;
#endif
}

/* Whether the file holds this line and nothing else. */
static bool file_says(const char *path, const char *line)
{
    char text[32];
    ssize_t length = -1;
    int file;

    do
        file = open(path, O_RDONLY | O_CLOEXEC);
    while (file < 0 && errno == EINTR);
    if (file < 0)
        return false;
    do
        length = read(file, text, sizeof text);
    while (length < 0 && errno == EINTR);
    close(file);
    return length == (ssize_t)strlen(line) && memcmp(text, line, (size_t)length) == 0;
}
#endif

/* To open a file is a point at which a thread can be cancelled, as in os_random. */
INTERNAL bool os_counter_is_clock(void)
{
    bool is_clock = false;
#if defined COUNTER_NAME
    const int error = errno;
    int cancel_state;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state);
    is_clock = is_readable_counter() &&
               file_says("/sys/devices/system/clocksource/clocksource0/current_clocksource",
                         COUNTER_NAME "\n");
    pthread_setcancelstate(cancel_state, &cancel_state);
    errno = error;
#endif
    return is_clock;
}

/* ---- random bytes ---- */

/* getrandom gives any number of bytes, from the vDSO where the C library has it; getentropy at most
 * 256 in a call, and costs twice as much for 1 KiB. */
static int read_random(uint8_t *bytes, size_t count)
{
    while (count > 0) {
#if defined __linux__
        ssize_t got = getrandom(bytes, count, 0);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return -1;
#else
        size_t got = count < 256 ? count : 256;

        if (getentropy(bytes, got) != 0)
            return -1;
#endif
        bytes += got;
        count -= (size_t)got;
    }
    return 0;
}

/* getrandom is a point at which a thread can be cancelled, and no function of the library is. */
INTERNAL int os_random(void *bytes, size_t count)
{
    int cancel_state, failed;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state);
    failed = read_random(bytes, count);
    pthread_setcancelstate(cancel_state, &cancel_state);
    return failed;
}

/* ---- memory and processes ---- */

/* An emulator may accept all advice and follow none, so one that does not exist must be refused. */
static bool is_wiped_in_children(void *pages, size_t size)
{
#ifdef MADV_WIPEONFORK /* Linux 4.14 */
    return madvise(pages, size, MADV_WIPEONFORK) == 0 && madvise(pages, size, -1) != 0;
#else
    (void)pages;
    (void)size;
    return false;
#endif
}

INTERNAL void *os_map(size_t size, bool *is_wiped)
{
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (pages == MAP_FAILED)
        return NULL;
#ifdef MADV_DONTDUMP
    madvise(pages, size, MADV_DONTDUMP);
#endif
#ifdef MADV_NOHUGEPAGE
    madvise(pages, size, MADV_NOHUGEPAGE); /* few pages of many are used */
#endif
    *is_wiped = is_wiped_in_children(pages, size);
    return pages;
}

INTERNAL void os_unmap(void *pages, size_t size)
{
    munmap(pages, size);
}

/* The kernel would round the size up to whole pages, which have up to 64 KiB. */
INTERNAL void os_discard(void *part, size_t size)
{
#ifdef MADV_DONTNEED
    if (size % (size_t)sysconf(_SC_PAGESIZE) == 0)
        madvise(part, size, MADV_DONTNEED);
#else
    (void)part;
    (void)size;
#endif
}

INTERNAL_INLINE bool os_has_one_thread(void)
{
#ifdef HAS_SINGLE_THREADED
    return __libc_single_threaded != 0;
#else
    return false;
#endif
}

INTERNAL uint32_t os_process_id(void)
{
    return (uint32_t)getpid();
}

/* ---- hardware addresses ---- */

#if defined __linux__
/* Excludes loopback, which has none, and group addresses (bit 0 of the first byte). */
static bool is_usable_address(const struct ifaddrs *interface, uint64_t *address)
{
    const struct sockaddr_ll *link = (const struct sockaddr_ll *)interface->ifa_addr;

    if (link == NULL || link->sll_family != AF_PACKET || link->sll_halen != 6)
        return false;
    *address = 0;
    for (int i = 0; i < 6; i++)
        *address = *address << 8 | link->sll_addr[i];
    return *address != 0 && (link->sll_addr[0] & 1) == 0;
}

INTERNAL int os_hardware_address(uint64_t *address)
{
    const uint64_t locally_administered = UINT64_C(2) << 40;
    struct ifaddrs *all;
    uint64_t candidate;
    int best = -1;

    if (getifaddrs(&all) != 0)
        return -1;
    for (const struct ifaddrs *i = all; i != NULL; i = i->ifa_next) {
        int rank; /* universally administered counts more than up */

        if (!is_usable_address(i, &candidate))
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
INTERNAL int os_hardware_address(uint64_t *address)
{
    (void)address;
    return -1;
}
#endif
