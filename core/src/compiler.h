/*
 * What the files of the core ask of the compiler (gcc or clang).
 *
 * core/uuid9562.c compiles all of them as one translation unit and defines UUID9562_SINGLE_UNIT:
 * then whatever one file offers another is static, and small functions are inlined across files. A
 * file that is opened or checked alone sees ordinary external declarations instead, so that no tool
 * misses a definition.
 */
#ifndef UUID9562_COMPILER_H
#define UUID9562_COMPILER_H

#include <limits.h>

_Static_assert(CHAR_BIT == 8, "a UUID is 16 bytes of 8 bits");

#define ALWAYS_INLINE       inline __attribute__((always_inline))
#define NEVER_INLINE        __attribute__((noinline))
#define UNLIKELY(condition) __builtin_expect(condition, 0)

/* For a few words: of thread-local storage of this model, glibc has some 1.6 KiB for all libraries
 * that are loaded by dlopen, and musl none. */
#if defined __GLIBC__
#define THREAD_LOCAL __attribute__((tls_model("initial-exec"))) static _Thread_local
#else
#define THREAD_LOCAL static _Thread_local
#endif

#ifdef UUID9562_SINGLE_UNIT
#define INTERNAL        static
#define INTERNAL_INLINE static ALWAYS_INLINE
#else
#define INTERNAL
#define INTERNAL_INLINE
#endif

#endif
