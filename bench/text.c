/*
 * The cost of text: the public functions compared with libuuid's, each variant of hex.c that runs
 * here with portable C, and each format with canonical text. Compiles the core into itself, to see
 * the variants.
 */
#include "../core/uuid9562.c"

#include <dlfcn.h>

#include "measure.h"
#include "uuid9562_bindings.h"

enum { MILLION = 1 << 20, TEXT = 37 }; /* bytes: canonical, with a NUL behind it */

static uuid9562_t uuids[MILLION];
static char texts[MILLION * TEXT];
static char scratch[MILLION * TEXT];

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
#define ALL(name, size, condition)                                                                 \
    static bool name(void)                                                                         \
    {                                                                                              \
        for (int i = 0; i < CALLS; i += (size))                                                    \
            if (!(condition))                                                                      \
                return false;                                                                      \
        return true;                                                                               \
    }

/* ---- ours, called as from outside ---- */

static void (*volatile format)(char *, const uuid9562_t *) = uuid9562_format;
static uuid9562_status_t (*volatile parse)(uuid9562_t *, size_t *, const char *,
                                           size_t) = uuid9562_parse;

EACH(format_each, (format(scratch, &uuids[k]), true))
EACH(parse_each, parse(&uuids[k], NULL, texts + TEXT * k, 36) == UUID9562_OK)
#define OF_SIZE(name, size)                                                                        \
    ALL(format_##name, size, (uuid9562_format_n(scratch, uuids, size, '\0'), true))                \
    ALL(parse_##name, size, uuid9562_parse_n(uuids, NULL, NULL, texts, size, '\0') == UUID9562_OK)
OF_SIZE(batch, BATCH)
OF_SIZE(million, MILLION)

/* ---- a copy of the text, and the peer ---- */

ALL(copy_million, MILLION, memcpy(scratch, texts, sizeof texts) != NULL)

static void (*libuuid_unparse)(const void *, char *);
static int (*libuuid_parse)(const char *, void *);

EACH(unparse_each, libuuid_unparse != NULL && (libuuid_unparse(&uuids[k], scratch), true))
EACH(libuuid_each, libuuid_parse != NULL && libuuid_parse(texts + TEXT * k, &uuids[k]) == 0)

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
    EACH(read_##side, which->read(uuids[k].bytes, texts + TEXT * k))                               \
    ALL(write_n_##side, BATCH, (which->write_n(scratch, uuids, BATCH, '\0'), true))                \
    ALL(read_n_##side, BATCH, which->read_n(uuids, texts, BATCH, '\0') == BATCH)
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

/* clang-format off */
#define COPY {"memcpy of the text", copy_million, time_alone, MILLION}
/* clang-format on */

static const row_t rows[] = {
    {{"format", format_each, time_alone, CALLS}, {"uuid_unparse", unparse_each, time_alone, CALLS}},
    {{"format, batch of 256", format_batch, time_alone, CALLS},
     {"uuid_unparse", unparse_each, time_alone, CALLS}},
    {{"format, batch of 2^20", format_million, time_alone, MILLION}, COPY},
    {{"parse", parse_each, time_alone, CALLS}, {"uuid_parse", libuuid_each, time_alone, CALLS}},
    {{"parse, batch of 256", parse_batch, time_alone, CALLS},
     {"uuid_parse", libuuid_each, time_alone, CALLS}},
    {{"parse, batch of 2^20", parse_million, time_alone, MILLION}, COPY},
};

/* ---- formats, compared with canonical text ---- */

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

    puts("\nEach format, compared with `format` and `parse`:\n\n"
         "| format | write, ns | ratio | read, ns | ratio |\n|---|---|---|---|---|");
    for (size_t i = 0; (in_use = uuid9562_format_at(i)) != NULL; i++) {
        double ns[2], beside[2];

        if (!uuid9562_format_info(in_use)->writable)
            continue;
        for (int k = 0; k < BATCH; k++)
            lengths[k] = uuid9562_format_as(encoded[k], in_use, &uuids[k]);
        for (int k = 0; k < 2; k++)
            measure(&both[k], &ns[k], &beside[k]);
        printf("| %s | %.2f | %.3g | %.2f | %.3g |\n", uuid9562_format_info(in_use)->name, ns[0],
               ns[0] / beside[0], ns[1], ns[1] / beside[1]);
    }
}

int main(void)
{
    find_peer();
    if (uuid9562_batch(NULL, uuids, 4, MILLION) != UUID9562_OK)
        return 1;
    uuid9562_format_n(texts, uuids, MILLION, '\0');
    print_table(rows, sizeof rows / sizeof *rows);
    print_variants();
    print_formats();
    return 0;
}
