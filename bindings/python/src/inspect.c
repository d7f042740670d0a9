/*
 * The functions that inspect, convert and match UUIDs.
 */
#include "functions.h"

#include <string.h>

#include "arguments.h"
#include "call.h"
#include "results.h"
#include "uuid9562_ldap.h"

/* ---- inspection ---- */

static PyObject *version_or_none(int version)
{
    if (version < 0)
        Py_RETURN_NONE;
    return PyLong_FromLong(version);
}

static PyObject *field_or_none(const uuid9562_t *uuid,
                               bool (*get)(uint64_t *field, const uuid9562_t *uuid))
{
    uint64_t field;

    if (!get(&field, uuid))
        Py_RETURN_NONE;
    return PyLong_FromUnsignedLongLong(field);
}

static PyObject *number_from_ms(int64_t unix_ms)
{
    return PyLong_FromLongLong(unix_ms);
}

static PyObject *time_or_none(const uuid9562_t *uuid, PyObject *to_object(int64_t unix_ms))
{
    int64_t unix_ms;

    if (!uuid9562_get_timestamp_ms(&unix_ms, uuid))
        Py_RETURN_NONE;
    return to_object(unix_ms);
}

/* Defines the function `name` of one UUID: the answer is an expression of `uuid`. */
#define INSPECTS(name, answer) FUNCTION(name, "u", get_uuid(call, 0, &uuid) == 0 ? (answer) : NULL)

static const char version_doc[] =
    "version($self, u)\n--\n\n"
    "Return the version of a UUID, 0 to 15, or None if the variant is not that of RFC 9562.\n\n"
    "Raises ValueError, with the attribute offset, for a malformed UUID.\n"
    "RFC 9562 section 4.2.";

INSPECTS(version, version_or_none(uuid9562_get_version(&uuid)))

static const char variant_doc[] =
    "variant($self, u)\n--\n\n"
    "Return the variant of a UUID: 'ncs', 'rfc9562', 'microsoft' or 'future'.\n\n"
    "Raises ValueError, with the attribute offset, for a malformed UUID.\n"
    "RFC 9562 section 4.1.";

INSPECTS(variant, PyUnicode_FromString(uuid9562_variant_name(uuid9562_get_variant(&uuid))))

static const char node_doc[] =
    "node($self, u)\n--\n\n"
    "Return the 48-bit node of a UUID of version 1 or 6, or None for any other UUID.\n\n"
    "Raises ValueError, with the attribute offset, for a malformed UUID.\n"
    "RFC 9562 sections 5.1 and 5.6.";

INSPECTS(node, field_or_none(&uuid, uuid9562_get_node))

static const char clock_seq_doc[] =
    "clock_seq($self, u)\n--\n\n"
    "Return the 14-bit clock sequence of a UUID of version 1 or 6, or None for any other UUID.\n\n"
    "Raises ValueError, with the attribute offset, for a malformed UUID.\n"
    "RFC 9562 sections 5.1 and 5.6.";

INSPECTS(clock_seq, field_or_none(&uuid, uuid9562_get_clock_seq))

static const char timestamp_ticks_doc[] =
    "timestamp_ticks($self, u)\n--\n\n"
    "Return the timestamp of a UUID of version 1 or 6 in ticks of 100 ns, or None.\n\n"
    "It is counted from 1582-10-15, and has 60 bits. None is the result for any other UUID.\n\n"
    "Raises ValueError, with the attribute offset, for a malformed UUID.\n"
    "RFC 9562 sections 5.1 and 5.6.";

INSPECTS(timestamp_ticks, field_or_none(&uuid, uuid9562_get_timestamp_ticks))

static const char timestamp_ms_doc[] =
    "timestamp_ms($self, u)\n--\n\n"
    "Return the timestamp of a UUID of version 1, 6 or 7 in milliseconds since 1970, or None.\n\n"
    "It is rounded down, and negative before 1970. None is the result for any other UUID.\n\n"
    "Raises ValueError, with the attribute offset, for a malformed UUID.\n"
    "RFC 9562 sections 5.1, 5.6 and 5.7.";

INSPECTS(timestamp_ms, time_or_none(&uuid, number_from_ms))

static const char timestamp_ns_doc[] =
    "timestamp_ns($self, u, fraction_bits=20)\n--\n\n"
    "Return the timestamp of a UUID of version 1, 6 or 7 in nanoseconds since 1970, or None.\n\n"
    "Versions 1 and 6 have ticks of 100 ns. In version 7 the first fraction_bits bits after the\n"
    "millisecond are read as its fraction: this library writes 20, PostgreSQL 12. If these bits\n"
    "are random, only the millisecond is meaningful. The result is the first nanosecond with that\n"
    "fraction; None before 1677 and after 2262, where it would need more than 64 bits.\n\n"
    "Raises ValueError for fraction_bits outside 0 to 20; ValueError, with the attribute offset,\n"
    "for a malformed UUID. RFC 9562 sections 5.1, 5.6, 5.7 and 6.2.";

static PyObject *timestamp_ns(FASTCALL)
{
    call_t call = {.doc = timestamp_ns_doc, .kinds = "u|i"};
    uuid9562_t uuid;
    uint64_t bits = UUID9562_V7_FRACTION_BITS;
    int64_t unix_ns;
    bool present;

    if (bind_call(&call, self, args, nargs, kwnames) != 0 || get_uuid(&call, 0, &uuid) != 0 ||
        (call.arguments[1] != NULL && get_uint64(&call, 1, &bits) != 0) ||
        check(uuid9562_get_timestamp_ns(&present, &unix_ns, &uuid, bits)) != 0)
        return NULL;
    if (!present)
        Py_RETURN_NONE;
    return PyLong_FromLongLong(unix_ns);
}

/* The core writes the date, and datetime.fromisoformat reads it: the binding has no calendar. */
static PyObject *datetime_from_ms(int64_t unix_ms)
{
    static const char utc[] = "+00:00";
    char text[UUID9562_UTC_MAX + sizeof utc];
    PyObject *module, *type = NULL, *result = NULL;
    size_t length = uuid9562_format_utc(text, unix_ms);

    if (text[4] != '-') {
        text[length] = '\0';
        PyErr_Format(PyExc_ValueError, "%s is after 9999, the last year of datetime", text);
        return NULL;
    }
    memcpy(text + length, utc, sizeof utc);
    module = PyImport_ImportModule("datetime");
    if (module != NULL)
        type = PyObject_GetAttrString(module, "datetime");
    if (type != NULL)
        result = PyObject_CallMethod(type, "fromisoformat", "s", text);
    Py_XDECREF(module);
    Py_XDECREF(type);
    return result;
}

static const char to_datetime_doc[] =
    "to_datetime($self, u)\n--\n\n"
    "Return the time of timestamp_ms() as an aware datetime in UTC, or None.\n\n"
    "Raises ValueError, with the attribute offset, for a malformed UUID; ValueError for a time\n"
    "after the year 9999, where datetime ends. RFC 9562 sections 5.1, 5.6 and 5.7.";

INSPECTS(to_datetime, time_or_none(&uuid, datetime_from_ms))

/* ---- conversion ---- */

typedef uuid9562_status_t to_version_t(uuid9562_t *out, const uuid9562_t *uuid);

static int convert_version(const call_t *call, to_version_t *to_version, uuid9562_t *out)
{
    uuid9562_t uuid;

    return get_uuid(call, 0, &uuid) == 0 ? check(to_version(out, &uuid)) : -1;
}

static const char v1_to_v6_doc[] =
    "v1_to_v6($self, u)\n--\n\n"
    "Return the version 6 UUID with the fields of a version 1 UUID.\n\n"
    "Raises ValueError for a UUID of another version; ValueError, with the attribute offset, for\n"
    "a malformed UUID. RFC 9562 section 5.6.";

RETURNS(v1_to_v6, "u", as_uuid, convert_version(call, uuid9562_v1_to_v6, out))

static const char v6_to_v1_doc[] =
    "v6_to_v1($self, u)\n--\n\n"
    "Return the version 1 UUID with the fields of a version 6 UUID.\n\n"
    "Raises ValueError for a UUID of another version; ValueError, with the attribute offset, for\n"
    "a malformed UUID. RFC 9562 section 5.6.";

RETURNS(v6_to_v1, "u", as_uuid, convert_version(call, uuid9562_v6_to_v1, out))

static const char guid_swap_doc[] =
    "guid_swap($self, u)\n--\n\n"
    "Return a UUID in the mixed-endian byte order of a GUID, or from it.\n\n"
    "Raises ValueError, with the attribute offset, for a malformed UUID. RFC 9562 section 4.";

static int swap_guid(const call_t *call, uuid9562_t *out)
{
    uuid9562_t uuid;

    if (get_uuid(call, 0, &uuid) != 0)
        return -1;
    uuid9562_guid_swap(out, &uuid);
    return 0;
}

RETURNS(guid_swap, "u", as_uuid, swap_guid(call, out))

/* ---- directories (RFC 4530) ---- */

typedef int rule_t(const uuid9562_t *stored, const char *assertion, size_t length);

static PyObject *apply_rule(const call_t *call, rule_t *rule)
{
    uuid9562_t stored;
    text_t assertion;
    int answer, status = read_uuid(call->module, call->arguments[0], &stored);

    if (status == RAISED)
        return NULL;
    if (status != UUID9562_OK || !PyUnicode_Check(call->arguments[1]))
        Py_RETURN_NONE;
    get_text(call, 1, &assertion);
    answer = rule(&stored, assertion.bytes, assertion.length);
    if (answer < 0)
        Py_RETURN_NONE;
    return PyBool_FromLong(answer);
}

static const char match_doc[] =
    "match($self, stored, assertion)\n--\n\n"
    "Return whether a stored UUID equals the asserted one (uuidMatch), or None for Undefined.\n\n"
    "The result is Undefined unless the assertion is a str in the format 'strict' and the stored\n"
    "value is a UUID. Raises no exception for any value. RFC 4530 section 2.2.";

FUNCTION(match, "**", apply_rule(call, uuid9562_match))

static const char ordering_match_doc[] =
    "ordering_match($self, stored, assertion)\n--\n\n"
    "Return whether a stored UUID sorts before the asserted one (uuidOrderingMatch), or None.\n\n"
    "None is Undefined, the result unless the assertion is a str in the format 'strict'\n"
    "and the stored value is a UUID. Raises no exception for any value. RFC 4530 section 2.3.";

FUNCTION(ordering_match, "**", apply_rule(call, uuid9562_ordering_match))

static const char ldap_schema_doc[] =
    "ldap_schema($self)\n--\n\n"
    "Return the LDAP schema for UUIDs: syntax, matching rules and attribute.\n\n"
    "It is a list of four dicts of str with the keys section (of the RFC), oid, name and\n"
    "description. Raises nothing but MemoryError. RFC 4530 sections 2.1 to 2.4.";

static PyObject *ldap_schema(FASTCALL)
{
    call_t call = {.doc = ldap_schema_doc, .kinds = ""};
    const uuid9562_schema_t *row;
    PyObject *list;

    if (bind_call(&call, self, args, nargs, kwnames) != 0)
        return NULL;
    list = PyList_New(0);
    for (size_t i = 0; list != NULL && (row = uuid9562_ldap_schema(i)) != NULL; i++)
        if (append_item(list,
                   Py_BuildValue("{s:s,s:s,s:s,s:s}", "section", row->section, "oid", row->oid,
                                 "name", row->name, "description", row->description)) != 0)
            Py_CLEAR(list);
    return list;
}

/* ---- table ---- */

INTERNAL PyMethodDef *inspect_functions(void)
{
    static PyMethodDef functions[] = {
        {"version", METHOD(version), version_doc},
        {"variant", METHOD(variant), variant_doc},
        {"node", METHOD(node), node_doc},
        {"clock_seq", METHOD(clock_seq), clock_seq_doc},
        {"timestamp_ms", METHOD(timestamp_ms), timestamp_ms_doc},
        {"timestamp_ns", METHOD(timestamp_ns), timestamp_ns_doc},
        {"timestamp_ticks", METHOD(timestamp_ticks), timestamp_ticks_doc},
        {"to_datetime", METHOD(to_datetime), to_datetime_doc},
        {"v1_to_v6", METHOD(v1_to_v6), v1_to_v6_doc},
        {"v6_to_v1", METHOD(v6_to_v1), v6_to_v1_doc},
        {"guid_swap", METHOD(guid_swap), guid_swap_doc},
        {"match", METHOD(match), match_doc},
        {"ordering_match", METHOD(ordering_match), ordering_match_doc},
        {"ldap_schema", METHOD(ldap_schema), ldap_schema_doc},
        {NULL, NULL, 0, NULL},
    };

    return functions;
}
