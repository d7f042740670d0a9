/*
 * The hardware address where the C library lists the network interfaces: Linux and macOS (os.h).
 */
#include "os.h"

#ifdef OS_INTERFACES
#include <ifaddrs.h>
#include <net/if.h>

/* Excludes loopback, which has none, and group addresses (bit 0 of the first byte). */
static bool is_usable_address(const struct ifaddrs *interface, uint64_t *address)
{
    uint8_t bytes[6];

    if (interface->ifa_addr == NULL || !os_link_address(interface, bytes))
        return false;
    *address = 0;
    for (int i = 0; i < 6; i++)
        *address = *address << 8 | bytes[i];
    return *address != 0 && (bytes[0] & 1) == 0;
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

#endif
