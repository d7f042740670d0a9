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

#ifdef __OPTIMIZE_SIZE__ /* -Os: smaller is better than faster */
#define ALWAYS_INLINE inline
#else
#define ALWAYS_INLINE inline __attribute__((always_inline))
#endif
/* Before a loop: its body so many times, without a jump, unless smaller is better. */
#ifdef __OPTIMIZE_SIZE__
#define UNROLL(times)
#else
#define UNROLL(times) _Pragma(TO_TEXT(GCC unroll times))
#endif
#define NEVER_INLINE        __attribute__((noinline))
#define UNLIKELY(condition) __builtin_expect(condition, 0)

/* The value of a macro as text. */
#define TO_TEXT(x)  TO_TEXT_(x)
#define TO_TEXT_(x) #x

#ifdef UUID9562_SINGLE_UNIT
#define INTERNAL        static
#define INTERNAL_INLINE static ALWAYS_INLINE
#else
#define INTERNAL
#define INTERNAL_INLINE
#endif

#endif
