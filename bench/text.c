/*
 * What text costs: the public functions beside libuuid's, each variant of hex.c that runs here
 * beside portable C, and each format beside canonical text. Compiles the core into itself, to see
 * the variants.
 */
#include "../core/uuid9562.c"

#include <dlfcn.h>

#include "measure.h"
#include "uuid9562_bindings.h"

static uuid9562_t uuids[BATCH];
static char texts[BATCH * 37]; /* canonical, each with a NUL behind it */
static char scratch[BATCH * 37];

#define EACH(name, condition)                                                                      \
    static bool name(void)                                                                         \
    {                                                                                              \
        for (int i = 0; i < CALLS; i++) {                                                          \
            const int k = i % BATCH;                                                               \
            if (!(condition))                                                                      \
                return false;                                                                      \
        }                                                                                          \
        return true;                                                                               \
    }
#define ALL(name, condition)                                                                       \
    static bool name(void)                                                                         \
    {                                                                                              \
        for (int i = 0; i < CALLS; i += BATCH)                                                     \
            if (!(condition))                                                                      \
                return false;                                                                      \
        return true;                                                                               \
    }

/* ---- ours, called as from outside ---- */

static void (*volatile format)(char *, const uuid9562_t *) = uuid9562_format;
static uuid9562_status_t (*volatile parse)(uuid9562_t *, size_t *, const char *,
                                           size_t) = uuid9562_parse;

EACH(format_each, (format(scratch, &uuids[k]), true))
EACH(parse_each, parse(&uuids[k], NULL, texts + 37 * k, 36) == UUID9562_OK)
ALL(format_all, (uuid9562_format_n(scratch, uuids, BATCH, '\0'), true))
ALL(parse_all, uuid9562_parse_n(uuids, NULL, NULL, texts, BATCH, '\0') == UUID9562_OK)

/* ---- the peer ---- */

static void (*libuuid_unparse)(const void *, char *);
static int (*libuuid_parse)(const char *, void *);

EACH(unparse_each, libuuid_unparse != NULL && (libuuid_unparse(&uuids[k], scratch), true))
EACH(libuuid_each, libuuid_parse != NULL && libuuid_parse(texts + 37 * k, &uuids[k]) == 0)

static void find_peer(void)
{
    void *library = dlopen("libuuid.so.1", RTLD_NOW);

    if (library == NULL)
        return;
    *(void **)&libuuid_unparse = dlsym(library, "uuid_unparse_lower");
    *(void **)&libuuid_parse = dlsym(library, "uuid_parse");
}

/* ---- variants ---- */

static const hex_variant_t *variant;
static const hex_variant_t *const portable = &hex_portable;

#define OF(side, which)                                                                            \
    EACH(write_##side, (which->write(scratch, uuids[k].bytes), true))                              \
    EACH(read_##side, which->read(uuids[k].bytes, texts + 37 * k))                                 \
    ALL(write_n_##side, (which->write_n(scratch, uuids, BATCH, '\0'), true))                       \
    ALL(read_n_##side, which->read_n(uuids, texts, BATCH, '\0') == BATCH)
OF(variant, variant)
OF(portable, portable)

#define VARIANT_ROW(body)                                                                          \
    {                                                                                              \
        {#body, body##_variant, time_alone, CALLS},                                                \
        {                                                                                          \
            "portable C", body##_portable, time_alone, CALLS                                       \
        }                                                                                          \
    }
static const row_t variant_rows[] = {VARIANT_ROW(write), VARIANT_ROW(read), VARIANT_ROW(write_n),
                                     VARIANT_ROW(read_n)};

static void print_variants(void)
{
    puts("\nHex digits:");
    print_table(NULL, 0);
    for (size_t i = 0; (variant = hex_variants[i]) != portable; i++) {
        for (int k = 0; k < 4 && variant->is_supported(); k++) {
            row_t row = variant_rows[k];
            char name[40];

            snprintf(name, sizeof name, "%s, %s", row.ours.name, variant->name);
            row.ours.name = name;
            print_row(&row);
        }
    }
}

static const row_t rows[] = {
    {{"format", format_each, time_alone, CALLS}, {"uuid_unparse", unparse_each, time_alone, CALLS}},
    {{"format, batch of 256", format_all, time_alone, CALLS},
     {"uuid_unparse", unparse_each, time_alone, CALLS}},
    {{"parse", parse_each, time_alone, CALLS}, {"uuid_parse", libuuid_each, time_alone, CALLS}},
    {{"parse, batch of 256", parse_all, time_alone, CALLS},
     {"uuid_parse", libuuid_each, time_alone, CALLS}},
};

/* ---- formats: each beside canonical text ---- */

static const uuid9562_format_t *in_use;
static char encoded[BATCH][UUID9562_TEXT_MAX];
static size_t lengths[BATCH];

EACH(write_each, uuid9562_format_as(scratch, in_use, &uuids[k]) > 0)
EACH(read_each, uuid9562_parse_as(&uuids[k], NULL, in_use, encoded[k], lengths[k]) == UUID9562_OK)

static void print_formats(void)
{
    static const row_t both[] = {
        {{"write", write_each, time_alone, CALLS}, {"format", format_each, time_alone, CALLS}},
        {{"read", read_each, time_alone, CALLS}, {"parse", parse_each, time_alone, CALLS}}};

    puts("\nEach format, beside `format` and `parse`:\n\n"
         "| format | write, ns | ratio | read, ns | ratio |\n|---|---|---|---|---|");
    for (size_t i = 0; (in_use = uuid9562_format_at(i)) != NULL; i++) {
        double ns[2], beside[2];

        if (!in_use->writable)
            continue;
        for (int k = 0; k < BATCH; k++)
            lengths[k] = uuid9562_format_as(encoded[k], in_use, &uuids[k]);
        for (int k = 0; k < 2; k++)
            measure(&both[k], &ns[k], &beside[k]);
        printf("| %s | %.2f | %.3g | %.2f | %.3g |\n", in_use->name, ns[0], ns[0] / beside[0],
               ns[1], ns[1] / beside[1]);
    }
}

int main(void)
{
    find_peer();
    if (uuid9562_batch(NULL, uuids, 4, BATCH) != UUID9562_OK)
        return 1;
    uuid9562_format_n(texts, uuids, BATCH, '\0');
    print_table(rows, sizeof rows / sizeof *rows);
    print_variants();
    print_formats();
    return 0;
}
