/*
 * Random bytes straight from the system, each time (entropy.h): where a process is alone and its
 * system is the program itself, a buffer would gain nothing (os_other.c).
 */
#include "entropy.h"

#include "../system/os.h"

#ifdef OS_OTHER
#include "../system/fork.h"
#include "../wipe.h"

struct entropy_buffer {
    uint8_t bytes[ENTROPY_PREPARE_MAX];
};
static entropy_buffer_t prepared;

INTERNAL int entropy_of_system(void *bytes, size_t count)
{
    if (os_random(bytes, count) == 0)
        return 0;
    wipe(bytes, count);
    return -1;
}

INTERNAL int entropy_draw(void *context, void *bytes, size_t count)
{
    (void)context;
    return entropy_of_system(bytes, count);
}

INTERNAL_INLINE entropy_buffer_t *entropy_prepare(size_t count)
{
    return entropy_of_system(prepared.bytes, count) == 0 ? &prepared : NULL;
}

INTERNAL_INLINE entropy_buffer_t *entropy_prepare_at(size_t count, uint64_t now_ns)
{
    (void)now_ns;
    return entropy_prepare(count);
}

INTERNAL_INLINE uint8_t *entropy_take(entropy_buffer_t *buffer, size_t count)
{
    (void)count;
    return buffer->bytes;
}

INTERNAL int entropy_reseed(void)
{
    uint8_t byte;

    fork_end_generation();
    return entropy_of_system(&byte, sizeof byte);
}

#endif
