/*
 * The functions with one face that are not about text: batches, the order, inspection, conversion,
 * matching, and the address of the host.
 */

/* ---- batches ---- */

static int get_version(const call_t *call, int number, int *version)
{
    int64_t value;

    if (get_int64(call, number, &value) != 0)
        return -1;
    *version = value >= INT_MIN && value <= INT_MAX ? (int)value : INT_MIN;
    return 0;
}

/* Asks the core about the version by a batch of none, and about the count by one of too many. */
static int check_batch(int version, uint64_t n)
{
    uuid9562_t none;

    return check(uuid9562_batch(NULL, &none, version, n > UUID9562_BATCH_MAX ? n : 0));
}

/* Whatever is wrong with a batch is found before anything is allocated for it. */
static int get_batch(const call_t *call, int *version, uint64_t *n)
{
    if (get_version(call, 0, version) != 0 || get_uint64(call, 1, n) != 0)
        return -1;
    return check_batch(*version, *n);
}

static int run_batch(const call_t *call, int version, void *out, uint64_t n)
{
    bool gives_up = n >= MANY && !call->runs_python;
    PyThreadState *saved = gives_up ? PyEval_SaveThread() : NULL;
    uuid9562_status_t status = uuid9562_batch(call->generator, out, version, n);

    if (saved != NULL)
        PyEval_RestoreThread(saved);
    return check(status);
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
        list = PyList_New((Py_ssize_t)n);
    for (uint64_t i = 0; list != NULL && i < n; i++) {
        PyObject *item = as(call->state, &uuids[i]);

        if (item != NULL)
            PyList_SET_ITEM(list, (Py_ssize_t)i, item);
        else
            Py_CLEAR(list);
    }
    PyMem_Free(uuids);
    return list;
}

FUNCTION(batch, "version, n", "ii",
         "A list of n UUIDs of version 1, 4, 6 or 7, with one reading of the clock.\n\n"
         "They lie in order, after all that were made before.\n\n"
         "Raises ValueError for another version or a count out of range, OSError without entropy\n"
         "or clock. RFC 9562 section 6.2.")
{
    return batch_list(call, as_uuid);
}

FUNCTION(batch_str, "version, n", "ii",
         "A list of n UUIDs as str of 36 characters; else as batch().\n\n"
         "Raises ValueError for another version or a count out of range, OSError without entropy\n"
         "or clock. RFC 9562 section 6.2.")
{
    return batch_list(call, as_str);
}

FUNCTION(batch_bytes, "version, n", "ii",
         "The bytes of n UUIDs, 16 each, as one bytes object; else as batch().\n\n"
         "Raises ValueError for another version or a count out of range, OSError without entropy\n"
         "or clock. RFC 9562 section 6.2.")
{
    PyObject *bytes;
    uint64_t n;
    int version;

    if (get_batch(call, &version, &n) != 0)
        return NULL;
    if (n > PY_SSIZE_T_MAX / sizeof(uuid9562_t))
        return PyErr_NoMemory();
    bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(n * sizeof(uuid9562_t)));
    if (bytes != NULL && run_batch(call, version, PyBytes_AS_STRING(bytes), n) != 0)
        Py_CLEAR(bytes);
    return bytes;
}

static int fill_buffer(const call_t *call, int version, const Py_buffer *view)
{
    uint64_t n = (uint64_t)view->len / sizeof(uuid9562_t);

    if (check_batch(version, n) != 0)
        return -1;
    if ((uint64_t)view->len != n * sizeof(uuid9562_t)) {
        PyErr_SetString(PyExc_ValueError, "the length of buffer must be a multiple of 16 bytes");
        return -1;
    }
    return run_batch(call, version, view->buf, n);
}

FUNCTION(fill, "version, buffer", "iw",
         "Fill a writable buffer with UUIDs of version 1, 4, 6 or 7, 16 bytes each.\n\n"
         "The buffer is a bytearray, an array, a memoryview or the like, contiguous in memory.\n\n"
         "Raises TypeError for what is no such buffer, ValueError for another version or a length\n"
         "that is no multiple of 16, OSError without entropy or clock; the buffer is then all\n"
         "zeros. RFC 9562 section 6.2.")
{
    Py_buffer view;
    int version, failed;

    if (get_version(call, 0, &version) != 0)
        return NULL;
    if (PyObject_GetBuffer(call->arguments[1], &view, PyBUF_WRITABLE) != 0) {
        if (clear_if_ordinary() == NO_UUID)
            raise_type(call, 1, 'w');
        return NULL;
    }
    failed = fill_buffer(call, version, &view);
    PyBuffer_Release(&view);
    if (failed != 0)
        return NULL;
    Py_RETURN_NONE;
}

/* ---- the order ---- */

FUNCTION(lead_ns, "", "",
         "How far the last time that was given out is ahead of the clock, in nanoseconds.\n\n"
         "It is 0 where the clock is ahead, as it is unless the clock was set back, or more UUIDs\n"
         "were made than nanoseconds have passed.\n\n"
         "Raises OSError without a clock. RFC 9562 sections 6.1 and 6.2.")
{
    uint64_t lead;

    if (check(uuid9562_lead_ns(call->generator, &lead)) != 0)
        return NULL;
    return PyLong_FromUnsignedLongLong(lead);
}

FUNCTION(resync, "", "",
         "Give the order up and go on from the clock, where that was wrong before.\n\n"
         "What comes next may sort before what came last. Version 1 goes on with another node and\n"
         "clock sequence, so that it does not repeat, unless they were given.\n\n"
         "Raises OSError without a clock. RFC 9562 section 6.1.")
{
    if (check(uuid9562_resync(call->generator)) != 0)
        return NULL;
    Py_RETURN_NONE;
}

FUNCTION(reseed, "", "",
         "Discard all randomness in store, and take new from the operating system.\n\n"
         "For a program that knows that it was cloned, as by a restored snapshot of its machine;\n"
         "after a fork it is not needed. It holds for all threads.\n\n"
         "Raises OSError without entropy; the old randomness is gone all the same.\n"
         "RFC 9562 section 6.9.")
{
    (void)call;
    if (check(uuid9562_reseed()) != 0)
        return NULL;
    Py_RETURN_NONE;
}

/* ---- inspection ---- */

/* A field, which is negative where the UUID has none. */
static PyObject *field_or_none(int64_t field)
{
    if (field < 0)
        Py_RETURN_NONE;
    return PyLong_FromLongLong(field);
}

FUNCTION(version, "u", "u",
         "The version of a UUID, 0 to 15, or None where the variant is not that of RFC 9562.\n\n"
         "Raises ValueError, with the attribute offset, for what is no UUID.\n"
         "RFC 9562 section 4.2.")
{
    uuid9562_t uuid;

    return get_uuid(call, 0, &uuid) == 0 ? field_or_none(uuid9562_get_version(&uuid)) : NULL;
}

FUNCTION(variant, "u", "u",
         "The variant of a UUID: 'ncs', 'rfc9562', 'microsoft' or 'future'.\n\n"
         "Raises ValueError, with the attribute offset, for what is no UUID.\n"
         "RFC 9562 section 4.1.")
{
    uuid9562_t uuid;

    if (get_uuid(call, 0, &uuid) != 0)
        return NULL;
    return PyUnicode_FromString(uuid9562_variant_name(uuid9562_get_variant(&uuid)));
}

FUNCTION(node, "u", "u",
         "The 48-bit node of a UUID of version 1 or 6, or None for any other.\n\n"
         "Raises ValueError, with the attribute offset, for what is no UUID.\n"
         "RFC 9562 sections 5.1 and 5.6.")
{
    uuid9562_t uuid;

    return get_uuid(call, 0, &uuid) == 0 ? field_or_none(uuid9562_get_node(&uuid)) : NULL;
}

FUNCTION(clock_seq, "u", "u",
         "The 14-bit clock sequence of a UUID of version 1 or 6, or None for any other.\n\n"
         "Raises ValueError, with the attribute offset, for what is no UUID.\n"
         "RFC 9562 sections 5.1 and 5.6.")
{
    uuid9562_t uuid;

    return get_uuid(call, 0, &uuid) == 0 ? field_or_none(uuid9562_get_clock_seq(&uuid)) : NULL;
}

FUNCTION(timestamp_ms, "u", "u",
         "The time in a UUID of version 1, 6 or 7, or None for any other.\n\n"
         "It is in milliseconds since 1970, rounded down, and negative before.\n\n"
         "Raises ValueError, with the attribute offset, for what is no UUID.\n"
         "RFC 9562 sections 5.1, 5.6 and 5.7.")
{
    uuid9562_t uuid;
    int64_t unix_ms;

    if (get_uuid(call, 0, &uuid) != 0)
        return NULL;
    if (!uuid9562_get_timestamp_ms(&unix_ms, &uuid))
        Py_RETURN_NONE;
    return PyLong_FromLongLong(unix_ms);
}

/* The core writes the date and datetime.fromisoformat reads it, so there is one calendar. */
static PyObject *as_datetime(int64_t unix_ms)
{
    static const char utc[] = "+00:00";
    char text[UUID9562_UTC_MAX + sizeof utc];
    PyObject *module, *type = NULL, *result = NULL;
    size_t length = uuid9562_format_utc(text, unix_ms);

    if (text[4] != '-') {
        text[length] = '\0';
        PyErr_Format(PyExc_ValueError, "a datetime ends with the year 9999; the time is %s", text);
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

FUNCTION(to_datetime, "u", "u",
         "The time of timestamp_ms() as an aware datetime in UTC, or None where there is none.\n\n"
         "Raises ValueError, with the attribute offset, for what is no UUID; ValueError for a\n"
         "time after the year 9999, which a datetime cannot hold.\n"
         "RFC 9562 sections 5.1, 5.6 and 5.7.")
{
    uuid9562_t uuid;
    int64_t unix_ms;

    if (get_uuid(call, 0, &uuid) != 0)
        return NULL;
    if (!uuid9562_get_timestamp_ms(&unix_ms, &uuid))
        Py_RETURN_NONE;
    return as_datetime(unix_ms);
}

FUNCTION(compare, "a, b", "uu",
         "Which of two UUIDs comes first, compared as bytes: -1, 0 or 1.\n\n"
         "Raises ValueError, with the attribute offset, for what is no UUID.\n"
         "RFC 9562 section 6.11.")
{
    uuid9562_t a, b;

    if (get_uuid(call, 0, &a) != 0 || get_uuid(call, 1, &b) != 0)
        return NULL;
    return PyLong_FromLong(uuid9562_compare(&a, &b));
}

/* ---- conversion ---- */

MAKER_OF_UUID(v1_to_v6, "u", "u",
              "The UUID of version 6 with the fields of one of version 1.\n\n"
              "Raises ValueError for a UUID of another version, and, with the attribute offset,\n"
              "for what is no UUID. RFC 9562 section 5.6.")
{
    uuid9562_t uuid;

    return get_uuid(call, 0, &uuid) == 0 ? check(uuid9562_v1_to_v6(out, &uuid)) : -1;
}

MAKER_OF_UUID(v6_to_v1, "u", "u",
              "The UUID of version 1 with the fields of one of version 6.\n\n"
              "Raises ValueError for a UUID of another version, and, with the attribute offset,\n"
              "for what is no UUID. RFC 9562 section 5.6.")
{
    uuid9562_t uuid;

    return get_uuid(call, 0, &uuid) == 0 ? check(uuid9562_v6_to_v1(out, &uuid)) : -1;
}

MAKER_OF_UUID(guid_swap, "u", "u",
              "A UUID with the bytes in the mixed order of a COM GUID; swapped twice, itself.\n\n"
              "Raises ValueError, with the attribute offset, for what is no UUID.\n"
              "RFC 9562 section 4.")
{
    uuid9562_t uuid;

    if (get_uuid(call, 0, &uuid) != 0)
        return -1;
    uuid9562_guid_swap(out, &uuid);
    return 0;
}

/* ---- RFC 4530 ---- */

typedef int rule_t(const uuid9562_t *stored, const char *assertion, size_t length);

static PyObject *apply_rule(const call_t *call, rule_t *rule)
{
    uuid9562_t stored;
    text_t assertion;
    int answer, status = read_uuid(call->state, call->arguments[0], uuid9562_parse, &stored, NULL);

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

FUNCTION(match, "stored, assertion", "**",
         "Whether a stored UUID is the asserted one (uuidMatch), or None for Undefined.\n\n"
         "It is undefined where the assertion is no str of the strict form, or the stored value\n"
         "is no UUID. Raises nothing for a value. RFC 4530 section 2.2.")
{
    return apply_rule(call, uuid9562_match);
}

FUNCTION(ordering_match, "stored, assertion", "**",
         "Whether a stored UUID sorts before the asserted one (uuidOrderingMatch), or None.\n\n"
         "It is undefined where the assertion is no str of the strict form, or the stored value\n"
         "is no UUID. Raises nothing for a value. RFC 4530 section 2.3.")
{
    return apply_rule(call, uuid9562_ordering_match);
}

/* Takes over the item, which is NULL where it could not be made. */
static int append(PyObject *list, PyObject *item)
{
    int failed = item != NULL ? PyList_Append(list, item) : -1;

    Py_XDECREF(item);
    return failed;
}

FUNCTION(ldap_schema, "", "",
         "What a directory publishes about UUIDs: syntax, matching rules, attribute.\n\n"
         "A list of four dicts of str, with the keys section (of the RFC), oid, name and\n"
         "description. Raises nothing but MemoryError. RFC 4530 sections 2.1 to 2.4.")
{
    PyObject *list = PyList_New(0);
    const uuid9562_schema_t *row;

    (void)call;
    for (size_t i = 0; list != NULL && (row = uuid9562_ldap_schema(i)) != NULL; i++)
        if (append(list,
                   Py_BuildValue("{s:s,s:s,s:s,s:s}", "section", row->section, "oid", row->oid,
                                 "name", row->name, "description", row->description)) != 0)
            Py_CLEAR(list);
    return list;
}

/* ---- the host ---- */

/* Its hardware address, or, as the standard library does it, a random node where it shows none.
 * The core makes one for every UUID of version 6. */
static uuid9562_status_t host_or_random_node(uint64_t *node)
{
    uuid9562_status_t status = uuid9562_host_node(node);
    uuid9562_t uuid;

    if (status != UUID9562_ERR_HOST_NODE)
        return status;
    status = uuid9562_uuid6(NULL, &uuid, NULL, NULL);
    if (status == UUID9562_OK)
        *node = (uint64_t)uuid9562_get_node(&uuid);
    return status;
}

FUNCTION(
    getnode, "", "",
    "The hardware address of this host, or 47 random bits where it shows none.\n\n"
    "The same for the life of the process; with random bits the multicast bit is set. Unlike in\n"
    "the standard library, uuid1() and uuid6() do not use it unless asked: node=getnode().\n\n"
    "Raises OSError without entropy. RFC 9562 sections 5.1 and 6.10.")
{
    uint64_t node, known = atomic_load(&call->state->node);

    if (known != 0)
        return PyLong_FromUnsignedLongLong(known);
    if (check(host_or_random_node(&node)) != 0)
        return NULL;
    if (!atomic_compare_exchange_strong(&call->state->node, &known, node))
        node = known; /* of a thread that was here at the same time */
    return PyLong_FromUnsignedLongLong(node);
}
