/*
 * A variant of the hex digits (CASE) equals portable C, over the models of its intrinsics: for
 * every text, every UUID and, of two in a row, every separator. Nothing outside the text is read,
 * nothing outside the output is written.
 */
#include "../prove.h"

#ifndef CASE
#define CASE avx2
#endif
#define VARIANT_NAMED(name) hex_##name
#define VARIANT_OF(name)    VARIANT_NAMED(name)
#define FILE_NAMED(name)    name##_file
#define FILE_OF(name)       FILE_NAMED(name)
#define neon_file           1

#if FILE_OF(CASE)
#undef __x86_64__ /* after the headers of the C library */
#define __aarch64__ 1
#endif
#include "../../../../core/src/bits/layout.c"
#include "../../../../core/src/text/hex.c"
#include "../../../../core/src/text/hex_neon.c"
#include "../../../../core/src/text/hex_x86.c"

/* What parse does with any other text. */
uuid9562_status_t parse_other(uuid9562_t *out, size_t *offset, const char *text, size_t length)
{
    (void)out, (void)text;
    *offset = length;
    return UUID9562_ERR_SHORT;
}

enum { BARE_LENGTH = 32 };

static const hex_variant_t *const variant = &VARIANT_OF(CASE);

static void prove_writing(void)
{
    const uuid9562_t uuid = nondet_uuid();
    char canonical[UUID9562_CANONICAL_LENGTH], same_canonical[UUID9562_CANONICAL_LENGTH];
    char bare[BARE_LENGTH], same_bare[BARE_LENGTH];

    hex_portable.write(canonical, uuid.bytes);
    variant->write(same_canonical, uuid.bytes);
    prove(memcmp(canonical, same_canonical, sizeof canonical) == 0);
    hex_portable.write_bare(bare, uuid.bytes);
    variant->write_bare(same_bare, uuid.bytes);
    prove(memcmp(bare, same_bare, sizeof bare) == 0);
}

static void prove_reading(void)
{
    const uuid9562_t before = nondet_uuid();
    char canonical[UUID9562_CANONICAL_LENGTH], bare[BARE_LENGTH]; /* any text */
    uuid9562_t read = before, same = before;
    size_t offset = 0, same_offset = 0;
    const size_t length = nondet_size();

    prove(hex_portable.read(read.bytes, canonical) == variant->read(same.bytes, canonical));
    prove(same_uuid(read, same));
    prove(hex_portable.read_bare(read.bytes, bare) == variant->read_bare(same.bytes, bare));
    prove(same_uuid(read, same));
    prove(hex_portable.parse(&read, &offset, canonical, length) ==
          variant->parse(&same, &same_offset, canonical, length));
    prove(same_uuid(read, same) && offset == same_offset);
}

static void prove_two(int separator)
{
    const uuid9562_t uuids[2] = {nondet_uuid(), nondet_uuid()};
    char text[2 * (UUID9562_CANONICAL_LENGTH + 1)], same_text[sizeof text];
    uuid9562_t read[2], same[2];

    memcpy(same_text, text, sizeof text);
    memcpy(same, read, sizeof same);
    prove(hex_portable.read_n(read, text, 2, separator) ==
          variant->read_n(same, text, 2, separator));
    prove(memcmp(read, same, sizeof read) == 0);
    hex_portable.write_n(text, uuids, 2, separator);
    variant->write_n(same_text, uuids, 2, separator);
    prove(memcmp(text, same_text, sizeof text) == 0);
}

int main(void)
{
    prove_writing();
    prove_reading();
    prove_two(-1);
    prove_two((unsigned char)nondet_char());
    return 0;
}
