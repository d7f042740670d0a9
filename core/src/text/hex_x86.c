/*
 * Hex digits by the byte shuffles of x86-64: SSSE3, with 16 digits in a register, and AVX2, with
 * all 32.
 *
 * Canonical text and its 32 digits fit together so: bytes 2 to 17 of the text need only digits 2 to
 * 15, bytes 18 to 33 only digits 16 to 29. So each half is one shuffle, and the first two and the
 * last two digits are copied as they are.
 *
 * AVX2 gains nothing in writing, since bringing the halves together costs what it saves; so it only
 * reads. ./dev bench measures both. AVX-512 with VBMI, four UUIDs at a time, was tried: it writes
 * batches in three quarters of the time (0.77 ns a UUID instead of 1.04) and reads no faster, too
 * little for a variant.
 */
#include "hex.h"

#if defined __x86_64__
#include <immintrin.h>

#include "../processor.h"

#define SSSE3 __attribute__((target("ssse3")))
#define AVX2  __attribute__((target("avx2")))

/* A shuffle puts a zero where its index is negative. */
#define TO_TEXT_FRONT   2, 3, 4, 5, 6, 7, -1, 8, 9, 10, 11, -1, 12, 13, 14, 15 /* bytes 2 to 17 */
#define TO_TEXT_REAR    -1, 0, 1, 2, 3, -1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13   /* 18 to 33 */
#define TO_DIGITS_FRONT -1, -1, 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 14, 15  /* and back */
#define TO_DIGITS_REAR  1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1, -1
#define FIRST_TWO       -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define LAST_TWO        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1
#define HYPHENS_FRONT   0, 0, 0, 0, 0, 0, '-', 0, 0, 0, 0, '-', 0, 0, 0, 0
#define HYPHENS_REAR    '-', 0, 0, 0, 0, '-', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define IN_FRONT        0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0
#define IN_REAR         -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0

#define KINDS_BY_LOW  1, 3, 3, 3, 3, 3, 3, 1, 1, 1, 0, 0, 0, 0, 0, 0
#define KINDS_BY_HIGH 0, 0, 0, 1, 2, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define NINE_BY_HIGH  0, 0, 0, 0, 9, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0

/* ---- SSSE3 ---- */

/* Digits 0 to 15, and 16 to 31. */
typedef struct digits {
    __m128i front, rear;
} digits_t;

SSSE3 static ALWAYS_INLINE __m128i load(const void *from)
{
    return _mm_loadu_si128((const __m128i *)from);
}

SSSE3 static ALWAYS_INLINE void store(void *to, __m128i bytes)
{
    _mm_storeu_si128((__m128i *)to, bytes);
}

SSSE3 static ALWAYS_INLINE digits_t to_digits(const uint8_t bytes[16])
{
    const __m128i names = load("0123456789abcdef"), value = _mm_set1_epi8(HEX_VALUE);
    const __m128i all = load(bytes);
    const __m128i high = _mm_and_si128(_mm_srli_epi16(all, 4), value);
    const __m128i low = _mm_and_si128(all, value);

    return (digits_t){_mm_shuffle_epi8(names, _mm_unpacklo_epi8(high, low)),
                      _mm_shuffle_epi8(names, _mm_unpackhi_epi8(high, low))};
}

/* The values of digits. Each half of a byte is looked up for the kinds of digit that it may belong
 * to: 1 for 0 to 9, 2 for a to f in either case. The byte is a digit where both halves agree, and
 * `valid` keeps its bits only there. (For a byte above 127 the shuffle gives zero.) */
SSSE3 static ALWAYS_INLINE __m128i values_of(__m128i text, __m128i *valid)
{
    const __m128i half = _mm_set1_epi8(HEX_VALUE);
    const __m128i high = _mm_and_si128(_mm_srli_epi16(text, 4), half);
    const __m128i kind = _mm_and_si128(_mm_shuffle_epi8(_mm_setr_epi8(KINDS_BY_LOW), text),
                                       _mm_shuffle_epi8(_mm_setr_epi8(KINDS_BY_HIGH), high));

    *valid = _mm_andnot_si128(_mm_cmpeq_epi8(kind, _mm_setzero_si128()), *valid);
    return _mm_add_epi8(_mm_and_si128(text, half),
                        _mm_shuffle_epi8(_mm_setr_epi8(NINE_BY_HIGH), high));
}

SSSE3 static ALWAYS_INLINE bool from_digits(uint8_t bytes[16], digits_t digits, __m128i valid)
{
    const __m128i weights = _mm_set1_epi16(0x0110); /* 16 for the first of two, 1 for the second */
    const __m128i front = values_of(digits.front, &valid), rear = values_of(digits.rear, &valid);

    if (_mm_movemask_epi8(valid) != 0xffff)
        return false;
    store(bytes,
          _mm_packus_epi16(_mm_maddubs_epi16(front, weights), _mm_maddubs_epi16(rear, weights)));
    return true;
}

SSSE3 static void hex_write_bare_ssse3(char *out, const uint8_t bytes[16])
{
    const digits_t digits = to_digits(bytes);

    store(out, digits.front);
    store(out + 16, digits.rear);
}

SSSE3 static bool hex_read_bare_ssse3(uint8_t bytes[16], const char *text)
{
    return from_digits(bytes, (digits_t){load(text), load(text + 16)}, _mm_set1_epi8(-1));
}

SSSE3 static ALWAYS_INLINE void hex_write_ssse3(char *out, const uint8_t bytes[16])
{
    const digits_t digits = to_digits(bytes);

    store(out, digits.front);
    store(out + 20, digits.rear);
    store(out + 2, _mm_or_si128(_mm_shuffle_epi8(digits.front, _mm_setr_epi8(TO_TEXT_FRONT)),
                                _mm_setr_epi8(HYPHENS_FRONT)));
    store(out + 18, _mm_or_si128(_mm_shuffle_epi8(digits.rear, _mm_setr_epi8(TO_TEXT_REAR)),
                                 _mm_setr_epi8(HYPHENS_REAR)));
}

SSSE3 static ALWAYS_INLINE bool hex_read_ssse3(uint8_t bytes[16], const char *text)
{
    const __m128i front = load(text + 2), rear = load(text + 18);
    const __m128i valid = _mm_and_si128(
        _mm_cmpeq_epi8(_mm_and_si128(front, _mm_setr_epi8(IN_FRONT)), _mm_setr_epi8(HYPHENS_FRONT)),
        _mm_cmpeq_epi8(_mm_and_si128(rear, _mm_setr_epi8(IN_REAR)), _mm_setr_epi8(HYPHENS_REAR)));
    const digits_t digits = {_mm_or_si128(_mm_shuffle_epi8(front, _mm_setr_epi8(TO_DIGITS_FRONT)),
                                          _mm_and_si128(load(text), _mm_setr_epi8(FIRST_TWO))),
                             _mm_or_si128(_mm_shuffle_epi8(rear, _mm_setr_epi8(TO_DIGITS_REAR)),
                                          _mm_and_si128(load(text + 20), _mm_setr_epi8(LAST_TWO)))};

    return from_digits(bytes, digits, valid);
}

SSSE3 static void hex_write_n_ssse3(char *out, const uuid9562_t *uuids, uint64_t n,
                                    int separator){HEX_WRITE_N_BODY(hex_write_ssse3)}

SSSE3 static uint64_t hex_read_n_ssse3(uuid9562_t *out, const char *text, uint64_t n,
                                       int separator){HEX_READ_N_BODY(hex_read_ssse3)}

SSSE3 static uuid9562_status_t hex_parse_ssse3(uuid9562_t *out, size_t *offset, const char *text,
                                               size_t length){HEX_PARSE_BODY(hex_read_ssse3)}

INTERNAL const hex_variant_t hex_ssse3 = {
    .name = "ssse3",
    .is_supported = processor_has_ssse3,
    .write = hex_write_ssse3,
    .read = hex_read_ssse3,
    .write_bare = hex_write_bare_ssse3,
    .read_bare = hex_read_bare_ssse3,
    .write_n = hex_write_n_ssse3,
    .read_n = hex_read_n_ssse3,
    .parse = hex_parse_ssse3,
};

/* ---- AVX2: front and rear in one register ---- */

AVX2 static ALWAYS_INLINE __m256i load_two(const void *front, const void *rear)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(load(front)), load(rear), 1);
}

AVX2 static ALWAYS_INLINE bool all_from_digits(uint8_t bytes[16], __m256i text, __m256i valid)
{
    const __m256i half = _mm256_set1_epi8(HEX_VALUE);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(text, 4), half);
    const __m256i kind =
        _mm256_and_si256(_mm256_shuffle_epi8(_mm256_setr_epi8(KINDS_BY_LOW, KINDS_BY_LOW), text),
                         _mm256_shuffle_epi8(_mm256_setr_epi8(KINDS_BY_HIGH, KINDS_BY_HIGH), high));
    const __m256i values =
        _mm256_add_epi8(_mm256_and_si256(text, half),
                        _mm256_shuffle_epi8(_mm256_setr_epi8(NINE_BY_HIGH, NINE_BY_HIGH), high));
    __m256i pairs;

    valid = _mm256_andnot_si256(_mm256_cmpeq_epi8(kind, _mm256_setzero_si256()), valid);
    if (_mm256_movemask_epi8(valid) != -1)
        return false;
    pairs = _mm256_maddubs_epi16(values, _mm256_set1_epi16(0x0110));
    store(bytes,
          _mm_packus_epi16(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1)));
    return true;
}

AVX2 static bool hex_read_bare_avx2(uint8_t bytes[16], const char *text)
{
    return all_from_digits(bytes, _mm256_loadu_si256((const __m256i *)text), _mm256_set1_epi8(-1));
}

AVX2 static ALWAYS_INLINE bool hex_read_avx2(uint8_t bytes[16], const char *text)
{
    const __m256i both = load_two(text + 2, text + 18);
    const __m256i valid =
        _mm256_cmpeq_epi8(_mm256_and_si256(both, _mm256_setr_epi8(IN_FRONT, IN_REAR)),
                          _mm256_setr_epi8(HYPHENS_FRONT, HYPHENS_REAR));
    const __m256i digits = _mm256_or_si256(
        _mm256_shuffle_epi8(both, _mm256_setr_epi8(TO_DIGITS_FRONT, TO_DIGITS_REAR)),
        _mm256_and_si256(load_two(text, text + 20), _mm256_setr_epi8(FIRST_TWO, LAST_TWO)));

    return all_from_digits(bytes, digits, valid);
}

AVX2 static uint64_t hex_read_n_avx2(uuid9562_t *out, const char *text, uint64_t n,
                                     int separator){HEX_READ_N_BODY(hex_read_avx2)}

AVX2 static uuid9562_status_t hex_parse_avx2(uuid9562_t *out, size_t *offset, const char *text,
                                             size_t length){HEX_PARSE_BODY(hex_read_avx2)}

INTERNAL const hex_variant_t hex_avx2 = {
    .name = "avx2",
    .is_supported = processor_has_avx2,
    .write = hex_write_ssse3,
    .read = hex_read_avx2,
    .write_bare = hex_write_bare_ssse3,
    .read_bare = hex_read_bare_avx2,
    .write_n = hex_write_n_ssse3,
    .read_n = hex_read_n_avx2,
    .parse = hex_parse_avx2,
};

#endif
