/*
 * The variants of hex.c in one table, the fastest first, and the one that is used here.
 *
 * The first call of any kind picks; several threads may do so together, and pick the same.
 */

/* X(name, whose writers, whose readers) */
#define HEX_ROW(variant, writer, reader)                                                           \
    {.name = #variant,                                                                             \
     .runs_here = hex_runs_##variant,                                                              \
     .write = hex_write_##writer,                                                                  \
     .write_bare = hex_write_bare_##writer,                                                        \
     .write_n = hex_write_n_##writer,                                                              \
     .read = hex_read_##reader,                                                                    \
     .read_bare = hex_read_bare_##reader,                                                          \
     .read_n = hex_read_n_##reader},
static const hex_variant_t hex_table[] = {HEX_VARIANTS_X86(HEX_ROW) HEX_VARIANTS_NEON(HEX_ROW)
                                              HEX_ROW(c, c, c)};
#undef HEX_ROW

static const hex_variant_t *_Atomic hex_picked;

static NEVER_INLINE const hex_variant_t *hex_pick(void)
{
    const hex_variant_t *variant = hex_table;

    while (!variant->runs_here())
        variant++;
    atomic_store_explicit(&hex_picked, variant, memory_order_relaxed);
    return variant;
}

static ALWAYS_INLINE const hex_variant_t *hex(void)
{
    const hex_variant_t *variant = atomic_load_explicit(&hex_picked, memory_order_relaxed);

    return variant != NULL ? variant : hex_pick();
}
