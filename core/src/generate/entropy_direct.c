/*
 * Random bytes straight from the system, each time (entropy.h): a buffer would gain nothing where
 * the program itself is the system (os_bare.c). What was prepared and not taken is overwritten by
 * the next, and never given out.
 */
#include "entropy.h"

#ifdef OS_UNBUFFERED

struct entropy_buffer {
    uint8_t bytes[ENTROPY_PREPARE_MAX];
};
static entropy_buffer_t prepared;

INTERNAL int entropy_draw(void *context, void *bytes, size_t count)
{
    (void)context;
    return entropy_of_system(bytes, count);
}

INTERNAL_INLINE entropy_buffer_t *entropy_prepare(size_t count, uint64_t now_ns)
{
    (void)now_ns;
    return entropy_of_system(prepared.bytes, count) == 0 ? &prepared : NULL;
}

INTERNAL_INLINE uint8_t *entropy_take(entropy_buffer_t *buffer, size_t count)
{
    (void)count;
    return buffer->bytes;
}

INTERNAL_INLINE uint64_t entropy_generation(void)
{
    return 0;
}

INTERNAL_INLINE bool entropy_has_ended(uint64_t generation)
{
    (void)generation;
    return false;
}

INTERNAL_INLINE uint8_t *entropy_take_if_ready(size_t count)
{
    (void)count;
    return NULL;
}

INTERNAL uint8_t *entropy_take_if_left(size_t count, uint64_t now_ns)
{
    (void)count;
    (void)now_ns;
    return NULL;
}

#endif
