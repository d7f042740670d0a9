/*
 * The system, and which one it is. Everything that the core asks of a system is here, and files by
 * their names in state/storage.h.
 *
 * This is the one place that asks which platform it is. Each has its own file, os_linux.c,
 * os_macos.c, os_wasm.c and os_windows.c; with UUID9562_OS_BARE it is os_bare.c, for a program
 * that is its own system. os_posix.c holds what POSIX systems have in common, interfaces.c and
 * state/storage_posix.c what Linux and macOS have, os_missing.c the answers of systems that lack
 * something. Files for other platforms compile to nothing. docs/internals/platforms.md lists what
 * was tested.
 */
#ifndef UUID9562_OS_H
#define UUID9562_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../compiler.h"

#if defined UUID9562_OS_BARE
#define OS_BARE
#define OS_UNBUFFERED /* random bytes are not kept: no thread and no child has a buffer */
#elif defined __linux__
#define OS_LINUX
#define OS_POSIX
#define OS_FILES
#define OS_INTERFACES
#define OS_OPENSSL
#if !defined UUID9562_CLOCK_SYSTEM && (defined __x86_64__ || defined __aarch64__)
#define OS_COUNTER /* a cycle counter that a process can read */
#endif
#define OS_LIBRARY(name, version) name ".so." version
#define OS_NOTE(section_name)     __attribute__((used, aligned(4), section(section_name)))
#elif defined __APPLE__
#define OS_MACOS
#define OS_POSIX
#define OS_FILES
#define OS_INTERFACES
#define OS_OPENSSL
#define OS_LIBRARY(name, version) name "." version ".dylib"
#elif defined __EMSCRIPTEN__
#define OS_WASM
#define OS_POSIX
#elif defined _WIN32
#define OS_WINDOWS
#define WIN32_LEAN_AND_MEAN /* fewer names in windows.h, */
#define NOGDI               /* which the core may use */
#define OS_VISIBILITY(kind) /* the linker decides what a DLL exports */
#else
#error "unsupported platform: add core/src/system/os_NAME.c (see os.h)"
#endif

#ifndef OS_VISIBILITY
#define OS_VISIBILITY(kind) __attribute__((visibility(kind)))
#endif
#ifdef UUID9562_OMIT_STATE /* no state file on any platform */
#undef OS_FILES
#endif
#if defined UUID9562_OMIT_OPENSSL || defined UUID9562_OMIT_DIGESTS
#undef OS_OPENSSL
#endif

/* For a few words only: glibc has about 1.6 KiB of thread-local storage of this model for all
 * libraries that are loaded by dlopen, and musl has none. */
#if defined OS_BARE
#define THREAD_LOCAL static
#elif defined __GLIBC__
#define THREAD_LOCAL __attribute__((tls_model("initial-exec"))) static _Thread_local
#else
#define THREAD_LOCAL static _Thread_local
#endif

/* ---- clocks ---- */

/* The clock of uuid9562_sources_t. */
INTERNAL int os_clock(void *context, int64_t *seconds, uint32_t *nanoseconds);

/* Nanoseconds since 1970, 0 where the clock fails. os_coarse_ns is cheap and exact to a few
 * milliseconds, for ages; os_fine_ns is as exact as the system allows. */
INTERNAL uint64_t os_coarse_ns(void);
INTERNAL uint64_t os_fine_ns(void);

/* Whether the kernel's own clock counts the processor's cycle counter, the same on every processor,
 * and this process may read it. Only then os_counter reads it. It has no fence: the processor may
 * read the counter before earlier instructions are done. */
INTERNAL bool os_counter_is_clock(void);
INTERNAL_INLINE uint64_t os_counter(void);

/* About a millisecond; and the milliseconds of a clock that nothing sets, for how long that was. */
INTERNAL void os_sleep(void);
INTERNAL uint64_t os_steady_ms(void);

/* ---- the processor ---- */

/* Whether it has the instructions of arm64 for AES, SHA-1 and SHA-256, as the system says. */
#ifdef __aarch64__
INTERNAL bool os_arm_has_crypto(void);
#endif

/* ---- random bytes ---- */

/* Random bytes for seeds. Returns 0, or -1. */
INTERNAL int os_random(void *bytes, size_t count);

/* ---- memory ---- */

/* Pages of zeros for secrets: a core dump leaves them out, and the kernel wipes them in every
 * child. The kernel may refuse either; `is_wiped` says whether a child finds zeros, or inherits no
 * memory. Returns NULL if there is no memory. */
INTERNAL void *os_map(size_t size, bool *is_wiped);
INTERNAL void os_unmap(void *pages, size_t size);

/* Returns a part of such pages, which holds zeros, to the system until it is used. Does nothing
 * unless the part is whole pages. */
INTERNAL void os_discard(void *part, size_t size);

/* Memory of this size, zero at first, in its own cache line. All copies of the library in the
 * process share it if the platform can find them (docs/internals/platforms.md). */
enum { OS_SHARED_SIZE = 128 };
INTERNAL_INLINE void *os_shared(void);

/* ---- processes ---- */

/* Makes every later fork() call these. Returns false on failure. */
INTERNAL bool os_at_fork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void));

/* The process ID, by a system call. */
INTERNAL uint32_t os_process_id(void);

/* A variable of the environment; NULL if it is not set, or if the program has more rights than its
 * caller. */
INTERNAL const char *os_environment(const char *name);

/* The 48-bit hardware address of a network interface. Returns 0, or -1 if there is none. */
INTERNAL int os_hardware_address(uint64_t *address);

/* Of os_linux.c and os_macos.c, for interfaces.c: the bytes of a hardware address, or false where
 * the interface has none of 48 bits. */
#ifdef OS_INTERFACES
struct ifaddrs;
INTERNAL bool os_link_address(const struct ifaddrs *interface, uint8_t address[6]);
#endif

/* ---- files, for the state file ---- */

#ifdef OS_FILES
/* A call that is below 0 where it fails, made again where a signal has interrupted it: any may be,
 * on a file system of a network or of a process. */
#define UNINTERRUPTED(call)                                                                        \
    __extension__({                                                                                \
        __typeof__(call) result_;                                                                  \
        do                                                                                         \
            result_ = (call);                                                                      \
        while (result_ < 0 && errno == EINTR);                                                     \
        result_;                                                                                   \
    })

/* The boot ID, a new UUID each time the machine starts, as canonical text. Returns false if it
 * cannot be determined. */
enum { OS_BOOT_ID_LENGTH = 36 };
INTERNAL bool os_boot_id(char text[OS_BOOT_ID_LENGTH]);

/* Asks the file system to write changes of this file, which is still empty, in place. One that
 * writes each change elsewhere (btrfs) needs room for it; on a full disk, a change through mapped
 * memory would raise SIGBUS. */
INTERNAL void os_change_in_place(int file);

/* Allocates room for the holes of a file, if the file system can. To write to a hole through mapped
 * memory raises a signal if the disk is full. */
INTERNAL bool os_fill_holes(int file, size_t size);

/* Once one of these has returned true, all that was written to the file, or to any file of its file
 * system, survives a crash of the machine. */
INTERNAL bool os_sync(int file);
INTERNAL bool os_sync_all_with(int file);
#endif

/* ---- threads ---- */

/* Whether this process has one thread, as far as the C library knows: only that thread can then
 * begin another. The library does not see threads of a raw clone(CLONE_VM). */
INTERNAL_INLINE bool os_has_one_thread(void);

/* Locks: not recursive, and ready without initialisation. */
typedef enum { OS_LOCK_FORK, OS_LOCK_DELAY, OS_LOCKS } os_lock_t;
INTERNAL void os_lock(os_lock_t lock);
INTERNAL void os_unlock(os_lock_t lock);

/* Between the two calls the thread cannot be cancelled: no function of the library is a point of
 * cancellation. They nest. */
INTERNAL int os_hold_cancel(void);
INTERNAL void os_restore_cancel(int before);

/* A slot for one object per thread; `release` is called with it when the thread ends. Both return
 * false if the system has no more slots. */
INTERNAL bool os_key_new(uintptr_t *key, void (*release)(void *object));
INTERNAL bool os_key_set(uintptr_t key, void *object);

/* ---- libraries ---- */

#if !defined OS_OPENSSL
#elif defined UUID9562_LOAD_LIBCRYPTO
/* Loads a library for the life of the process; NULL if it is not found, or the program is static.
 * *deep: whether its own calls bind to itself first. */
INTERNAL void *os_library(const char *name, bool *deep);

/* A function of a library, or with NULL of the program. */
INTERNAL void *os_function(void *library, const char *name);
#else
/* Whether one library of the process, or the program, has all of these addresses. */
INTERNAL bool os_is_one_library(const uintptr_t *addresses, size_t count);
#endif

#endif
