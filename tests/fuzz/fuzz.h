/*
 * What the fuzz targets share: the input taken apart into values, each behind its size, so that the
 * fuzzer can change one and leave the others.
 */
#ifndef UUID9562_FUZZ_H
#define UUID9562_FUZZ_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uuid9562_bindings.h"

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

typedef struct fuzz {
    const uint8_t *bytes;
    size_t left;
} fuzz_t;

/* Zeros follow the input. */
static inline void take(fuzz_t *in, void *out, size_t size)
{
    const size_t count = size < in->left ? size : in->left;

    memset(out, 0, size);
    memcpy(out, in->bytes, count);
    in->bytes += count;
    in->left -= count;
}

static inline uint8_t take_byte(fuzz_t *in)
{
    uint8_t byte;

    take(in, &byte, 1);
    return byte;
}

/* A byte says how long it is, or that it is a UUID in a format, or the name of that. */
static inline const char *take_text(fuzz_t *in, size_t *length)
{
    static char rooms[4][64], *room; /* for as many texts at a time */
    const uint8_t first = take_byte(in);
    const uuid9562_format_t *format = first < 128 ? NULL : uuid9562_format_at(first % 32);
    const char *text = (const char *)in->bytes;
    uuid9562_t uuid;

    if (format != NULL && first >= 192)
        return *length = strlen(uuid9562_format_info(format)->name),
               uuid9562_format_info(format)->name;
    if (format != NULL && uuid9562_format_info(format)->writable) {
        room = room == NULL || room == rooms[3] ? rooms[0] : room + sizeof *rooms;
        take(in, &uuid, sizeof uuid);
        return *length = uuid9562_format_as(room, format, &uuid), room;
    }
    *length = first < in->left ? first : in->left;
    in->bytes += *length;
    in->left -= *length;
    return text;
}

/* The one of these names that the input gives; or any one. */
static inline int take_choice(fuzz_t *in, int count, const char *name_of(int))
{
    const int any = in->left > 0 ? in->bytes[0] % count : 0;
    size_t length;
    const char *name = take_text(in, &length);

    for (int i = 0; i < count; i++)
        if (strlen(name_of(i)) == length && memcmp(name_of(i), name, length) == 0)
            return i;
    return any;
}

/* Of one byte, so that small and negative ones are found, or of eight. */
static inline int64_t take_integer(fuzz_t *in)
{
    int64_t number;
    const uint8_t first = take_byte(in);

    if (first < 200)
        return (int64_t)first - 20;
    take(in, &number, sizeof number);
    return number;
}

static inline bool is_utf8(const char *text, size_t length)
{
    const uint8_t *at = (const uint8_t *)text, *const end = at + length;

    while (at < end) {
        const int more = *at < 0x80 ? 0 : *at < 0xc2 ? -1 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : 3;
        uint32_t code;

        if (more < 0 || end - at <= more)
            return false;
        code = *at & (0x7f >> (more + (more > 0)));
        for (int i = 1; i <= more; i++) {
            if ((at[i] & 0xc0) != 0x80)
                return false;
            code = code << 6 | (at[i] & 0x3f);
        }
        if ((more == 2 && (code < 0x800 || code >> 11 == 0x1b)) ||
            (more == 3 && (code < 0x10000 || code > 0x10ffff)))
            return false;
        at += more + 1;
    }
    return true;
}

/* What parse, or else format, gives in every host: a text of at most 64 bytes, whose length this
 * returns, or 0 for an error. */
static inline size_t answer_of_c(char *out, bool parses, const char *text, size_t length,
                                 const char *name, size_t name_length)
{
    const uuid9562_format_t *format;
    uuid9562_t uuid;

    if (uuid9562_find_format(&format, name, name_length, !parses) != UUID9562_OK ||
        (parses         ? uuid9562_parse_as(&uuid, NULL, format, text, length)
         : length == 16 ? uuid9562_from_bytes(&uuid, NULL, text, length)
                        : uuid9562_parse(&uuid, NULL, text, length)) != UUID9562_OK)
        return 0;
    if (!parses)
        return uuid9562_format_as(out, format, &uuid);
    uuid9562_format(out, &uuid);
    return UUID9562_CANONICAL_LENGTH;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *count, char ***arguments);

#endif
