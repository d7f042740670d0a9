/*
 * The operating system's clocks, random bytes, memory and hardware addresses (os.h).
 */
#include "os.h"

#include <ifaddrs.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#if defined __linux__
#include <net/if.h>
#include <netpacket/packet.h>
#include <sys/socket.h>
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

/* ---- random bytes ---- */

INTERNAL int os_random(void *bytes, size_t count)
{
    uint8_t *next = bytes;

    while (count > 0) {
        size_t part = count < 256 ? count : 256; /* the most that getentropy gives */
        if (getentropy(next, part) != 0)
            return -1;
        next += part;
        count -= part;
    }
    return 0;
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
    *is_wiped = is_wiped_in_children(pages, size);
    return pages;
}

INTERNAL void os_unmap(void *pages, size_t size)
{
    munmap(pages, size);
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
