/*
 * inspect: tells what is in a UUID, one table of fields for people and for programs. A field that
 * the UUID does not have is left out of the text, and null in JSON.
 */

/* What a UUID says of itself beyond its fields. */
#define CONSTANT_ROW(name) {UUID9562_INIT_##name, #name},
static const struct {
    uuid9562_t uuid;
    const char *name;
} constant_table[] = {UUID9562_CONSTANTS(CONSTANT_ROW)};

static const char *const kind_of_version[] = {
    [1] = "Gregorian time and a node",
    [2] = "DCE Security",
    [3] = "MD5 of a name",
    [4] = "random",
    [5] = "SHA-1 of a name",
    [6] = "Gregorian time and a node, in order",
    [7] = "Unix time and random bits, in order",
    [8] = "custom",
};

static const char *kind_of(const uuid9562_t *uuid)
{
    const int version = uuid9562_get_version(uuid);

    for (size_t i = 0; i < sizeof constant_table / sizeof *constant_table; i++)
        if (uuid9562_compare(uuid, &constant_table[i].uuid) == 0)
            return constant_table[i].name;
    if (version < 0)
        return "not of RFC 9562";
    if ((size_t)version >= sizeof kind_of_version / sizeof *kind_of_version ||
        kind_of_version[version] == NULL)
        return "of a version that is not defined";
    return kind_of_version[version];
}

/* ---- fields ---- */

typedef struct value {
    int64_t number;
    const char *word;                         /* constant, or in `text` */
    char text[UUID9562_CANONICAL_LENGTH + 1]; /* long enough for a time, too */
} value_t;

/* Returns false where the UUID has no such field. */
typedef bool field_t(const uuid9562_t *uuid, value_t *value);

#define FIELD(name) static bool field_##name(const uuid9562_t *uuid, value_t *value)

FIELD(uuid)
{
    uuid9562_format(value->text, uuid);
    value->text[UUID9562_CANONICAL_LENGTH] = '\0';
    value->word = value->text;
    return true;
}

FIELD(kind)
{
    value->word = kind_of(uuid);
    return true;
}

FIELD(variant)
{
    value->word = uuid9562_variant_name(uuid9562_get_variant(uuid));
    return true;
}

FIELD(version)
{
    value->number = uuid9562_get_version(uuid);
    return value->number >= 0;
}

FIELD(unix_ms)
{
    return uuid9562_get_timestamp_ms(&value->number, uuid);
}

/* As ISO 8601 has it. */
FIELD(time)
{
    size_t length;

    if (!field_unix_ms(uuid, value))
        return false;
    length = uuid9562_format_utc(value->text, value->number);
    *(char *)memchr(value->text, ' ', length) = 'T';
    memcpy(value->text + length, "Z", sizeof "Z");
    value->word = value->text;
    return true;
}

FIELD(node)
{
    value->number = uuid9562_get_node(uuid);
    return value->number >= 0;
}

FIELD(clock_seq)
{
    value->number = uuid9562_get_clock_seq(uuid);
    return value->number >= 0;
}

static const struct {
    const char *name;
    field_t *get;
    bool in_hex; /* as text, as people know it */
} field_table[] = {
    {"uuid", field_uuid, false},       {"kind", field_kind, false},
    {"variant", field_variant, false}, {"version", field_version, false},
    {"time", field_time, false},       {"unix_ms", field_unix_ms, false},
    {"node", field_node, true},        {"clock_seq", field_clock_seq, false},
};
#define FIELDS (sizeof field_table / sizeof *field_table)

/* ---- writing ---- */

static void print_text(const uuid9562_t *uuid)
{
    for (size_t i = 0; i < FIELDS; i++) {
        value_t value = {0};

        if (!field_table[i].get(uuid, &value))
            continue;
        output_print("%-10s ", field_table[i].name);
        if (value.word != NULL)
            output_print("%s\n", value.word);
        else if (field_table[i].in_hex)
            output_print("0x%012" PRIx64 "\n", (uint64_t)value.number);
        else
            output_print("%" PRId64 "\n", value.number);
    }
}

/* No word has anything in it that JSON would want escaped. */
static void print_json(const uuid9562_t *uuid)
{
    for (size_t i = 0; i < FIELDS; i++) {
        value_t value = {0};
        const bool is = field_table[i].get(uuid, &value);

        output_print("%s\"%s\":", i == 0 ? "{" : ",", field_table[i].name);
        if (!is)
            output_text("null");
        else if (value.word != NULL)
            output_print("\"%s\"", value.word);
        else
            output_print("%" PRId64, value.number);
    }
    output_text("}\n");
}

typedef struct inspection {
    bool json;
    bool begun;
} inspection_t;

static size_t inspect_some(void *context, uuid9562_t *uuids, size_t n, const char **why)
{
    inspection_t *inspection = context;

    (void)why;
    for (size_t i = 0; i < n; i++) {
        if (inspection->json) {
            print_json(&uuids[i]);
            continue;
        }
        if (inspection->begun)
            output_text("\n");
        inspection->begun = true;
        print_text(&uuids[i]);
    }
    return n;
}

static void inspect(const options_t *options)
{
    inspection_t inspection = {.json = has(options, OPTION_JSON)};

    if (!read_uuids(options, inspect_some, &inspection))
        finish(EXIT_INPUT);
}
