/*
 * The choice among the variants of hex.h, made when the first text is read or written, and kept in
 * a pointer. Threads that choose at the same time choose the same variant.
 */
#include "hex.h"

#include <stdatomic.h>

/* The fastest first. */
static const hex_variant_t *const hex_variants[] = {
#if defined __x86_64__
    &hex_avx2,
    &hex_ssse3,
#endif
#if defined __aarch64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    &hex_neon,
#endif
    &hex_portable,
};

static const hex_variant_t *_Atomic hex_chosen;

static NEVER_INLINE const hex_variant_t *choose_hex(void)
{
    const hex_variant_t *const *variant = hex_variants;

    while (!(*variant)->is_supported())
        variant++;
    atomic_store_explicit(&hex_chosen, *variant, memory_order_relaxed);
    return *variant;
}

INTERNAL_INLINE const hex_variant_t *hex(void)
{
    const hex_variant_t *variant = atomic_load_explicit(&hex_chosen, memory_order_relaxed);

    return variant != NULL ? variant : choose_hex();
}
