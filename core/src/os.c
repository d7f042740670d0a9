/*
 * The system: the clock, telling a child process from its parent, hardware addresses. The only
 * file of the core that talks to it; everything above gets it from here or from a caller's world.
 */
#include <ifaddrs.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>
#if defined __linux__
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

/* ---- which process is this ----
 *
 * The number of this process lies alone in a page that a child finds zeroed: the kernel wipes it
 * (MADV_WIPEONFORK, Linux 4.14) however the child was made, a raw clone() included. Where there is
 * no such advice, or an emulator that ignores it, a handler of pthread_atfork wipes it, which only
 * fork() runs.
 *
 * Whoever finds it zero takes the next number of a counter that children inherit. All that a child
 * inherits was drawn under numbers that the counter had already given out, so none of them is equal
 * to the child's own; parents and siblings are in other processes and need not differ from it.
 */
static _Atomic uint64_t process_numbers_given;
static _Atomic uint64_t process_number_unwiped;
static _Atomic uint64_t *process_number = &process_number_unwiped;
static pthread_once_t process_watch_once = PTHREAD_ONCE_INIT;

static void process_is_a_child(void)
{
    atomic_store(process_number, 0);
}

static void process_watch(void)
{
#ifdef MADV_WIPEONFORK
    void *page = mmap(NULL, sizeof *process_number, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED) {
        if (madvise(page, sizeof *process_number, MADV_WIPEONFORK) == 0)
            process_number = page;
        else
            munmap(page, sizeof *process_number);
    }
#endif
    pthread_atfork(NULL, NULL, process_is_a_child);
}

static uint64_t os_process_number(void)
{
    uint64_t number, fresh;

    pthread_once(&process_watch_once, process_watch);
    number = atomic_load(process_number);
    if (number != 0)
        return number;
    fresh = atomic_fetch_add(&process_numbers_given, 1) + 1;
    return atomic_compare_exchange_strong(process_number, &number, fresh) ? fresh : number;
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
    int result = -1;

    if (getifaddrs(&all) != 0)
        return -1;
    for (const struct ifaddrs *i = all; i != NULL; i = i->ifa_next) {
        bool universal;

        if (!usable_address(i, &candidate))
            continue;
        universal = (candidate & locally_administered) == 0;
        if (universal || result != 0) {
            *address = candidate;
            result = 0;
        }
        if (universal)
            break;
    }
    freeifaddrs(all);
    return result;
}
#else
static int os_hardware_address(uint64_t *address)
{
    (void)address;
    return -1;
}
#endif
