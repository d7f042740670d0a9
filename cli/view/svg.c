/*
 * The SVG document. No part is in both rows, since no field of a UUID crosses bit 64. A bit is 8
 * units wide, so a part that ends within a digit ends between two of its bits.
 *
 * No text in it contains a character that XML escapes.
 */
#include "svg.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "../output.h"

enum {
    BIT = 8,
    DIGIT = DIGIT_BITS * BIT,
    ROW_BITS = 64,
    ROW_DIGITS = ROW_BITS / DIGIT_BITS,
    MARGIN = 24,
    PICTURE = ROW_BITS * BIT + 2 * MARGIN, /* its width */
    HEAD = 92,                             /* the top of the first row */
    BAND = 52,                             /* the height of digits and bits */
    TIER = 17,                             /* of names below a band */
    BETWEEN = 34,                          /* from the names of a row to the next one */
    LINE = 23,                             /* of the table */
    SWATCH = 12,                           /* of a line */
    LETTER = 7,       /* the width of a letter of a name, in rounded-up units */
    RULER_LETTER = 6, /* of a number above a band */
};

/* Hues after Okabe and Ito's palette. Version and variant are darker than the others (on dark:
 * brighter), since some readers cannot distinguish their hues from their neighbours'. A role has
 * the letter of its class, then the colours of its area and its text, on light and on dark. */
static const struct {
    char letter;
    const char *light_area, *light_text, *dark_area, *dark_text;
} role_styles[ROLE_COUNT] = {
    [ROLE_TIME] = {'t', "#cfe4f8", "#0b4a82", "#123d63", "#aed6fb"},
    [ROLE_LABEL] = {'l', "#e8a9cf", "#5f0a3a", "#85305f", "#ffcfe9"},
    [ROLE_SEQUENCE] = {'s', "#c6ebdb", "#0a5940", "#0e4a36", "#a2e8cd"},
    [ROLE_PLACE] = {'p', "#fbdfb8", "#7d4300", "#5c390a", "#fcd49c"},
    [ROLE_FREE] = {'f', "#f1eab2", "#5a4e00", "#494211", "#ece08c"},
    [ROLE_RESERVED] = {'r', "#e3e6ea", "#4a525c", "#343b44", "#c0c8d1"},
};

/* ---- style ---- */

static void write_roles(bool dark)
{
    for (role_t role = 0; role < ROLE_COUNT; role++) {
        const char letter = role_styles[role].letter;

        output_print(".%ca{fill:%s}.%c{fill:%s}\n", letter,
                     dark ? role_styles[role].dark_area : role_styles[role].light_area, letter,
                     dark ? role_styles[role].dark_text : role_styles[role].light_text);
    }
}

static void write_style(void)
{
    output_text("<style>\n"
                "text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,"
                "sans-serif;fill:#24292f}\n"
                ".m,.d,.b,.n{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"
                "'DejaVu Sans Mono',monospace}\n"
                ".m{font-size:12px}.n{font-size:9px}.b{font-size:8.5px}\n"
                ".d{font-size:21px;font-weight:600}.k{font-size:18px;font-weight:600}\n"
                ".c{text-anchor:middle}.e{text-anchor:end}\n"
                ".h{fill:#59636e;font-weight:400}.g,.n{fill:#59636e}\n"
                ".o{fill:#fff;stroke:#d1d9e0}.i{stroke:#d1d9e0}\n");
    write_roles(false);
    output_text("@media(prefers-color-scheme:dark){\n"
                "text{fill:#e6edf3}.g,.h,.n{fill:#9198a1}.o{fill:#0d1117;stroke:#3d444d}"
                ".i{stroke:#3d444d}\n");
    write_roles(true);
    output_text("}\n</style>\n");
}

static char letter_of(const part_t *part)
{
    return role_styles[part->role].letter;
}

static void write_area(const part_t *part, int left, int top, int width, int height)
{
    output_print("<rect class=\"%ca\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\"/>\n",
                 letter_of(part), left, top, width, height);
}

/* ---- places ---- */

static int left_of(const part_t *part)
{
    return MARGIN + (int)(part->first_bit % ROW_BITS) * BIT;
}

static int width_of(const part_t *part)
{
    return (int)part->width * BIT;
}

static int middle_of(const part_t *part)
{
    return left_of(part) + width_of(part) / 2;
}

/* The parts of a row, 0 or 1: from `first` to before `past`. */
static void parts_of_row(const anatomy_t *anatomy, unsigned row, size_t *first, size_t *past)
{
    *first = 0;
    while (anatomy->parts[*first].first_bit / ROW_BITS < row)
        ++*first;
    *past = *first;
    while (*past < anatomy->count && anatomy->parts[*past].first_bit / ROW_BITS == row)
        ++*past;
}

/* ---- a row ---- */

/* The numbers of the first bits of parts, and of the last bit, as far as there is room. */
static void write_ruler(const anatomy_t *anatomy, size_t first, size_t past, int top)
{
    int end = 0;

    for (size_t i = first; i < past; i++) {
        const part_t *part = &anatomy->parts[i];
        const int digits = part->first_bit < 10 ? 1 : part->first_bit < 100 ? 2 : 3;

        if (left_of(part) < end)
            continue;
        output_print("<text class=\"n\" x=\"%d\" y=\"%d\">%u</text>\n", left_of(part) + 2, top - 6,
                     part->first_bit);
        end = left_of(part) + 2 + digits * RULER_LETTER;
    }
    output_print("<text class=\"n e\" x=\"%d\" y=\"%d\">%u</text>\n", PICTURE - MARGIN - 2, top - 6,
                 anatomy->parts[past - 1].first_bit + anatomy->parts[past - 1].width - 1);
}

static void write_areas(const anatomy_t *anatomy, size_t first, size_t past, int top)
{
    for (size_t i = first; i < past; i++) {
        const part_t *part = &anatomy->parts[i];

        write_area(part, left_of(part) + 1, top, width_of(part) - 2, BAND);
    }
}

static const part_t *part_with_bit(const anatomy_t *anatomy, size_t bit)
{
    const part_t *part = anatomy->parts;

    while (part->first_bit + part->width <= bit)
        part++;
    return part;
}

/* A character in the middle of a place of its own. librsvg reads no list of places. */
static void write_character(char class, double x, char character)
{
    output_print("<tspan class=\"%c\" x=\"%g\">%c</tspan>", class, x, character);
}

/* The digits, with the hyphens between them: all of them together are the canonical text. */
static void write_digits(const anatomy_t *anatomy, unsigned row, int top)
{
    const size_t begin = row * ROW_DIGITS, end = begin + ROW_DIGITS;

    output_print("<text class=\"d c\" y=\"%d\">", top + 28);
    for (size_t digit = begin; digit < end; digit++) {
        const int left = MARGIN + (int)(digit - begin) * DIGIT;
        const size_t column = digit_column(digit);

        write_character(letter_of(part_with_bit(anatomy, digit * DIGIT_BITS)), left + DIGIT / 2,
                        anatomy->text[column]);
        if (anatomy->text[column + 1] == '-')
            write_character('h', left + DIGIT + (digit + 1 == end ? BIT : 0), '-');
    }
    output_text("</text>\n");
}

/* The bits of a digit are a little closer to each other than to those of its neighbours. */
static void write_bit_row(const anatomy_t *anatomy, unsigned row, int top)
{
    output_print("<text class=\"b c\" y=\"%d\">", top + 43);
    for (size_t i = 0; i < ROW_BITS; i++) {
        const size_t bit = row * ROW_BITS + i, digit = i / DIGIT_BITS, of_digit = i % DIGIT_BITS;
        const char *bits = bits_of(anatomy->text[digit_column(bit / DIGIT_BITS)]);

        write_character(letter_of(part_with_bit(anatomy, bit)),
                        MARGIN + 5.5 + (double)(digit * DIGIT + of_digit * (BIT - 1)),
                        bits[of_digit]);
    }
    output_text("</text>\n");
}

/* The places of a row's names: below the middle of the part, or as near as the margins allow; in
 * the first tier if there is room beside the name before, otherwise in the second. */
typedef struct names {
    int left[PARTS_MAX], tier[PARTS_MAX];
    int tiers;
} names_t;

static void place_names(names_t *names, const anatomy_t *anatomy, size_t first, size_t past)
{
    int end = 0;

    names->tiers = 1;
    for (size_t i = first; i < past; i++) {
        const part_t *part = &anatomy->parts[i];
        const int width = (int)strlen(part->name) * LETTER;
        int left = middle_of(part) - width / 2;

        if (left < MARGIN)
            left = MARGIN;
        if (left + width > PICTURE - MARGIN)
            left = PICTURE - MARGIN - width;
        names->left[i] = left;
        names->tier[i] = left < end + LETTER;
        if (names->tier[i] == 0)
            end = left + width;
        else
            names->tiers = 2;
    }
}

static void write_names(const anatomy_t *anatomy, const names_t *names, size_t first, size_t past,
                        int top)
{
    for (size_t i = first; i < past; i++) {
        const part_t *part = &anatomy->parts[i];

        if (names->tier[i] > 0)
            output_print("<path class=\"i\" d=\"M%d.5 %dv%d\"/>\n", middle_of(part), top + BAND + 2,
                         TIER);
        output_print("<text class=\"m %c\" x=\"%d\" y=\"%d\">%s</text>\n", letter_of(part),
                     names->left[i], top + BAND + 15 + names->tier[i] * TIER, part->name);
    }
}

/* Returns: the top of the next row */
static int write_row(const anatomy_t *anatomy, unsigned row, int top)
{
    size_t first, past;
    names_t names;

    parts_of_row(anatomy, row, &first, &past);
    write_ruler(anatomy, first, past, top);
    write_areas(anatomy, first, past, top);
    write_digits(anatomy, row, top);
    write_bit_row(anatomy, row, top);
    place_names(&names, anatomy, first, past);
    write_names(anatomy, &names, first, past, top);
    return top + BAND + names.tiers * TIER + BETWEEN;
}

/* ---- the table ---- */

/* In digits, or in bits if it is shorter than a digit: such parts begin with a digit. */
static void write_value(char *out, size_t size, const anatomy_t *anatomy, const part_t *part)
{
    if (part->width < DIGIT_BITS)
        snprintf(out, size, "%.*s", (int)part->width,
                 bits_of(anatomy->text[digit_column(part_first_digit(part))]));
    else
        snprintf(out, size, "0x%0*" PRIx64, (int)(part->width + DIGIT_BITS - 1) / DIGIT_BITS,
                 part->value);
}

static void write_table(const anatomy_t *anatomy, int top)
{
    for (size_t i = 0; i < anatomy->count; i++, top += LINE) {
        const part_t *part = &anatomy->parts[i];
        char value[24];

        write_value(value, sizeof value, anatomy, part);
        write_area(part, MARGIN + 1, top - SWATCH + 2, SWATCH, SWATCH);
        output_print("<text class=\"m %c\" x=\"%d\" y=\"%d\">%s</text>\n", letter_of(part),
                     MARGIN + 22, top, part->name);
        output_print("<text class=\"g e\" x=\"%d\" y=\"%d\">%u bit%s</text>\n", MARGIN + 164, top,
                     part->width, part->width == 1 ? "" : "s");
        output_print("<text class=\"m\" x=\"%d\" y=\"%d\">%s</text>\n", MARGIN + 180, top, value);
        output_print("<text x=\"%d\" y=\"%d\">%s</text>\n", MARGIN + 324, top, part->meaning);
    }
}

/* ---- the whole ---- */

/* The picture in sentences, for screen readers. */
static void write_description(const anatomy_t *anatomy, const char *headline)
{
    output_print("<title id=\"title\">UUID %s. %s</title>\n<desc id=\"desc\">", anatomy->text,
                 headline);
    for (size_t i = 0; i < anatomy->count; i++) {
        const part_t *part = &anatomy->parts[i];
        const unsigned last = part->first_bit + part->width - 1;

        output_print("%s%s, ", i > 0 ? " " : "", part->name);
        if (part->width > 1)
            output_print("bits %u to %u", part->first_bit, last);
        else
            output_print("bit %u", last);
        output_print("%s%s.", part->meaning[0] != '\0' ? ": " : "", part->meaning);
    }
    output_text("</desc>\n");
}

static int height_of(const anatomy_t *anatomy)
{
    int height = HEAD;

    for (unsigned row = 0; row < 2; row++) {
        size_t first, past;
        names_t names;

        parts_of_row(anatomy, row, &first, &past);
        place_names(&names, anatomy, first, past);
        height += BAND + names.tiers * TIER + BETWEEN;
    }
    return height + (int)anatomy->count * LINE;
}

void write_svg(const anatomy_t *anatomy)
{
    const int height = height_of(anatomy);
    char headline[64];
    int top = HEAD;

    if (anatomy->version >= 0)
        snprintf(headline, sizeof headline, "Version %d: %s", anatomy->version, anatomy->kind);
    else
        snprintf(headline, sizeof headline, "%s", anatomy->kind);
    output_print("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                 " viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"title desc\">\n",
                 PICTURE, height, PICTURE, height);
    write_description(anatomy, headline);
    write_style();
    output_print("<rect class=\"o\" x=\".5\" y=\".5\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n",
                 PICTURE - 1, height - 1);
    output_print("<text class=\"k\" x=\"%d\" y=\"38\">%s</text>\n", MARGIN, headline);
    output_print("<text class=\"m g\" x=\"%d\" y=\"59\">%s</text>\n", MARGIN, anatomy->text);
    output_print("<text class=\"g e\" x=\"%d\" y=\"59\">%s</text>\n", PICTURE - MARGIN,
                 anatomy->time);
    for (unsigned row = 0; row < 2; row++)
        top = write_row(anatomy, row, top);
    write_table(anatomy, top);
    output_text("</svg>\n");
}
