/*
 * The system, and which one it is: here and in storage.h is everything that the core asks of it.
 *
 * This is the one place that looks for the platform. Each has a file of its own, os_linux.c,
 * os_macos.c, os_wasm.c and os_windows.c. os_posix.c holds what all but Windows have in common,
 * storage_posix.c and interfaces.c what Linux and macOS have. Files for other platforms compile to
 * nothing. docs/internals/platforms.md says what ran where.
 */
#ifndef UUID9562_OS_H
#define UUID9562_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../compiler.h"

#if defined __linux__
#define OS_LINUX
#define OS_POSIX
#define OS_FILES
#define OS_INTERFACES
#define OS_LIBRARY(name, version) name ".so." version
#define OS_VISIBILITY(kind)       __attribute__((visibility(kind)))
#define OS_NOTE(section_name)     __attribute__((used, aligned(4), section(section_name)))
#elif defined __APPLE__
#define OS_MACOS
#define OS_POSIX
#define OS_FILES
#define OS_INTERFACES
#define OS_LIBRARY(name, version) name "." version ".dylib"
#define OS_VISIBILITY(kind)       __attribute__((visibility(kind)))
#elif defined __EMSCRIPTEN__
#define OS_WASM
#define OS_POSIX
#define OS_LIBRARY(name, version) name
#define OS_VISIBILITY(kind)       __attribute__((visibility(kind)))
#elif defined _WIN32
#define OS_WINDOWS
#define WIN32_LEAN_AND_MEAN /* fewer names in windows.h, */
#define NOGDI               /* which the core may use */
#define OS_VISIBILITY(kind) /* that of a DLL is the linker's affair */
#define OS_DIGESTS          /* its own, by windows.c, take the place of OpenSSL's */
#else
#error "unsupported platform: add core/src/system/os_NAME.c (see os.h)"
#endif

#ifdef UUID9562_OMIT_STATE /* no state file on any platform */
#undef OS_FILES
#endif

/* For a few words: of thread-local storage of this model, glibc has some 1.6 KiB for all libraries
 * that are loaded by dlopen, and musl none. */
#if defined __GLIBC__
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

/* The processor's cycle counter, for those to whom os_counter_is_clock says that the kernel's own
 * clock counts it, on every processor alike, and that this process may read it. It is read without
 * a fence: the processor may do so before the instructions in front of it. */
INTERNAL bool os_counter_is_clock(void);
INTERNAL_INLINE uint64_t os_counter(void);

/* About a millisecond. */
INTERNAL void os_sleep(void);

/* ---- random bytes ---- */

/* Random bytes for seeds. Returns 0, or -1. */
INTERNAL int os_random(void *bytes, size_t count);

/* ---- memory ---- */

/* Pages of zeros for what no other process may know: a core dump leaves them out, and the kernel
 * wipes them in a child, however it was created. Either is advice that it may refuse; `is_wiped`
 * says whether it follows the second, or whether no child inherits memory. Returns NULL where there
 * is no memory. */
INTERNAL void *os_map(size_t size, bool *is_wiped);
INTERNAL void os_unmap(void *pages, size_t size);

/* Returns a part of such pages, which holds zeros already, to the system until it is used. Does
 * nothing where the part is not of whole pages. */
INTERNAL void os_discard(void *part, size_t size);

/* Memory of this size and zeros at first, in a cache line of its own, which all copies of the
 * library in the process share, as far as the platform can find them
 * (docs/internals/platforms.md). */
enum { OS_SHARED_SIZE = 128 };
INTERNAL_INLINE void *os_shared(void);

/* ---- processes ---- */

/* Has these called by every fork() from now on. Returns false where that cannot be. */
INTERNAL bool os_at_fork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void));

/* The number of this process. It is a system call. */
INTERNAL uint32_t os_process_id(void);

/* A variable of the environment, NULL where it is not set or the program runs with rights that its
 * caller lacks. */
INTERNAL const char *os_environment(const char *name);

/* With OS_FILES: the boot ID, a UUID as canonical text, another one each time the machine starts.
 * Returns false where it cannot be determined. */
#ifdef OS_FILES
enum { OS_BOOT_ID_LENGTH = 36 };
INTERNAL bool os_boot_id(char text[OS_BOOT_ID_LENGTH]);
#endif

/* The 48-bit hardware address of a network interface. Returns 0, or -1 where there is none. */
INTERNAL int os_hardware_address(uint64_t *address);

/* ---- threads ---- */

/* Whether this process has one thread: then the C library begins none but by a call of this one. It
 * does not know what else begins one, such as a raw clone(CLONE_VM). */
INTERNAL_INLINE bool os_has_one_thread(void);

/* Locks, not recursive, which nothing has to open. */
typedef enum { OS_LOCK_FORK, OS_LOCK_DELAY, OS_LOCKS } os_lock_t;
INTERNAL void os_lock(os_lock_t lock);
INTERNAL void os_unlock(os_lock_t lock);

/* Between the two, the thread is not cancelled. They nest. */
INTERNAL int os_hold_cancel(void);
INTERNAL void os_restore_cancel(int before);

/* A slot for an object of each thread, with which `release` is called when the thread ends. Both
 * return false where the system has no more. */
INTERNAL bool os_key_new(uintptr_t *key, void (*release)(void *object));
INTERNAL bool os_key_set(uintptr_t key, void *object);

/* ---- libraries ---- */

#if defined OS_DIGESTS
#elif defined UUID9562_LOAD_LIBCRYPTO
/* Loads a library for good; NULL where it is not found. *deep: whether it binds to itself first. */
INTERNAL void *os_library(const char *name, bool *deep);

/* A function of a library, or with NULL of the program. */
INTERNAL void *os_function(void *library, const char *name);
#else
/* Whether one library of the process, or the program, has all of these addresses. */
INTERNAL bool os_is_one_library(const uintptr_t *addresses, size_t count);
#endif

#endif
