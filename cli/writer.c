/*
 * UUIDs going out: in any form, a line each, or one after the other where the form is bytes.
 * Canonical text is written many at once.
 */

typedef struct writer {
    const uuid9562_format_t *form; /* NULL for bytes */
    bool is_binary;
    bool writes_canonical;
    const char *prefix; /* of a TypeID, or NULL */
} writer_t;

static bool form_writes_canonical(const uuid9562_format_t *form)
{
    const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
    char text[UUID9562_TEXT_MAX], canonical[UUID9562_CANONICAL_LENGTH];

    uuid9562_format(canonical, &dns);
    return uuid9562_format_as(text, form, &dns) == sizeof canonical &&
           memcmp(text, canonical, sizeof canonical) == 0;
}

static void writer_open(writer_t *writer, const options_t *options)
{
    const char *name = has(options, OPTION_TO) ? options->value[OPTION_TO] : "canonical";

    *writer = (writer_t){.prefix = options->value[OPTION_PREFIX]};
    if (writer->prefix != NULL) {
        char text[UUID9562_TYPEID_MAX];
        size_t length;

        if (strcmp(name, "typeid") != 0)
            USAGE_ERROR("--prefix goes with --to typeid");
        require(uuid9562_format_typeid(text, &length, &(uuid9562_t)UUID9562_INIT_NIL,
                                       writer->prefix, strlen(writer->prefix)));
    }
    if (strcmp(name, BYTES) == 0) {
        writer->is_binary = true;
    } else {
        uuid9562_status_t status = uuid9562_find_output_format(&writer->form, name, strlen(name));

        if (status != UUID9562_OK)
            USAGE_ERROR("%s " BYTES, uuid9562_strerror(status));
        writer->is_binary = uuid9562_format_info(writer->form)->binary;
        writer->writes_canonical = form_writes_canonical(writer->form);
    }
}

static void write_canonical(const uuid9562_t *uuids, size_t n)
{
    enum { LINE = UUID9562_CANONICAL_LENGTH + 1, MOST = OUTPUT_SIZE / LINE };

    for (size_t done = 0; done < n;) {
        const size_t count = n - done < MOST ? n - done : MOST;

        uuid9562_format_n(output_room(count * LINE), uuids + done, count, '\n');
        output_add(count * LINE);
        done += count;
    }
}

static void write_one(const writer_t *writer, const uuid9562_t *uuid)
{
    char *out = output_room(UUID9562_TYPEID_MAX + 1);
    size_t length = sizeof uuid->bytes;

    if (writer->form == NULL)
        memcpy(out, uuid->bytes, length);
    else if (writer->prefix == NULL)
        length = uuid9562_format_as(out, writer->form, uuid);
    else
        require(uuid9562_format_typeid(out, &length, uuid, writer->prefix, strlen(writer->prefix)));
    if (!writer->is_binary)
        out[length++] = '\n';
    output_add(length);
}

static void write_uuids(const writer_t *writer, const uuid9562_t *uuids, size_t n)
{
    if (writer->writes_canonical)
        write_canonical(uuids, n);
    else
        for (size_t i = 0; i < n; i++)
            write_one(writer, &uuids[i]);
}
