/*
 * The functions that make a UUID. Each has three faces - NAME gives a uuid.UUID, NAME_bytes its
 * 16 bytes, NAME_str its canonical text - and one body, which fills a uuid9562_t.
 */

/* What CPython calls is a face of a function: it binds the arguments and runs the body. */
#define FASTCALL PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames

/* FUNCTION(name, parameters, kinds, documentation) { body }
 *
 * defines name_call and name_doc for the tables in _core.c and _core_generator.c; they serve the
 * module and a Generator alike. The body sees `call`, and returns a new reference, or NULL with an
 * exception set. Python reads the signature from the documentation; the kinds are those of
 * _core_arguments.c, a letter for each parameter. */
#define FUNCTION(name, parameters, kinds, documentation)                                           \
    static const char name##_doc[] = #name "($self, " parameters ")\n--\n\n" documentation;        \
    static PyObject *name##_body(const call_t *call);                                              \
    static PyObject *name##_call(FASTCALL)                                                         \
    {                                                                                              \
        call_t call = {#name, parameters, kinds, {NULL}, NULL, NULL, false};                       \
        if (find_self(&call, self) != 0 || bind(&call, args, nargs, kwnames) != 0)                 \
            return NULL;                                                                           \
        return name##_body(&call);                                                                 \
    }                                                                                              \
    static PyObject *name##_body(const call_t *call)

/* MAKER(name, parameters, kinds, documentation) { body }
 *
 * does so for three faces. The body sees `call` and `out`, and returns 0, or -1 with an exception
 * set. MAKER_OF_UUID defines only the first face. */
#define MAKER_FACE(name, make, parameters, kinds, documentation, as)                               \
    FUNCTION(name, parameters, kinds, documentation)                                               \
    {                                                                                              \
        uuid9562_t uuid;                                                                           \
        return make(call, &uuid) == 0 ? as(call->state, &uuid) : NULL;                             \
    }
#define MAKER_OF_UUID(name, parameters, kinds, documentation)                                      \
    static int make_##name(const call_t *call, uuid9562_t *out);                                   \
    MAKER_FACE(name, make_##name, parameters, kinds, documentation, as_uuid)                       \
    static int make_##name(const call_t *call, uuid9562_t *out)
#define MAKER(name, parameters, kinds, documentation)                                              \
    static int make_##name(const call_t *call, uuid9562_t *out);                                   \
    MAKER_FACE(name##_bytes, make_##name, parameters, kinds,                                       \
               "The 16 bytes of " #name "(" parameters "), as bytes.\n\n" documentation, as_bytes) \
    MAKER_FACE(name##_str, make_##name, parameters, kinds,                                         \
               "The 36 characters of " #name "(" parameters "), as str.\n\n" documentation,        \
               as_str)                                                                             \
    MAKER_OF_UUID(name, parameters, kinds, documentation)

/* Their rows in a table. */
#define ROW(function)                                                                              \
    {#function, (PyCFunction)(void (*)(void))function##_call, METH_FASTCALL | METH_KEYWORDS,       \
     function##_doc},
#define MAKER_ROWS(maker) ROW(maker) ROW(maker##_bytes) ROW(maker##_str)

/* ---- generators ---- */

typedef uuid9562_status_t generate_t(uuid9562_generator_t *generator, uuid9562_t *out,
                                     const uint64_t *node, const uint64_t *clock_seq);

static int make_of_time(const call_t *call, generate_t *generate, uuid9562_t *out)
{
    uint64_t values[2];
    const uint64_t *node, *clock_seq;

    if (get_node(call, 0, &values[0], &node) != 0 ||
        get_optional(call, 1, &values[1], &clock_seq) != 0)
        return -1;
    return check(generate(call->generator, out, node, clock_seq));
}

MAKER(uuid1, "node=None, clock_seq=None", "|no",
      "Make a UUID of version 1: Gregorian time, clock sequence and node.\n\n"
      "The node is an int of 48 bits, or '@host' for the hardware address of this host. By\n"
      "default node and clock sequence are random and say nothing about the host; what is given\n"
      "is used unchanged. No two have the same time and clock sequence.\n\n"
      "Raises ValueError for a node or clock_seq out of range, OSError without entropy, clock or\n"
      "host address. RFC 9562 sections 5.1 and 6.10.")
{
    return make_of_time(call, uuid9562_uuid1, out);
}

MAKER(uuid6, "node=None, clock_seq=None", "|no",
      "Make a UUID of version 6: the fields of version 1, in an order that sorts by time.\n\n"
      "The node is an int of 48 bits, or '@host' for the hardware address of this host. By\n"
      "default node and clock sequence are random and fresh for each UUID; what is given is used\n"
      "unchanged. Each is greater than all before it, in this process or of this Generator.\n\n"
      "Raises ValueError for a node or clock_seq out of range, OSError without entropy, clock or\n"
      "host address. RFC 9562 section 5.6.")
{
    return make_of_time(call, uuid9562_uuid6, out);
}

MAKER(uuid4, "", "",
      "Make a UUID of version 4: 122 random bits.\n\n"
      "Raises OSError without entropy. RFC 9562 section 5.4.")
{
    return check(uuid9562_uuid4(call->generator, out));
}

MAKER(uuid7, "", "",
      "Make a UUID of version 7: Unix time, then random bits.\n\n"
      "The time is in milliseconds, and 20 bits of their fraction follow it. Each is greater than\n"
      "all before it, in this process or of this Generator, over all threads and whatever the\n"
      "clock does.\n\n"
      "Raises OSError without entropy or clock. RFC 9562 sections 5.7 and 6.2.")
{
    return check(uuid9562_uuid7(call->generator, out));
}

MAKER(uuid7_at, "unix_ms", "i",
      "Make a UUID of version 7 for a given time, with 74 random bits.\n\n"
      "It takes no part in the order of uuid7().\n\n"
      "Raises ValueError for a time out of range, OSError without entropy. RFC 9562 section 5.7.")
{
    int64_t unix_ms;

    if (get_int64(call, 0, &unix_ms) != 0)
        return -1;
    return check(uuid9562_uuid7_at(call->generator, out, unix_ms));
}

MAKER(uuid8, "a=None, b=None, c=None", "|ooo",
      "Make a UUID of version 8 from custom blocks of 48, 12 and 62 bits.\n\n"
      "What is left out, or None, is random.\n\n"
      "Raises ValueError for a block with more bits (the standard library drops them), OSError\n"
      "without entropy. RFC 9562 section 5.8.")
{
    uint64_t values[3];
    const uint64_t *a, *b, *c;

    if (get_optional(call, 0, &values[0], &a) != 0 || get_optional(call, 1, &values[1], &b) != 0 ||
        get_optional(call, 2, &values[2], &c) != 0)
        return -1;
    return check(uuid9562_uuid8(call->generator, out, a, b, c));
}

MAKER(uuid8_node, "node", "i",
      "Make a UUID of version 8 with an 8-bit node: seconds since 2020, random bits, sequence.\n\n"
      "Raises ValueError for a node above 255, OSError without entropy or clock.\n"
      "draft-ietf-uuidrev-rfc4122bis-00 section B.5.")
{
    uint64_t node;

    if (get_uint64(call, 0, &node) != 0)
        return -1;
    return check(uuid9562_uuid8_node(call->generator, out, node));
}

/* ---- names ---- */

typedef struct name_pair {
    uuid9562_t name_space;
    const char *name;
    size_t length;
} name_pair_t;

static int get_name_pair(const call_t *call, name_pair_t *pair)
{
    if (get_namespace(call, 0, &pair->name_space) != 0)
        return -1;
    return get_name(call, 1, &pair->name, &pair->length);
}

MAKER(uuid3, "namespace, name", "um",
      "Make the UUID of version 3 of a name in a namespace, by MD5.\n\n"
      "The namespace is a UUID, its text or 16 bytes, or one of '@dns', '@url', '@oid', '@x500'.\n"
      "The name is a str (its UTF-8 counts) or bytes.\n\n"
      "Raises ValueError for an unknown namespace, RuntimeError where a policy forbids MD5.\n"
      "RFC 9562 sections 5.3 and 6.5.")
{
    name_pair_t pair;

    if (get_name_pair(call, &pair) != 0)
        return -1;
    return check(uuid9562_uuid3(out, &pair.name_space, pair.name, pair.length));
}

MAKER(uuid5, "namespace, name", "um",
      "Make the UUID of version 5 of a name in a namespace, by SHA-1.\n\n"
      "The namespace is a UUID, its text or 16 bytes, or one of '@dns', '@url', '@oid', '@x500'.\n"
      "The name is a str (its UTF-8 counts) or bytes.\n\n"
      "Raises ValueError for an unknown namespace, RuntimeError where a policy forbids SHA-1.\n"
      "RFC 9562 sections 5.5 and 6.5.")
{
    name_pair_t pair;

    if (get_name_pair(call, &pair) != 0)
        return -1;
    return check(uuid9562_uuid5(out, &pair.name_space, pair.name, pair.length));
}

MAKER(uuid8_name, "namespace, name, digest=\"sha256\"", "um|s",
      "Make the UUID of version 8 of a name in a namespace, by a digest of one's choice.\n\n"
      "Namespace and name are as for uuid5(). Unknown digests get a ValueError that lists the\n"
      "known ones.\n\n"
      "Raises ValueError for an unknown namespace or digest, RuntimeError where a policy forbids\n"
      "the digest. RFC 9562 sections 5.8 and B.2.")
{
    name_pair_t pair;
    text_t digest;

    if (get_name_pair(call, &pair) != 0)
        return -1;
    if (call->arguments[2] == NULL)
        return check(uuid9562_uuid8_name(out, &pair.name_space, pair.name, pair.length, NULL, 0));
    get_text(call, 2, &digest);
    return check(uuid9562_uuid8_name(out, &pair.name_space, pair.name, pair.length, digest.bytes,
                                     digest.length));
}

/* ---- builders and bounds: same arguments, same UUID ---- */

MAKER(uuid7_make, "unix_ms, random, n=0", "ib|i",
      "Build the UUID of version 7 of a time, 10 random bytes, and a number to add to them.\n\n"
      "The same arguments give the same UUID, for statements that are replayed; neighbours in n\n"
      "are guessable. The top 6 bits of random are dropped.\n\n"
      "Raises ValueError for a time or n out of range, for random of another length, and where\n"
      "the sum needs more than 74 bits. RFC 9562 section 5.7.")
{
    int64_t unix_ms, n = 0;
    const char *random;
    size_t length;

    if (get_int64(call, 0, &unix_ms) != 0)
        return -1;
    random = get_bytes(call, 1, &length);
    if (call->arguments[2] != NULL && get_int64(call, 2, &n) != 0)
        return -1;
    return check(uuid9562_uuid7_make(out, unix_ms, random, length, n));
}

typedef uuid9562_status_t bound_t(uuid9562_t *out, int64_t unix_ms);

static int make_bound(const call_t *call, bound_t *bound, uuid9562_t *out)
{
    int64_t unix_ms;

    if (get_int64(call, 0, &unix_ms) != 0)
        return -1;
    return check(bound(out, unix_ms));
}

MAKER(uuid7_min, "unix_ms", "i",
      "Build the smallest UUID of version 7 in a millisecond, for range scans.\n\n"
      "Raises ValueError for a time out of range. RFC 9562 section 5.7.")
{
    return make_bound(call, uuid9562_uuid7_min, out);
}

MAKER(uuid7_max, "unix_ms", "i",
      "Build the largest UUID of version 7 in a millisecond, for range scans.\n\n"
      "Raises ValueError for a time out of range. RFC 9562 section 5.7.")
{
    return make_bound(call, uuid9562_uuid7_max, out);
}

MAKER(uuid6_min, "unix_ms", "i",
      "Build the smallest UUID of version 6 in a millisecond, for range scans.\n\n"
      "Raises ValueError for a time out of range; it is negative before 1970.\n"
      "RFC 9562 section 5.6.")
{
    return make_bound(call, uuid9562_uuid6_min, out);
}

MAKER(uuid6_max, "unix_ms", "i",
      "Build the largest UUID of version 6 in a millisecond, for range scans.\n\n"
      "Raises ValueError for a time out of range; it is negative before 1970.\n"
      "RFC 9562 section 5.6.")
{
    return make_bound(call, uuid9562_uuid6_max, out);
}
