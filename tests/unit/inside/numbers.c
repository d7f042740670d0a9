/*
 * Numbers without a type of 128 bits, as on processors of 32 bits: this file compiles the core into
 * itself as if the compiler had none. The formats that are numbers are compared
 * with their naive definition.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#undef __SIZEOF_INT128__

#include "../../../core/uuid9562.c"

#include "../run.c"
#undef FOUR_ESCAPED /* of another shape there */
#include "../naive.c"

enum { COUNT = 100000 };

TEST(numbers_by_parts_of_32_bits)
{
    unsigned seed = 32;

    for (int round = 0; round < COUNT; round++) {
        uuid9562_t uuid;

        for (int i = 0; i < 16; i++) /* one byte in four is an edge */
            uuid.bytes[i] =
                (uint8_t)(rand_r(&seed) % 4 ? rand_r(&seed) >> 8 : -(rand_r(&seed) & 1));
        for (const naive_t *naive = naive_formats; naive->name != NULL; naive++) {
            const uuid9562_format_t *format;
            char text[UUID9562_TEXT_MAX], expected[NAIVE_TEXT_MAX];
            const size_t length = naive_write(naive, &uuid, expected);
            uuid9562_t back;

            if (naive->most == NULL)
                continue;
            assert_ok(uuid9562_find_format(&format, naive->name, strlen(naive->name), true));
            require_eq(uuid9562_format_as(text, format, &uuid), length);
            require_mem(text, expected, length);
            assert_ok(uuid9562_parse_as(&back, NULL, format, text, length));
            assert_same(back, uuid);
        }
    }
}

TEST(products_by_parts_of_32_bits)
{
    static const uint64_t edges[] = {0,
                                     1,
                                     UINT32_MAX,
                                     UINT64_C(1) << 32,
                                     UINT64_MAX - 1,
                                     UINT64_MAX,
                                     UINT64_C(0xffffffff00000000)};
    const size_t count = sizeof edges / sizeof *edges;

    for (size_t i = 0; i < count * count; i++) {
        const uint64_t a = edges[i / count], b = edges[i % count];
        const wide_t product = wide_product(a, b);
        const halves_t halves = multiply(a, b);

        require_eq(halves.hi, wide_low(wide_right(product, 64)));
        require_eq(halves.lo, wide_low(product));
    }
}
