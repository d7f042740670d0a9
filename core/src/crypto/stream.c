/*
 * The choice among the variants of stream.h, made for the first stream and kept in a pointer, and
 * the code that they share. Threads that choose at the same time choose the same variant.
 */
#include "stream.h"

#include "../system/os.h"

#ifndef OS_UNBUFFERED
#include <stdatomic.h>

#include "../wipe.h"

/* The fastest first. */
static const stream_variant_t *const stream_variants[] = {
#if defined __x86_64__
    &stream_vaes,
    &stream_aes,
#endif
#if defined __aarch64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    &stream_aes_arm,
#endif
    &stream_chacha20,
};

static const stream_variant_t *_Atomic stream_chosen;

static const stream_variant_t *choose_stream(void)
{
    const stream_variant_t *chosen = atomic_load_explicit(&stream_chosen, memory_order_relaxed);
    const stream_variant_t *const *variant = stream_variants;

    if (chosen != NULL)
        return chosen;
    while (!(*variant)->is_supported())
        variant++;
    atomic_store_explicit(&stream_chosen, *variant, memory_order_relaxed);
    return *variant;
}

/* Overwrites the stack where the functions of a variant, which the caller has called before, had
 * what their registers could not hold. */
static NEVER_INLINE void wipe_stack(void)
{
#ifdef __OPTIMIZE__
    uint8_t stack[1024];
#else
    uint8_t stack[8192];
#endif

    wipe(stack, sizeof stack);
}

INTERNAL void crypto_stream(uint8_t *out, size_t count, const uint8_t key[STREAM_KEY],
                            uint64_t nonce, stream_work_t *work)
{
    const stream_variant_t *variant = choose_stream();
    const size_t batches = count / variant->batch, rest = count % variant->batch;

    variant->expand(work->schedule, key);
    if (rest > 0) {
        variant->generate(work->tail, 1, work->schedule, nonce, batches);
        for (size_t i = 0; i < rest; i++) /* the C library's copy would leave them in registers */
            ((volatile uint8_t *)out)[count - rest + i] = work->tail[i];
    }
    variant->generate(out, batches, work->schedule, nonce, 0); /* last: it clears the registers */
    wipe(work, sizeof *work);
    wipe_stack();
}

#endif
