/*
 * The brackets and stems of the drawing, column by column.
 */
#include "draw.h"

#include <string.h>

#include "../output.h"

enum { COLUMNS = UUID9562_CANONICAL_LENGTH, NO_PART = PARTS_MAX };

/* The strokes that meet in a column below the digits. */
typedef struct crossing {
    bool left, right, down;
    size_t part; /* for its colour */
} crossing_t;

typedef struct drawing {
    const anatomy_t *anatomy;
    const look_t *look;
    crossing_t crossings[COLUMNS];
    size_t stems[PARTS_MAX]; /* the column of each part */
    size_t margin;           /* the column where the names begin */
    const char *colour;      /* the current one, or NULL */
} drawing_t;

/* By left, right and down; ASCII has no corners. */
static const struct {
    const char *utf8, *ascii;
} glyphs[2][2][2] = {
    {{{" ", " "}, {"\u2502", "|"}}, {{"\u2514", "\\"}, {"\u251c", "+"}}},
    {{{"\u2518", "/"}, {"\u2524", "+"}}, {{"\u2500", "-"}, {"\u252c", "+"}}},
};

static const char *glyph(const drawing_t *drawing, bool left, bool right, bool down)
{
    return drawing->look->utf8 ? glyphs[left][right][down].utf8 : glyphs[left][right][down].ascii;
}

/* The corner at the foot of a stem. */
static const char *foot(const drawing_t *drawing)
{
    return drawing->look->utf8 ? "\u2514" : "`";
}

/* ---- colours ---- */

/* SGR colours of the terminal's own palette, which fits its background. */
static const char *const role_colours[ROLE_COUNT] = {
    [ROLE_TIME] = "36",  [ROLE_LABEL] = "35", [ROLE_SEQUENCE] = "32",
    [ROLE_PLACE] = "31", [ROLE_FREE] = "33",  [ROLE_RESERVED] = "2",
};

/* For the text from here on; NULL for the default. */
static void set_colour(drawing_t *drawing, const char *colour)
{
    if (drawing->look->colour && colour != drawing->colour)
        output_print("\033[%sm", colour != NULL ? colour : "0");
    drawing->colour = colour;
}

static void print_coloured(drawing_t *drawing, size_t part, const char *text)
{
    set_colour(drawing, part != NO_PART ? role_colours[drawing->anatomy->parts[part].role] : NULL);
    output_text(text);
}

static void end_line(drawing_t *drawing)
{
    set_colour(drawing, NULL);
    output_text("\n");
}

/* ---- layout ---- */

/* A stem is in the middle of its part's digits, without one that the part before it shares. */
static void place(drawing_t *drawing)
{
    const anatomy_t *anatomy = drawing->anatomy;

    for (size_t column = 0; column < COLUMNS; column++)
        drawing->crossings[column].part = NO_PART;
    for (size_t i = 0; i < anatomy->count; i++) {
        const part_t *part = &anatomy->parts[i];
        const size_t first = part_first_digit(part), last = part_last_digit(part);
        const bool shared = i > 0 && part_last_digit(part - 1) == first && last > first;
        const size_t begin = digit_column(first), end = digit_column(last);

        drawing->stems[i] = (digit_column(first + shared) + end) / 2;
        for (size_t column = begin; column <= end; column++) {
            crossing_t *crossing = &drawing->crossings[column];

            crossing->left = crossing->left || column > begin;
            crossing->right = crossing->right || column < end;
            if (crossing->part == NO_PART)
                crossing->part = i;
        }
        drawing->crossings[drawing->stems[i]].down = true;
        drawing->margin = drawing->stems[i] + 3;
    }
}

/* ---- lines ---- */

static void print_digits(drawing_t *drawing)
{
    for (size_t column = 0; column < COLUMNS; column++) {
        const char text[] = {drawing->anatomy->text[column], '\0'};

        print_coloured(drawing, text[0] == '-' ? NO_PART : drawing->crossings[column].part, text);
    }
    end_line(drawing);
}

static void print_brackets(drawing_t *drawing)
{
    for (size_t column = 0; column < COLUMNS; column++) {
        const crossing_t *crossing = &drawing->crossings[column];

        print_coloured(drawing, crossing->part,
                       glyph(drawing, crossing->left, crossing->right, crossing->down));
    }
    end_line(drawing);
}

static size_t longest_name(const anatomy_t *anatomy)
{
    size_t longest = 0;

    for (size_t i = 0; i < anatomy->count; i++)
        if (strlen(anatomy->parts[i].name) > longest)
            longest = strlen(anatomy->parts[i].name);
    return longest;
}

/* The stems of earlier parts continue; its own turns to its name. */
static void print_part(drawing_t *drawing, size_t i)
{
    const part_t *part = &drawing->anatomy->parts[i];
    size_t column = 0;

    for (size_t j = 0; j < i; j++) {
        if (drawing->stems[j] == drawing->stems[i])
            continue;
        output_print("%*s", (int)(drawing->stems[j] - column), "");
        print_coloured(drawing, j, glyph(drawing, false, false, true));
        column = drawing->stems[j] + 1;
    }
    output_print("%*s", (int)(drawing->stems[i] - column), "");
    print_coloured(drawing, i,
                   i > 0 && drawing->stems[i - 1] == drawing->stems[i]
                       ? glyph(drawing, false, true, true)
                       : foot(drawing));
    for (column = drawing->stems[i] + 1; column < drawing->margin - 1; column++)
        print_coloured(drawing, i, glyph(drawing, true, true, false));
    print_coloured(drawing, i, " ");
    output_text(part->name);
    set_colour(drawing, NULL);
    output_print("%*s  %2u bit%s  %s", (int)(longest_name(drawing->anatomy) - strlen(part->name)),
                 "", part->width, part->width == 1 ? " " : "s", part->meaning);
    end_line(drawing);
}

/* For narrow terminals: below the brackets the numbers of the parts, which a list explains. */
static void print_list(drawing_t *drawing)
{
    const anatomy_t *anatomy = drawing->anatomy;
    size_t column = 0;

    for (size_t i = 0; i < anatomy->count; i++) {
        output_print("%*s", (int)(drawing->stems[i] - column), "");
        print_coloured(drawing, i, (const char[]){(char)('1' + i), '\0'});
        column = drawing->stems[i] + 1;
    }
    end_line(drawing);
    for (size_t i = 0; i < anatomy->count; i++) {
        const part_t *part = &anatomy->parts[i];

        print_coloured(drawing, i, (const char[]){(char)('1' + i), ' ', '\0'});
        output_text(part->name);
        set_colour(drawing, NULL);
        output_print(", %u bit%s\n  %s", part->width, part->width == 1 ? "" : "s", part->meaning);
        end_line(drawing);
    }
}

/* Whether the widest line of print_part fits. */
static bool is_wide(const drawing_t *drawing)
{
    size_t longest = 0;

    for (size_t i = 0; i < drawing->anatomy->count; i++)
        if (strlen(drawing->anatomy->parts[i].meaning) > longest)
            longest = strlen(drawing->anatomy->parts[i].meaning);
    return drawing->margin + longest_name(drawing->anatomy) + strlen("  62 bits  ") + longest <=
           drawing->look->width;
}

void draw(const anatomy_t *anatomy, const look_t *look)
{
    drawing_t drawing = {.anatomy = anatomy, .look = look};

    place(&drawing);
    print_digits(&drawing);
    print_brackets(&drawing);
    if (!is_wide(&drawing)) {
        print_list(&drawing);
        return;
    }
    for (size_t i = anatomy->count; i > 0; i--)
        print_part(&drawing, i - 1);
}
