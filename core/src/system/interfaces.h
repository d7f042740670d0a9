/*
 * What interfaces.c asks of os_linux.c or os_macos.c.
 */
#ifndef UUID9562_INTERFACES_H
#define UUID9562_INTERFACES_H

#include <stdbool.h>
#include <stdint.h>

#include "../compiler.h"

/* The bytes of a hardware address, or false where the interface has none of 48 bits. */
struct ifaddrs;
INTERNAL bool os_link_address(const struct ifaddrs *interface, uint8_t address[6]);

#endif
