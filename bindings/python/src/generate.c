/*
 * The functions that generate UUIDs: of the module, and with the same names methods of a Generator.
 */
#include "functions.h"

#include <limits.h>

#include "arguments.h"
#include "arrow_column.h"
#include "call.h"
#include "results.h"

/* ---- versions 1 and 6 ---- */

typedef uuid9562_status_t generate_t(uuid9562_generator_t *generator, uuid9562_t *out,
                                     const uint64_t *node, const uint64_t *clock_seq);

static int generate_with_node(const call_t *call, generate_t *generate, uuid9562_t *out)
{
    uint64_t values[2];
    const uint64_t *node, *clock_seq;

    if (get_node(call, 0, &values[0], &node) != 0 ||
        get_optional(call, 1, &values[1], &clock_seq) != 0)
        return -1;
    return check(generate(call->generator, out, node, clock_seq));
}

static const char uuid1_doc[] =
    "uuid1($self, node=None, clock_seq=None)\n--\n\n"
    "Generate a version 1 UUID: Gregorian timestamp, clock sequence and node.\n\n"
    "The node is a 48-bit int, or '@host' for the hardware address of this host; the clock\n"
    "sequence is a 14-bit int. Given values are used unchanged. By default the node is random and\n"
    "reveals nothing about the host. A given node has a random clock sequence, which stays the\n"
    "same in the process until resync() or reseed(). The pair of timestamp and clock sequence\n"
    "never repeats.\n\n"
    "Raises ValueError for a node or clock_seq out of range, OSError if randomness, the clock or\n"
    "the host address is unavailable. RFC 9562 sections 5.1 and 6.10.";

GENERATES(uuid1, "|no", as_uuid, generate_with_node(call, uuid9562_uuid1, out))

static const char uuid6_doc[] =
    "uuid6($self, node=None, clock_seq=None)\n--\n\n"
    "Generate a version 6 UUID: the fields of version 1, ordered so that it sorts by time.\n\n"
    "The node is a 48-bit int, or '@host' for the hardware address of this host; the clock\n"
    "sequence is a 14-bit int. Given values are used unchanged. By default the node is random and\n"
    "new for each UUID; a given one has a clock sequence as in uuid1(). Each UUID is greater than\n"
    "all before it, across all threads of the process; those of a Generator are in an order of\n"
    "their own.\n\n"
    "Raises ValueError for a node or clock_seq out of range, OSError if randomness, the clock or\n"
    "the host address is unavailable. RFC 9562 section 5.6.";

GENERATES(uuid6, "|no", as_uuid, generate_with_node(call, uuid9562_uuid6, out))

/* ---- version 4 ---- */

static const char uuid4_doc[] =
    "uuid4($self)\n--\n\n"
    "Generate a version 4 UUID: 122 random bits.\n\n"
    "Raises OSError if randomness is unavailable. RFC 9562 section 5.4.";

static const char uuid4_bytes_doc[] =
    BYTES_DOC("uuid4_bytes($self)", "uuid4", "5.4");
static const char uuid4_str_doc[] = STR_DOC("uuid4_str($self)", "uuid4", "5.4");

GENERATES(uuid4, "", as_uuid, check(uuid9562_uuid4(call->generator, out)))
GENERATES(uuid4_bytes, "", as_bytes, check(uuid9562_uuid4(call->generator, out)))
GENERATES(uuid4_str, "", as_str, check(uuid9562_uuid4(call->generator, out)))

/* ---- version 7 ---- */

static const char uuid7_doc[] =
    "uuid7($self)\n--\n\n"
    "Generate a version 7 UUID: Unix time, then random bits.\n\n"
    "The time is in milliseconds, followed by 20 bits of their fraction. Each UUID is greater\n"
    "than all before it, across all threads of the process, even if the clock is set back; those\n"
    "of a Generator are in an order of their own.\n\n"
    "Raises OSError if randomness or the clock is unavailable. RFC 9562 sections 5.7 and 6.2.";

static const char uuid7_bytes_doc[] =
    BYTES_DOC("uuid7_bytes($self)", "uuid7", "5.7");
static const char uuid7_str_doc[] = STR_DOC("uuid7_str($self)", "uuid7", "5.7");

GENERATES(uuid7, "", as_uuid, check(uuid9562_uuid7(call->generator, out)))
GENERATES(uuid7_bytes, "", as_bytes, check(uuid9562_uuid7(call->generator, out)))
GENERATES(uuid7_str, "", as_str, check(uuid9562_uuid7(call->generator, out)))

static const char uuid7_at_doc[] =
    "uuid7_at($self, unix_ms)\n--\n\n"
    "Generate a version 7 UUID of a given millisecond, with 74 random bits.\n\n"
    "It is independent of the order of uuid7(). The time is that of uuid7_min().\n\n"
    "Raises ValueError for a malformed time, with the attribute offset, and for a time out of\n"
    "range or a naive datetime; OSError if randomness is unavailable.\n"
    "RFC 9562 section 5.7.";

static int generate_uuid7_at(const call_t *call, uuid9562_t *out)
{
    int64_t unix_ms;

    if (get_unix_ms(call, 0, &unix_ms) != 0)
        return -1;
    return check(uuid9562_uuid7_at(call->generator, out, unix_ms));
}

GENERATES(uuid7_at, "T", as_uuid, generate_uuid7_at(call, out))

static const char uuid7_at_ns_doc[] =
    "uuid7_at_ns($self, unix_ns)\n--\n\n"
    "Generate a version 7 UUID of a given nanosecond, with 54 random bits.\n\n"
    "Like those of uuid7(), it has 20 bits of the fraction of its millisecond; it is independent\n"
    "of their order. The time is an int, nanoseconds since 1970 (as time.time_ns() returns), or\n"
    "a str, a date or an aware datetime as in uuid7_min().\n\n"
    "Raises ValueError for a malformed time, with the attribute offset, and for a time out of\n"
    "range or a naive datetime; OSError if randomness is unavailable. RFC 9562 sections 5.7 and\n"
    "6.2.";

static int generate_uuid7_at_ns(const call_t *call, uuid9562_t *out)
{
    int64_t unix_ns;

    if (get_unix_ns(call, 0, &unix_ns) != 0)
        return -1;
    return check(uuid9562_uuid7_at_ns(call->generator, out, unix_ns));
}

GENERATES(uuid7_at_ns, "T", as_uuid, generate_uuid7_at_ns(call, out))

/* ---- version 8 ---- */

static const char uuid8_doc[] =
    "uuid8($self, a=None, b=None, c=None)\n--\n\n"
    "Generate a version 8 UUID from custom blocks of 48, 12 and 62 bits.\n\n"
    "A block that is omitted or None is random.\n\n"
    "Raises ValueError for a block with more bits, which the standard library drops; OSError if\n"
    "randomness is needed and unavailable. RFC 9562 section 5.8.";

static int generate_uuid8(const call_t *call, uuid9562_t *out)
{
    uint64_t values[3];
    const uint64_t *a, *b, *c;

    if (get_optional(call, 0, &values[0], &a) != 0 || get_optional(call, 1, &values[1], &b) != 0 ||
        get_optional(call, 2, &values[2], &c) != 0)
        return -1;
    return check(uuid9562_uuid8(call->generator, out, a, b, c));
}

GENERATES(uuid8, "|ooo", as_uuid, generate_uuid8(call, out))

/* ---- batches ---- */

/* A version beyond the range of int becomes one that the core refuses. */
static int get_version(const call_t *call, int number, int *version)
{
    int64_t value;

    if (get_int64(call, number, &value) != 0)
        return -1;
    *version = value >= INT_MIN && value <= INT_MAX ? (int)value : INT_MIN;
    return 0;
}

/* The batch is checked before anything is allocated for it. */
static int get_batch(const call_t *call, int *version, uint64_t *n)
{
    if (get_version(call, 0, version) != 0 || get_uint64(call, 1, n) != 0)
        return -1;
    return check(uuid9562_check_batch(*version, *n));
}

/* In pieces, unless sources in Python are to see one call. After an error, which may be that of a
 * handler of Ctrl-C, earlier pieces are left, and memory of later ones is untouched. */
static int run_batch(const call_t *call, int version, uuid9562_t *out, uint64_t n)
{
    uuid9562_status_t status = UUID9562_OK;
    work_t work = begin_work(n);

    if (call->runs_python)
        return check(uuid9562_batch(call->generator, out, version, n));
    while (status == UUID9562_OK && next_piece(&work))
        status = uuid9562_batch(call->generator, out + work.begin, version, work.count);
    end_work(&work);
    return work.interrupted ? -1 : check(status);
}

static PyObject *list_of(const call_t *call, const uuid9562_t *uuids, uint64_t n, as_t *as)
{
    PyObject *list = PyList_New((Py_ssize_t)n);

    for (uint64_t i = 0; list != NULL && i < n; i++) {
        const bool interrupted = (i + 1) % PIECE == 0 && PyErr_CheckSignals() != 0;
        PyObject *item = interrupted ? NULL : as(call->module, &uuids[i]);

        if (item != NULL)
            PyList_SET_ITEM(list, (Py_ssize_t)i, item);
        else
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *batch_list(const call_t *call, as_t *as)
{
    PyObject *list = NULL;
    uuid9562_t *uuids;
    uint64_t n;
    int version;

    if (get_batch(call, &version, &n) != 0)
        return NULL;
    uuids = PyMem_New(uuid9562_t, n);
    if (uuids == NULL)
        return PyErr_NoMemory();
    if (run_batch(call, version, uuids, n) == 0)
        list = list_of(call, uuids, n, as);
    PyMem_Free(uuids);
    return list;
}

static const char batch_doc[] =
    "batch($self, version, n)\n--\n\n"
    "Return a list of n UUIDs of version 1, 4, 6 or 7, generated together.\n\n"
    "They are in order, after all UUIDs generated before.\n\n"
    "Raises ValueError for another version or a count out of range, OSError if randomness or the\n"
    "clock is unavailable. RFC 9562 section 6.2.";

GENERATOR_FUNCTION(batch, "ii", batch_list(call, as_uuid))

static const char batch_str_doc[] =
    "batch_str($self, version, n)\n--\n\n"
    "Return the n UUIDs of batch() as a list of str, 36 characters each.\n\n"
    "Raises ValueError for another version or a count out of range, OSError if randomness or the\n"
    "clock is unavailable. RFC 9562 section 6.2.";

GENERATOR_FUNCTION(batch_str, "ii", batch_list(call, as_str))

static const char batch_bytes_doc[] =
    "batch_bytes($self, version, n)\n--\n\n"
    "Return the n UUIDs of batch() as one bytes object, 16 bytes each.\n\n"
    "Raises ValueError for another version or a count out of range, OSError if randomness or the\n"
    "clock is unavailable. RFC 9562 section 6.2.";

static PyObject *run_batch_bytes(const call_t *call)
{
    PyObject *bytes;
    uint64_t n;
    int version;

    if (get_batch(call, &version, &n) != 0)
        return NULL;
    if (n > PY_SSIZE_T_MAX / sizeof(uuid9562_t))
        return PyErr_NoMemory();
    bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(n * sizeof(uuid9562_t)));
    if (bytes != NULL &&
        run_batch(call, version, (uuid9562_t *)(void *)PyBytes_AS_STRING(bytes), n) != 0)
        Py_CLEAR(bytes);
    return bytes;
}

GENERATOR_FUNCTION(batch_bytes, "ii", run_batch_bytes(call))

static const char batch_arrow_doc[] =
    "batch_arrow($self, version, n, type=\"uuid\")\n--\n\n"
    "Return the n UUIDs of batch() as an ArrowArray, for pyarrow, Polars, DuckDB, pandas.\n\n"
    "The type is as in to_arrow(): 'uuid', 'binary', 'text' or 'large_text'.\n\n"
    "Raises ValueError for another version or type, or a count out of range (of text, above\n"
    "59652323); OSError if randomness or the clock is unavailable. RFC 9562 section 6.2.";

static PyObject *run_batch_arrow(const call_t *call)
{
    const column_type_t *type;
    column_t *column;
    uint64_t n;
    int version;

    if (get_batch(call, &version, &n) != 0 || (type = get_column_type(call, 2)) == NULL)
        return NULL;
    column = column_new(type, n, NULL);
    if (column != NULL && (run_batch(call, version, column_uuids(column), n) != 0 ||
                           column_finish(column) != 0)) {
        column_drop(column);
        return NULL;
    }
    return column_object(call->module, column);
}

GENERATOR_FUNCTION(batch_arrow, "ii|s", run_batch_arrow(call))

/* ---- table ---- */

#define ROWS(name)                                                                                 \
    {#name, METHOD(name), name##_doc}, {#name "_bytes", METHOD(name##_bytes), name##_bytes_doc},   \
    {                                                                                              \
        #name "_str", METHOD(name##_str), name##_str_doc                                           \
    }

INTERNAL PyMethodDef *generate_functions(void)
{
    static PyMethodDef functions[] = {
        {"uuid1", METHOD(uuid1), uuid1_doc},
        ROWS(uuid4),
        {"uuid6", METHOD(uuid6), uuid6_doc},
        ROWS(uuid7),
        {"uuid7_at", METHOD(uuid7_at), uuid7_at_doc},
        {"uuid7_at_ns", METHOD(uuid7_at_ns), uuid7_at_ns_doc},
        {"uuid8", METHOD(uuid8), uuid8_doc},
        {"batch", METHOD(batch), batch_doc},
        {"batch_bytes", METHOD(batch_bytes), batch_bytes_doc},
        {"batch_str", METHOD(batch_str), batch_str_doc},
        {"batch_arrow", METHOD(batch_arrow), batch_arrow_doc},
        {NULL, NULL, 0, NULL},
    };

    return functions;
}
