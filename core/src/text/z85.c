/*
 * The format z85: four bytes are a number in five digits of base 85 (rfc.zeromq.org/spec/32).
 */
#include "../bits/layout.h"
#include "formats.h"

#ifndef UUID9562_OMIT_FORMATS

enum { Z85_BASE = 85, Z85_GROUP = 5, Z85_LENGTH = 20 };

#define Z85_POWER POWER_5(Z85_BASE)

/* ---- reading ---- */

static bool read_z85_groups(halves_t *out, const alphabet_t *alphabet, const char *text,
                            size_t length)
{
    const uint64_t marks = (Z85_POWER - 1) / (Z85_BASE - 1) * IS_DIGIT;
    uint64_t groups[Z85_LENGTH / Z85_GROUP], all = IS_DIGIT;

    if (length != Z85_LENGTH)
        return false;
    for (size_t i = 0; i < Z85_LENGTH / Z85_GROUP; i++)
        groups[i] = digits_read(alphabet, text + i * Z85_GROUP, Z85_GROUP, Z85_BASE, &all) - marks;
    *out = (halves_t){groups[0] << 32 | groups[1], groups[2] << 32 | groups[3]};
    return all != 0 && (groups[0] | groups[1] | groups[2] | groups[3]) >> 32 == 0;
}

static NEVER_INLINE uuid9562_status_t z85_mismatch(size_t *offset, const alphabet_t *alphabet,
                                                   const char *text, size_t length)
{
    uint64_t group = 0, unit = 0; /* the group so far; what a 1 in its last digit adds */

    for (*offset = 0; *offset < Z85_LENGTH; ++*offset) {
        uint64_t value;

        if (*offset == length)
            return UUID9562_ERR_SHORT;
        if (*offset % Z85_GROUP == 0) {
            group = 0;
            unit = Z85_POWER;
        }
        value = alphabet->values[(unsigned char)text[*offset]];
        unit /= Z85_BASE;
        group += (value & DIGIT_VALUE) * unit;
        if (value == 0 || group > UINT32_MAX)
            return UUID9562_ERR_DIGIT;
    }
    return UUID9562_ERR_LONG;
}

INTERNAL uuid9562_status_t read_z85(uuid9562_t *out, size_t *offset, const format_row_t *format,
                                    const char *text, size_t length)
{
    halves_t all;

    if (!read_z85_groups(&all, format->alphabet, text, length))
        return z85_mismatch(offset, format->alphabet, text, length);
    layout_store(out, all);
    return UUID9562_OK;
}

/* ---- writing ---- */

static ALWAYS_INLINE void write_z85_group(char *out, uint32_t group, const alphabet_t *alphabet)
{
#pragma GCC unroll 5
    for (size_t i = Z85_GROUP; i-- > 0; group /= Z85_BASE)
        out[i] = alphabet->digits[group % Z85_BASE];
}

INTERNAL size_t write_z85(char *out, const format_row_t *format, const uuid9562_t *uuid)
{
    const halves_t all = layout_load(uuid);

    write_z85_group(out, (uint32_t)(all.hi >> 32), format->alphabet);
    write_z85_group(out + Z85_GROUP, (uint32_t)all.hi, format->alphabet);
    write_z85_group(out + 2 * Z85_GROUP, (uint32_t)(all.lo >> 32), format->alphabet);
    write_z85_group(out + 3 * Z85_GROUP, (uint32_t)all.lo, format->alphabet);
    return Z85_LENGTH;
}

#endif
