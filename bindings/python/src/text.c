/*
 * The functions for the text and binary formats of a UUID. The core finds a format by its name.
 */
#include "functions.h"

#include "arguments.h"
#include "call.h"
#include "results.h"

/* ---- formats ---- */

/* Argument 0 is str or bytes; the format decides which. No format is `any`. */
static int parse_text(const call_t *call, const uuid9562_format_t *format, uuid9562_t *out)
{
    size_t offset = 0;
    text_t text;

    if (check_kind(call, 0, 's') != 0)
        return -1;
    get_text(call, 0, &text);
    if (format == NULL)
        return check_text(uuid9562_parse(out, &offset, text.bytes, text.length), &offset,
                          text.bytes, text.length);
    return check_text(uuid9562_parse_as(out, &offset, format, text.bytes, text.length), &offset,
                      text.bytes, text.length);
}

static int parse_bytes(const call_t *call, const uuid9562_format_t *format, uuid9562_t *out)
{
    size_t length, offset = 0;
    const char *bytes;

    if (check_kind(call, 0, 'b') != 0)
        return -1;
    bytes = get_bytes(call, 0, &length);
    return check_text(uuid9562_parse_as(out, &offset, format, bytes, length), &offset, bytes,
                      length);
}

static const char parse_doc[] =
    "parse($self, s, format=\"any\")\n--\n\n"
    "Return the UUID of a text, or of bytes if the format is binary.\n\n"
    "The format 'any' is canonical, hex, braced or urn, in upper or lower case; a format given by\n"
    "name accepts only itself. White space is an error.\n\n"
    "Raises ValueError, with the attribute offset, for malformed input; ValueError for an unknown\n"
    "format, with a list of all formats; TypeError for bytes if the format is text, or str if it\n"
    "is binary. RFC 9562 section 4.";

static int parse_argument(const call_t *call, uuid9562_t *out)
{
    const uuid9562_format_t *format = NULL;

    if (call->arguments[1] != NULL && get_format(call, 1, false, &format) != 0)
        return -1;
    if (format != NULL && uuid9562_format_info(format)->binary)
        return parse_bytes(call, format, out);
    return parse_text(call, format, out);
}

RETURNS(parse, "f|s", as_uuid, parse_argument(call, out))

static const char format_doc[] =
    "format($self, u, format=\"canonical\")\n--\n\n"
    "Return a UUID in a format: a str, or bytes if the format is binary.\n\n"
    "Raises ValueError, with the attribute offset, for a malformed UUID; ValueError for an\n"
    "unknown format, with a list of all formats. RFC 9562 section 4.";

static PyObject *format(FASTCALL)
{
    call_t call = {.doc = format_doc, .kinds = "u|s"};
    const uuid9562_format_t *wanted;
    char text[UUID9562_TEXT_MAX];
    Py_ssize_t length;
    uuid9562_t uuid;

    if (bind_call(&call, self, args, nargs, kwnames) != 0 || get_uuid(&call, 0, &uuid) != 0)
        return NULL;
    if (call.arguments[1] == NULL)
        return as_str(call.module, &uuid);
    if (get_format(&call, 1, true, &wanted) != 0)
        return NULL;
    length = (Py_ssize_t)uuid9562_format_as(text, wanted, &uuid);
    if (uuid9562_format_info(wanted)->binary)
        return PyBytes_FromStringAndSize(text, length);
    return PyUnicode_FromStringAndSize(text, length);
}

/* ---- TypeIDs ---- */

static const char typeid_doc[] =
    "typeid($self, prefix, u)\n--\n\n"
    "Return a UUID as a TypeID: a prefix, an underscore, and the UUID in the format 'typeid'.\n\n"
    "With the prefix '' there is no underscore. parse(s, 'typeid') reads a TypeID with any\n"
    "prefix.\n\n"
    "Raises ValueError for an invalid prefix; ValueError, with the attribute offset, for a\n"
    "malformed UUID. The TypeID specification, version 0.3.0.";

static PyObject *typeid(FASTCALL)
{
    call_t call = {.doc = typeid_doc, .kinds = "su"};
    char out[UUID9562_TYPEID_MAX];
    uuid9562_t uuid = UUID9562_INIT_NIL; /* until the prefix is checked */
    text_t prefix;
    size_t length;

    if (bind_call(&call, self, args, nargs, kwnames) != 0)
        return NULL;
    get_text(&call, 0, &prefix);
    if (check(uuid9562_format_typeid(out, &length, &uuid, prefix.bytes, prefix.length)) != 0 ||
        get_uuid(&call, 1, &uuid) != 0 ||
        check(uuid9562_format_typeid(out, &length, &uuid, prefix.bytes, prefix.length)) != 0)
        return NULL;
    return PyUnicode_FromStringAndSize(out, (Py_ssize_t)length);
}

static const char typeid_prefix_doc[] =
    "typeid_prefix($self, s)\n--\n\n"
    "Return the prefix of a TypeID, or '' if it has none.\n\n"
    "Raises ValueError, with the attribute offset, for a malformed TypeID.\n"
    "The TypeID specification, version 0.3.0.";

static PyObject *typeid_prefix(FASTCALL)
{
    call_t call = {.doc = typeid_prefix_doc, .kinds = "s"};
    size_t length, offset = 0;
    uuid9562_t uuid;
    text_t text;

    if (bind_call(&call, self, args, nargs, kwnames) != 0)
        return NULL;
    get_text(&call, 0, &text);
    if (check_text(uuid9562_parse_typeid(&uuid, &length, &offset, text.bytes, text.length), &offset,
                   text.bytes, text.length) != 0)
        return NULL;
    return PyUnicode_FromStringAndSize(text.bytes, (Py_ssize_t)length);
}

/* ---- canonical text and bytes ---- */

static const char to_str_doc[] =
    "to_str($self, u)\n--\n\n"
    "Return a UUID as canonical text, 36 characters in lower case.\n\n"
    "Raises ValueError, with the attribute offset, for a malformed UUID. RFC 9562 section 4.";
static const char to_bytes_doc[] =
    "to_bytes($self, u)\n--\n\n"
    "Return a UUID as 16 bytes, the most significant first.\n\n"
    "Raises ValueError, with the attribute offset, for a malformed UUID. RFC 9562 section 4.";

RETURNS(to_str, "u", as_str, get_uuid(call, 0, out))
RETURNS(to_bytes, "u", as_bytes, get_uuid(call, 0, out))

static const char from_bytes_doc[] =
    "from_bytes($self, b)\n--\n\n"
    "Return the UUID of 16 bytes, the most significant first.\n\n"
    "Raises ValueError, with the attribute offset, for another length. RFC 9562 section 4.";

static int copy_bytes(const call_t *call, uuid9562_t *out)
{
    size_t length, offset = 0;
    const char *bytes = get_bytes(call, 0, &length);

    return check_text(uuid9562_from_bytes(out, &offset, bytes, length), &offset, bytes, length);
}

RETURNS(from_bytes, "b", as_uuid, copy_bytes(call, out))

static const char formats_doc[] =
    "formats($self)\n--\n\n"
    "Return the formats of parse() and format(), a list of dicts.\n\n"
    "The keys: name; length, in bytes, the longest unless fixed_length, None for 'any';\n"
    "fixed_length; sorted, whether the texts sort as the UUIDs do; any_case, whether letters are\n"
    "read in either case; binary, bytes rather than str; writable, False for those that only\n"
    "parse() accepts; implied, whether 'any' reads it. Raises nothing but MemoryError.\n"
    "RFC 9562 section 4.";

static PyObject *format_dict(const uuid9562_format_info_t *info)
{
#define TRUTH(name) #name, info->name ? Py_True : Py_False
    return Py_BuildValue("{s:s,s:N,s:O,s:O,s:O,s:O,s:O,s:O}", "name", info->name, "length",
                         info->length > 0 ? PyLong_FromLong(info->length) : Py_BuildValue(""),
                         TRUTH(fixed_length), TRUTH(sorted), TRUTH(any_case), TRUTH(binary),
                         TRUTH(writable), TRUTH(implied));
#undef TRUTH
}

static PyObject *formats(FASTCALL)
{
    call_t call = {.doc = formats_doc, .kinds = ""};
    const uuid9562_format_t *row;
    PyObject *list;

    if (bind_call(&call, self, args, nargs, kwnames) != 0)
        return NULL;
    list = PyList_New(0);
    for (size_t i = 0; list != NULL && (row = uuid9562_format_at(i)) != NULL; i++)
        if (append_item(list, format_dict(uuid9562_format_info(row))) != 0)
            Py_CLEAR(list);
    return list;
}

static const char valid_doc[] =
    "valid($self, x)\n--\n\n"
    "Return whether an object is a UUID, the text of one or the 16 bytes of one.\n\n"
    "Raises no exception of its own for any object. RFC 9562 section 4.";

static PyObject *valid(FASTCALL)
{
    call_t call = {.doc = valid_doc, .kinds = "*"};
    uuid9562_t uuid;
    int status;

    if (bind_call(&call, self, args, nargs, kwnames) != 0)
        return NULL;
    status = read_uuid(call.module, call.arguments[0], &uuid);
    return status != RAISED ? PyBool_FromLong(status == UUID9562_OK) : NULL;
}

/* ---- table ---- */

INTERNAL PyMethodDef *text_functions(void)
{
    static PyMethodDef functions[] = {
        {"parse", METHOD(parse), parse_doc},
        {"format", METHOD(format), format_doc},
        {"formats", METHOD(formats), formats_doc},
        {"typeid", METHOD(typeid), typeid_doc},
        {"typeid_prefix", METHOD(typeid_prefix), typeid_prefix_doc},
        {"to_str", METHOD(to_str), to_str_doc},
        {"to_bytes", METHOD(to_bytes), to_bytes_doc},
        {"from_bytes", METHOD(from_bytes), from_bytes_doc},
        {"valid", METHOD(valid), valid_doc},
        {NULL, NULL, 0, NULL},
    };

    return functions;
}
