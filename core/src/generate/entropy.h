/*
 * Where every random bit of the core comes from (RFC 9562 section 6.9).
 */
#ifndef UUID9562_ENTROPY_H
#define UUID9562_ENTROPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../compiler.h"
#include "../system/os.h"

/* The random source of uuid9562_sources_t; and system randomness, unbuffered. They return 0; or -1,
 * and then the bytes are not to be used. */
INTERNAL int entropy_draw(void *context, void *bytes, size_t count);
INTERNAL int entropy_of_system(void *bytes, size_t count);

/* The same without a copy, for at most ENTROPY_PREPARE_MAX bytes, in two steps: entropy_prepare
 * makes them ready, which may fail (NULL); entropy_take then hands them out, which cannot fail. The
 * caller copies and wipes them, and asks whether the generation has ended in which they were made
 * ready: if so, this may be a child, which may have read zeros, and draws again. The thread draws
 * nothing else in between. A caller that has read the clock passes the time, or else 0, and gets no
 * bytes that are too old by then. */
#ifdef OS_UNBUFFERED
enum { ENTROPY_PREPARE_MAX = 16 };
#else
enum { ENTROPY_PREPARE_MAX = 1024 };
#endif
typedef struct entropy_buffer entropy_buffer_t;
INTERNAL_INLINE entropy_buffer_t *entropy_prepare(size_t count, uint64_t now_ns);
INTERNAL_INLINE uint8_t *entropy_take(entropy_buffer_t *buffer, size_t count);
INTERNAL_INLINE uint64_t entropy_generation(void);
INTERNAL_INLINE bool entropy_has_ended(uint64_t generation);

/* What can be taken at once, without a check of the age: NULL where that is less. */
INTERNAL_INLINE uint8_t *entropy_take_if_ready(size_t count);

/* Any number of bytes, none of them too old at now_ns; or NULL where fewer are left in the buffer.
 * As with entropy_take, the caller wipes them and asks entropy_has_ended. */
INTERNAL uint8_t *entropy_take_if_left(size_t count, uint64_t now_ns);

#endif
