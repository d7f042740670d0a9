/*
 * The system on macOS (os.h). Compiled and linked, and never run: docs/internals/platforms.md.
 */
#include "os.h"

#ifdef OS_MACOS
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if_dl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/sysctl.h>
#include <unistd.h>

#ifdef __aarch64__
INTERNAL bool os_arm_has_crypto(void)
{
    return true;
}
#endif

/* ---- memory ---- */

/* minherit cannot wipe memory in a child, so fork.c compares process IDs. Core dumps, which are off
 * by default, contain these pages. */
INTERNAL void *os_map(size_t size, bool *is_wiped)
{
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);

    *is_wiped = false;
    return pages != MAP_FAILED ? pages : NULL;
}

/* The dynamic linker makes one of all weak definitions of a name. */
__attribute__((weak, visibility("default"), aligned(64)))
char uuid9562_clock_state_v1[OS_SHARED_SIZE] = {0};

INTERNAL_INLINE void *os_shared(void)
{
    return uuid9562_clock_state_v1;
}

/* ---- processes ---- */

INTERNAL const char *os_environment(const char *name)
{
    return issetugid() ? NULL : getenv(name);
}

INTERNAL bool os_link_address(const struct ifaddrs *interface, uint8_t address[6])
{
    const struct sockaddr_dl *link = (const struct sockaddr_dl *)(void *)interface->ifa_addr;

    if (link->sdl_family != AF_LINK || link->sdl_alen != 6)
        return false;
    memcpy(address, LLADDR(link), 6);
    return true;
}

/* ---- the state file ---- */

#ifdef OS_FILES
INTERNAL bool os_boot_id(char text[OS_BOOT_ID_LENGTH])
{
    char terminated[OS_BOOT_ID_LENGTH + 1];
    size_t size = sizeof terminated;

    if (sysctlbyname("kern.bootsessionuuid", terminated, &size, NULL, 0) != 0 ||
        size != sizeof terminated)
        return false;
    memcpy(text, terminated, OS_BOOT_ID_LENGTH);
    return true;
}

INTERNAL void os_change_in_place(int file)
{
    (void)file;
}

INTERNAL bool os_fill_holes(int file, size_t size)
{
    (void)file;
    (void)size;
    return true;
}

/* fsync leaves the data in the disk's own cache. */
INTERNAL bool os_sync(int file)
{
    return UNINTERRUPTED(fcntl(file, F_FULLFSYNC)) == 0 || UNINTERRUPTED(fsync(file)) == 0;
}

INTERNAL bool os_sync_all_with(int file)
{
    (void)file;
    sync();
    return true;
}
#endif

/* ---- libraries ---- */

#ifdef UUID9562_LOAD_LIBCRYPTO
/* A library calls the functions that it was linked with, whatever names the program exports. */
INTERNAL void *os_library(const char *name, bool *deep)
{
    *deep = true;
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}
#else
INTERNAL bool os_is_one_library(const uintptr_t *addresses, size_t count)
{
    Dl_info first, other;

    for (size_t i = 0; i < count; i++)
        if (dladdr((const void *)addresses[0], &first) == 0 ||
            dladdr((const void *)addresses[i], &other) == 0 || first.dli_fbase != other.dli_fbase)
            return false;
    return true;
}
#endif

#endif
