/*
 * The functions about text and bytes: the forms of the core by their names, TypeIDs, the canonical
 * text and the 16 bytes, and whether an object is any of that.
 */

/* ---- the forms ---- */

/* Argument 0 in a form; no form is `any`. It is of kind m, and now must be of the type that the
 * form has. */
static int parse_text(const call_t *call, const uuid9562_format_t *form, uuid9562_t *out)
{
    size_t offset = 0;
    text_t text;

    if (check_kind(call, 0, 's') != 0)
        return -1;
    get_text(call, 0, &text);
    if (form == NULL)
        return check_at(uuid9562_parse(out, &offset, text.bytes, text.length), &offset);
    return check_at(uuid9562_parse_as(out, &offset, form, text.bytes, text.length), &offset);
}

static int parse_bytes(const call_t *call, const uuid9562_format_t *form, uuid9562_t *out)
{
    size_t length, offset = 0;
    const char *bytes;

    if (check_kind(call, 0, 'b') != 0)
        return -1;
    bytes = get_bytes(call, 0, &length);
    return check_at(uuid9562_parse_as(out, &offset, form, bytes, length), &offset);
}

MAKER_OF_UUID(parse, "s, form=\"any\"", "m|s",
              "The UUID that a text stands for, or bytes where the form is a binary one.\n\n"
              "The form 'any' is canonical, hex, braced or urn, in upper or lower case; a form by\n"
              "its name is it alone. White space is an error.\n\n"
              "Raises ValueError, with the attribute offset, for malformed text; ValueError for\n"
              "an unknown form, with a list of the known ones; TypeError for bytes where the form\n"
              "is text, and the other way round. RFC 9562 section 4.")
{
    const uuid9562_format_t *form = NULL;

    if (call->arguments[1] != NULL && get_form(call, 1, uuid9562_find_input_format, &form) != 0)
        return -1;
    if (form != NULL && uuid9562_format_info(form)->binary)
        return parse_bytes(call, form, out);
    return parse_text(call, form, out);
}

FUNCTION(format, "u, form=\"canonical\"", "u|s",
         "A UUID in a form: as str, or as bytes where the form is a binary one.\n\n"
         "Raises ValueError for what is no UUID (with the attribute offset) and for an unknown\n"
         "form, with a list of the known ones. RFC 9562 section 4.")
{
    const uuid9562_format_t *form;
    char text[UUID9562_TEXT_MAX];
    Py_ssize_t length;
    uuid9562_t uuid;

    if (get_uuid(call, 0, &uuid) != 0)
        return NULL;
    if (call->arguments[1] == NULL)
        return as_str(call->state, &uuid);
    if (get_form(call, 1, uuid9562_find_output_format, &form) != 0)
        return NULL;
    length = (Py_ssize_t)uuid9562_format_as(text, form, &uuid);
    if (uuid9562_format_info(form)->binary)
        return PyBytes_FromStringAndSize(text, length);
    return PyUnicode_FromStringAndSize(text, length);
}

/* ---- TypeIDs ---- */

static int write_typeid(const uuid9562_t *uuid, const text_t *prefix, char out[UUID9562_TYPEID_MAX],
                        size_t *length)
{
    return check(uuid9562_format_typeid(out, length, uuid, prefix->bytes, prefix->length));
}

FUNCTION(typeid, "prefix, u", "su",
         "A UUID as a TypeID: the name of its type, an underscore, and the form 'typeid'.\n\n"
         "Without a name, which is '', that form alone. parse(s, 'typeid') reads the UUID of a\n"
         "TypeID, whatever its prefix.\n\n"
         "Raises ValueError for a prefix that is not allowed and, with the attribute offset, for\n"
         "what is no UUID. The TypeID specification, version 0.3.0.")
{
    char out[UUID9562_TYPEID_MAX];
    uuid9562_t uuid = UUID9562_INIT_NIL; /* with which the core says what it thinks of the prefix */
    text_t prefix;
    size_t length;

    get_text(call, 0, &prefix);
    if (write_typeid(&uuid, &prefix, out, &length) != 0 || get_uuid(call, 1, &uuid) != 0 ||
        write_typeid(&uuid, &prefix, out, &length) != 0)
        return NULL;
    return PyUnicode_FromStringAndSize(out, (Py_ssize_t)length);
}

FUNCTION(typeid_prefix, "s", "s",
         "The name of a type with which a TypeID begins, or '' where it has none.\n\n"
         "Raises ValueError, with the attribute offset, for what is no TypeID.\n"
         "The TypeID specification, version 0.3.0.")
{
    text_t text;
    uuid9562_t uuid;
    size_t length, offset = 0;

    get_text(call, 0, &text);
    if (check_at(uuid9562_parse_typeid(&uuid, &length, &offset, text.bytes, text.length),
                 &offset) != 0)
        return NULL;
    return PyUnicode_FromStringAndSize(text.bytes, (Py_ssize_t)length);
}

/* ---- canonical text and bytes ---- */

FUNCTION(to_str, "u", "u",
         "A UUID as canonical text, 36 characters in lower case.\n\n"
         "Raises ValueError, with the attribute offset, for what is no UUID. RFC 9562 section 4.")
{
    uuid9562_t uuid;

    return get_uuid(call, 0, &uuid) == 0 ? as_str(call->state, &uuid) : NULL;
}

FUNCTION(to_bytes, "u", "u",
         "A UUID as bytes of 16, the most significant first.\n\n"
         "Raises ValueError, with the attribute offset, for what is no UUID. RFC 9562 section 4.")
{
    uuid9562_t uuid;

    return get_uuid(call, 0, &uuid) == 0 ? as_bytes(call->state, &uuid) : NULL;
}

MAKER_OF_UUID(from_bytes, "b", "b",
              "The UUID that bytes of 16 stand for, the most significant first.\n\n"
              "Raises ValueError, with the attribute offset, for another length.\n"
              "RFC 9562 section 4.")
{
    size_t length, offset = 0;
    const char *bytes = get_bytes(call, 0, &length);

    return check_at(uuid9562_from_bytes(out, &offset, bytes, length), &offset);
}

/* ---- any of that ---- */

FUNCTION(valid, "x", "*",
         "Whether an object is a UUID, a text of one or 16 bytes of one.\n\n"
         "Raises nothing of its own, whatever it is given. RFC 9562 section 4.")
{
    uuid9562_t uuid;
    int status = read_uuid(call->state, call->arguments[0], uuid9562_parse, &uuid, NULL);

    return status != RAISED ? PyBool_FromLong(status == UUID9562_OK) : NULL;
}
