/*
 * Sixteen bytes and their 32 hex digits, bare or as canonical text (RFC 9562 section 4), one by one
 * and many in a row. hex.c is portable C; hex_x86.c and hex_neon.c are variants for one kind of
 * processor; hex_dispatch.c chooses.
 *
 * Digits are written in lower case and read in either. A reader returns false, and writes nothing,
 * where the text is not valid; finding the offset is patterns.c's task. No variant touches memory
 * outside the text and the bytes.
 */
#ifndef UUID9562_HEX_H
#define UUID9562_HEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../include/uuid9562.h"
#include "../compiler.h"

/* Canonical text is 36 bytes, bare digits are 32. */
typedef void hex_write_t(char *out, const uint8_t bytes[16]);
typedef bool hex_read_t(uint8_t bytes[16], const char *text);
typedef uuid9562_status_t hex_parse_t(uuid9562_t *out, size_t *offset, const char *text,
                                      size_t length);

INTERNAL bool hex_supports_any(void); /* true */

typedef struct hex_variant {
    const char *name;
    bool (*is_supported)(void); /* by this processor */
    hex_write_t *write;
    hex_read_t *read;
    hex_write_t *write_bare;
    hex_read_t *read_bare;
    /* Many canonical texts in a row, with a separator after each unless it is negative. read_n
     * stops at the first that is invalid, and returns how many were valid. */
    void (*write_n)(char *out, const uuid9562_t *uuids, uint64_t n, int separator);
    uint64_t (*read_n)(uuid9562_t *out, const char *text, uint64_t n, int separator);
    hex_parse_t *parse; /* uuid9562_parse only jumps here */
} hex_variant_t;

/* The fastest variant that this processor supports; always the same (hex_dispatch.c). */
INTERNAL_INLINE const hex_variant_t *hex(void);

/* What uuid9562_parse does where the text is not canonical (formats.c). */
INTERNAL hex_parse_t parse_other;

/* One const struct per variant. */
INTERNAL const hex_variant_t hex_portable;
#if defined __x86_64__
INTERNAL const hex_variant_t hex_ssse3, hex_avx2;
#endif
#if defined __aarch64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
INTERNAL const hex_variant_t hex_neon;
#endif

INTERNAL bool hex_is_digit(char c);

enum { HEX_VALUE = 0x0f }; /* the bits of a digit's value */

/* Where the hyphens of canonical text are. */
static const uint8_t hex_hyphens[4] = {8, 13, 18, 23};

/* The bodies of write_n, read_n and parse, which every variant builds from its own `write` and
 * `read`: a macro, so that the compiler inlines these under the attribute of the variant. */
#define HEX_WRITE_N_BODY(write)                                                                    \
    for (uint64_t i = 0; i < n; i++) {                                                             \
        write(out, uuids[i].bytes);                                                                \
        out += UUID9562_CANONICAL_LENGTH;                                                          \
        if (separator >= 0)                                                                        \
            *out++ = (char)separator;                                                              \
    }
#define HEX_READ_N_BODY(read)                                                                      \
    uint64_t i;                                                                                    \
                                                                                                   \
    for (i = 0; i < n && read(out[i].bytes, text); i++) {                                          \
        text += UUID9562_CANONICAL_LENGTH;                                                         \
        if (separator >= 0 && *text++ != (char)separator)                                          \
            break;                                                                                 \
    }                                                                                              \
    return i;
#define HEX_PARSE_BODY(read)                                                                       \
    return length == UUID9562_CANONICAL_LENGTH && read(out->bytes, text)                           \
               ? UUID9562_OK                                                                       \
               : parse_other(out, offset, text, length);

#endif
