/*
 * Arguments as the core takes them.
 *
 * Each get_ function reads argument `number`, which was given unless its comment says otherwise,
 * and is of the kind that the comment names (see is_of_kind). Those that can fail return 0, or -1
 * with an exception set.
 */
#ifndef UUID9562_PYTHON_ARGUMENTS_H
#define UUID9562_PYTHON_ARGUMENTS_H

#include "call.h"
#include "results.h"

/* ---- text and bytes ---- */

/* As much of a str as the core may need: bytes of the str itself, or of the copy. It points into
 * itself, so it must not be copied. */
typedef struct text {
    const char *bytes;
    size_t length;
    char copy[UUID9562_TYPEID_MAX + 3];
} text_t;

/* Kind s, text that only the core interprets. */
INTERNAL void get_text(const call_t *call, int number, text_t *text);

/* Kind b. */
INTERNAL const char *get_bytes(const call_t *call, int number, size_t *length);

/* Kind m, the name of a name-based UUID: the bytes, or the UTF-8 of a str (a str that has none
 * raises UnicodeEncodeError, which is a ValueError). */
INTERNAL int get_name(const call_t *call, int number, const char **bytes, size_t *length);

/* Kind s, the name of a format. */
INTERNAL int get_format(const call_t *call, int number, bool to_write,
                        const uuid9562_format_t **format);

/* ---- integers ---- */

/* Reads any integer. Returns 1 if 64 bits suffice, 0 if not, or -1 with an exception set. */
INTERNAL int read_uint64(PyObject *object, uint64_t *value);

/* Kind i. A number of more than 64 bits becomes one outside every range of the core (INT64_MIN,
 * UINT64_MAX), so that the core refuses it. */
INTERNAL int get_int64(const call_t *call, int number, int64_t *value);
INTERNAL int get_uint64(const call_t *call, int number, uint64_t *value);

/* Kind o, or left out: *given is NULL for None or no argument, else it points to *value. */
INTERNAL int get_optional(const call_t *call, int number, uint64_t *value, const uint64_t **given);

/* Kind n, or left out: the same for a node, which may be a name as well. */
INTERNAL int get_node(const call_t *call, int number, uint64_t *value, const uint64_t **given);

/* ---- times ---- */

/* Kind T, in milliseconds or in nanoseconds since 1970, rounded down; a span with its width.
 * An integer is read as above; a date is the text of its day; a datetime is
 * converted without a float, and has to be aware. */
INTERNAL int get_span(const call_t *call, int number, int64_t *unix_ms, uint32_t *width_ms);
INTERNAL int get_unix_ms(const call_t *call, int number, int64_t *unix_ms);
INTERNAL int get_unix_ns(const call_t *call, int number, int64_t *unix_ns);

/* ---- UUIDs ---- */

enum { NO_UUID = -1, RAISED = -2 };

/* Reads any object as a UUID. Returns a status of the core, with no exception set; NO_UUID if the
 * type of the object rules it out; or RAISED. */
INTERNAL int read_uuid(const module_t *module, PyObject *object, uuid9562_t *out);

/* Kind u. */
INTERNAL int get_uuid(const call_t *call, int number, uuid9562_t *uuid);

/* Kind u, or the name of a namespace: "@dns". `none` is whether it is "@none"; NULL refuses it. */
INTERNAL int get_namespace(const call_t *call, int number, uuid9562_t *uuid, bool *none);

/* ---- buffers ---- */

/* Kind d; t if not a str; a if not a column. Its items are of one byte, or of 16 that are bytes; of
 * text, of any number of bytes. The caller releases the view. */
INTERNAL int get_buffer(const call_t *call, int number, char kind, Py_buffer *view);

#endif
