/*
 * The system on Linux (os.h), with glibc or musl.
 */
#include "os.h"

#ifdef OS_LINUX
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <link.h>
#include <linux/fs.h>
#include <netpacket/packet.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>
#if defined __x86_64__
#include <cpuid.h>
#endif
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 32)
#include <sys/single_threaded.h>
#define IS_SINGLE_THREADED (__libc_single_threaded != 0)
#else /* built for an older one, and perhaps run with a newer one, which has it */
extern char __libc_single_threaded __attribute__((weak));
#define IS_SINGLE_THREADED (&__libc_single_threaded != NULL && __libc_single_threaded != 0)
#endif
typedef unsigned long ioctl_request_t;
#else
#define IS_SINGLE_THREADED false
typedef int ioctl_request_t; /* as in POSIX */
#endif

/* ---- the cycle counter ---- */

#ifdef OS_COUNTER
#ifdef __x86_64__
#define COUNTER_NAME "tsc" /* as the kernel calls it */
#else
#define COUNTER_NAME "arch_sys_counter"
#endif

INTERNAL_INLINE uint64_t os_counter(void)
{
#ifdef __x86_64__
    return __builtin_ia32_rdtsc();
#else
    uint64_t cycles;

    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(cycles));
    return cycles;
#endif
}

/* On x86 its rate must be constant. A process may have forbidden itself to read it: the instruction
 * would then kill it, while clock_gettime, where it is a system call, does not. */
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

INTERNAL bool os_counter_is_clock(void)
{
    const int error = errno, cancel_state = os_hold_cancel();
    const bool is_clock =
        is_readable_counter() &&
        file_says("/sys/devices/system/clocksource/clocksource0/current_clocksource",
                  COUNTER_NAME "\n");

    os_restore_cancel(cancel_state);
    errno = error;
    return is_clock;
}
#endif

#ifdef __aarch64__
INTERNAL bool os_arm_has_crypto(void)
{
    const unsigned long all = HWCAP_AES | HWCAP_SHA1 | HWCAP_SHA2;

    return (getauxval(AT_HWCAP) & all) == all;
}
#endif

/* ---- random bytes ---- */

/* getrandom gives any number of bytes, from the vDSO with newer C libraries; getentropy at most
 * 256 in a call, and costs twice as much for 1 KiB. */
static int read_random(uint8_t *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t got = getrandom(bytes, count, 0);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return -1;
        bytes += got;
        count -= (size_t)got;
    }
    return 0;
}

INTERNAL int os_random(void *bytes, size_t count)
{
    const int cancel_state = os_hold_cancel(), failed = read_random(bytes, count);

    os_restore_cancel(cancel_state);
    return failed;
}

/* ---- memory ---- */

/* An emulator may accept all advice and follow none. So advice that does not exist must be
 * refused. */
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
    madvise(pages, size, MADV_DONTDUMP);
    madvise(pages, size, MADV_NOHUGEPAGE); /* few pages of many are used */
    *is_wiped = is_wiped_in_children(pages, size);
    return pages;
}

/* The kernel would round the size up to whole pages, which have up to 64 KiB. */
INTERNAL void os_discard(void *part, size_t size)
{
    if (size % (size_t)sysconf(_SC_PAGESIZE) == 0)
        madvise(part, size, MADV_DONTNEED);
}

#ifdef __GLIBC__
/* A symbol of the type GNU_UNIQUE is one object in the process, whichever libraries define it and
 * however they were loaded. It is defined in assembler, since C cannot set this type of symbol (and
 * clang refuses to change it for an object that C defines). It begins a cache line. */
extern __attribute__((visibility("default"))) char uuid9562_clock_state_v1[OS_SHARED_SIZE];
__asm__(".pushsection .bss.uuid9562_clock_state_v1, \"aw\", %nobits\n"
        ".globl uuid9562_clock_state_v1\n"
        ".type uuid9562_clock_state_v1, %gnu_unique_object\n"
        ".size uuid9562_clock_state_v1, 128\n"
        ".balign 64\n"
        "uuid9562_clock_state_v1:\n"
        ".zero 128\n"
        ".popsection\n");
_Static_assert(OS_SHARED_SIZE == 128, "as in the assembler");

INTERNAL_INLINE void *os_shared(void)
{
    return uuid9562_clock_state_v1;
}
#endif

/* ---- processes and threads ---- */

INTERNAL const char *os_environment(const char *name)
{
    return secure_getenv(name);
}

INTERNAL bool os_link_address(const struct ifaddrs *interface, uint8_t address[6])
{
    const struct sockaddr_ll *link = (const struct sockaddr_ll *)interface->ifa_addr;

    if (link->sll_family != AF_PACKET || link->sll_halen != 6)
        return false;
    memcpy(address, link->sll_addr, 6);
    return true;
}

INTERNAL_INLINE bool os_has_one_thread(void)
{
    return IS_SINGLE_THREADED;
}

/* ---- the state file ---- */

#ifdef OS_FILES
INTERNAL bool os_boot_id(char text[OS_BOOT_ID_LENGTH])
{
    const int file = UNINTERRUPTED(open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC));
    bool is_known;

    if (file < 0)
        return false;
    is_known = UNINTERRUPTED(read(file, text, OS_BOOT_ID_LENGTH)) == OS_BOOT_ID_LENGTH;
    close(file);
    return is_known;
}

INTERNAL void os_change_in_place(int file)
{
    int flags;

    if (ioctl(file, (ioctl_request_t)FS_IOC_GETFLAGS, &flags) == 0) {
        flags |= FS_NOCOW_FL;
        (void)ioctl(file, (ioctl_request_t)FS_IOC_SETFLAGS, &flags);
    }
}

INTERNAL bool os_fill_holes(int file, size_t size)
{
    return UNINTERRUPTED(fallocate(file, 0, 0, (off_t)size)) == 0 || errno == EOPNOTSUPP ||
           errno == ENOSYS;
}

INTERNAL bool os_sync(int file)
{
    return UNINTERRUPTED(fdatasync(file)) == 0;
}

INTERNAL bool os_sync_all_with(int file)
{
    return UNINTERRUPTED(syncfs(file)) == 0;
}
#endif

/* ---- libraries ---- */

#ifdef UUID9562_LOAD_LIBCRYPTO
/* Called with the program alone, which comes first. A static one has no interpreter. */
static int look_at_program(struct dl_phdr_info *program, size_t size, void *is_dynamic)
{
    (void)size;
    for (int i = 0; i < program->dlpi_phnum; i++)
        if (program->dlpi_phdr[i].p_type == PT_INTERP)
            *(bool *)is_dynamic = true;
    return 1;
}

/* None in a static program of glibc: the library would load a second C library, whose keys of
 * pthread_key_create are the same numbers and share their values with the keys of the program.
 *
 * With RTLD_DEEPBIND a library binds to itself first. It has no effect on a library that is already
 * loaded, the sanitizers abort a program that uses it, and musl lacks it. A library found loaded
 * may have been loaded by another thread with RTLD_DEEPBIND. */
INTERNAL void *os_library(const char *name, bool *deep)
{
    bool is_dynamic = false;

    (void)dl_iterate_phdr(look_at_program, &is_dynamic);
    if (!is_dynamic)
        return NULL;
#ifdef RTLD_DEEPBIND
    static _Atomic unsigned deep_loads; /* that have begun, and have not failed */
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);

    *deep = deep_loads > 0;
    if (library != NULL)
        return library;
    if (dlsym(RTLD_DEFAULT, "__sanitizer_set_death_callback") == NULL) {
        deep_loads++;
        *deep = true;
        library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
        deep_loads -= library == NULL;
        return library;
    }
#endif
    *deep = false;
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}
#else
static bool is_within(const struct dl_phdr_info *object, uintptr_t address)
{
    for (int i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_LOAD &&
            address - (object->dlpi_addr + object->dlpi_phdr[i].p_vaddr) <
                object->dlpi_phdr[i].p_memsz)
            return true;
    return false;
}

enum { NONE_WITHIN, ALL_WITHIN, SOME_WITHIN }; /* NONE goes on to the next object */

typedef struct addresses {
    const uintptr_t *addresses;
    size_t count;
} addresses_t;

static int look_into(struct dl_phdr_info *object, size_t size, void *context)
{
    const addresses_t *all = context;
    size_t within = 0;

    (void)size;
    for (size_t i = 0; i < all->count; i++)
        within += is_within(object, all->addresses[i]);
    return within == 0 ? NONE_WITHIN : within == all->count ? ALL_WITHIN : SOME_WITHIN;
}

INTERNAL bool os_is_one_library(const uintptr_t *addresses, size_t count)
{
    addresses_t all = {addresses, count};

    return dl_iterate_phdr(look_into, &all) == ALL_WITHIN;
}
#endif

#endif
