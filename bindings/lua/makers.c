/*
 * The functions that give a UUID, and their table. Each reads its arguments from the stack, after
 * `self` others (generator.c), and makes one UUID; what becomes of it on the stack is the matter of
 * `as_text` and `as_bytes`, for all of them. To add one: a few lines that call the core, and a row.
 */

typedef struct result {
    uuid9562_t uuid;
    size_t offset; /* where the text was wrong, if the status is of the class MALFORMED */
} result_t;

typedef uuid9562_status_t maker_t(lua_State *L, int self, result_t *out);

/* `name`(...) -> string of 36 characters */
static inline int as_text(lua_State *L, int self, maker_t *make)
{
    result_t result = {.offset = 0};
    uuid9562_status_t status = make(L, self, &result);

    if (status != UUID9562_OK)
        return fail_generating(L, self, status, result.offset);
    return push_text(L, &result.uuid);
}

/* `name`_bytes(...) -> string of 16 bytes */
static inline int as_bytes(lua_State *L, int self, maker_t *make)
{
    result_t result = {.offset = 0};
    uuid9562_status_t status = make(L, self, &result);

    if (status != UUID9562_OK)
        return fail_generating(L, self, status, result.offset);
    return push_bytes(L, &result.uuid);
}

/* uuid1 and uuid6 */
static uuid9562_status_t
of_time_and_node(lua_State *L, int self, result_t *out,
                 uuid9562_status_t (*generate)(uuid9562_generator_t *, uuid9562_t *,
                                               const uint64_t *, const uint64_t *))
{
    uuid9562_generator_t *generator = generator_of(L, self);
    uint64_t node_value, clock_seq_value;
    const uint64_t *given_node, *given_clock_seq;
    uuid9562_status_t status;

    check_node_type(L, self + 1);
    given_clock_seq = opt_unsigned(L, self + 2, "clock_seq", &clock_seq_value);
    status = read_node(L, self + 1, &node_value, &given_node);
    if (status == UUID9562_OK)
        status = generate(generator, &out->uuid, given_node, given_clock_seq);
    return status;
}

/* uuid1([node [, clock_seq]]): a node is an integer or "@host" */
static uuid9562_status_t uuid1(lua_State *L, int self, result_t *out)
{
    return of_time_and_node(L, self, out, uuid9562_uuid1);
}

/* uuid3 and uuid5 */
static uuid9562_status_t of_name(lua_State *L, int self, result_t *out,
                                 uuid9562_status_t (*digest)(uuid9562_t *, const uuid9562_t *,
                                                             const void *, size_t))
{
    text_t space = check_text(L, self + 1, "namespace");
    text_t name = check_text(L, self + 2, "name");
    uuid9562_t space_uuid;
    uuid9562_status_t status = read_namespace(space, &space_uuid, &out->offset);

    if (status == UUID9562_OK)
        status = digest(&out->uuid, &space_uuid, name.bytes, name.length);
    return status;
}

/* uuid3(namespace, name) */
static uuid9562_status_t uuid3(lua_State *L, int self, result_t *out)
{
    return of_name(L, self, out, uuid9562_uuid3);
}

/* uuid4() */
static uuid9562_status_t uuid4(lua_State *L, int self, result_t *out)
{
    return uuid9562_uuid4(generator_of(L, self), &out->uuid);
}

/* uuid5(namespace, name) */
static uuid9562_status_t uuid5(lua_State *L, int self, result_t *out)
{
    return of_name(L, self, out, uuid9562_uuid5);
}

/* uuid6([node [, clock_seq]]): a node is an integer or "@host" */
static uuid9562_status_t uuid6(lua_State *L, int self, result_t *out)
{
    return of_time_and_node(L, self, out, uuid9562_uuid6);
}

/* uuid6_min(unix_ms) */
static uuid9562_status_t uuid6_min(lua_State *L, int self, result_t *out)
{
    return uuid9562_uuid6_min(&out->uuid, check_integer(L, self + 1, "unix_ms"));
}

/* uuid6_max(unix_ms) */
static uuid9562_status_t uuid6_max(lua_State *L, int self, result_t *out)
{
    return uuid9562_uuid6_max(&out->uuid, check_integer(L, self + 1, "unix_ms"));
}

/* uuid7() */
static uuid9562_status_t uuid7(lua_State *L, int self, result_t *out)
{
    return uuid9562_uuid7(generator_of(L, self), &out->uuid);
}

/* uuid7_at(unix_ms) */
static uuid9562_status_t uuid7_at(lua_State *L, int self, result_t *out)
{
    uuid9562_generator_t *generator = generator_of(L, self);
    return uuid9562_uuid7_at(generator, &out->uuid, check_integer(L, self + 1, "unix_ms"));
}

/* uuid7_make(unix_ms, random [, n]): random is 10 bytes */
static uuid9562_status_t uuid7_make(lua_State *L, int self, result_t *out)
{
    int64_t unix_ms = check_integer(L, self + 1, "unix_ms");
    text_t random = check_text(L, self + 2, "random");
    int64_t n = lua_isnoneornil(L, self + 3) ? 0 : check_integer(L, self + 3, "n");

    return uuid9562_uuid7_make(&out->uuid, unix_ms, random.bytes, random.length, n);
}

/* uuid7_min(unix_ms) */
static uuid9562_status_t uuid7_min(lua_State *L, int self, result_t *out)
{
    return uuid9562_uuid7_min(&out->uuid, check_integer(L, self + 1, "unix_ms"));
}

/* uuid7_max(unix_ms) */
static uuid9562_status_t uuid7_max(lua_State *L, int self, result_t *out)
{
    return uuid9562_uuid7_max(&out->uuid, check_integer(L, self + 1, "unix_ms"));
}

/* uuid8([a [, b [, c]]]): what is left out by number of arguments is random; a nil is no way to
 * leave something out, so that a lost value does not silently become a random one */
static uuid9562_status_t uuid8(lua_State *L, int self, result_t *out)
{
    uuid9562_generator_t *generator = generator_of(L, self);
    static const char *const names[3] = {"a", "b", "c"};
    uint64_t bits[3];
    const uint64_t *given[3] = {NULL, NULL, NULL};

    for (int i = 0; i < 3 && self + i + 1 <= lua_gettop(L); i++) {
        bits[i] = check_unsigned(L, self + i + 1, names[i]);
        given[i] = &bits[i];
    }
    return uuid9562_uuid8(generator, &out->uuid, given[0], given[1], given[2]);
}

/* uuid8_name(namespace, name [, digest]) */
static uuid9562_status_t uuid8_name(lua_State *L, int self, result_t *out)
{
    text_t space = check_text(L, self + 1, "namespace");
    text_t name = check_text(L, self + 2, "name");
    text_t digest = opt_text(L, self + 3, "digest");
    uuid9562_t space_uuid;
    uuid9562_status_t status = read_namespace(space, &space_uuid, &out->offset);

    if (status == UUID9562_OK)
        status = uuid9562_uuid8_name(&out->uuid, &space_uuid, name.bytes, name.length, digest.bytes,
                                     digest.length);
    return status;
}

/* uuid8_node(node) */
static uuid9562_status_t uuid8_node(lua_State *L, int self, result_t *out)
{
    uuid9562_generator_t *generator = generator_of(L, self);
    return uuid9562_uuid8_node(generator, &out->uuid, check_unsigned(L, self + 1, "node"));
}

/* parse(s [, form]): the one function to which 16 bytes are what the form says, and so malformed
 * without one */
static uuid9562_status_t parse(lua_State *L, int self, result_t *out)
{
    text_t text = check_text(L, self + 1, "s");
    text_t form_name = opt_text(L, self + 2, "form");
    const uuid9562_format_t *form;
    uuid9562_status_t status;

    if (form_name.bytes == NULL)
        return uuid9562_parse(&out->uuid, &out->offset, text.bytes, text.length);
    status = uuid9562_find_input_format(&form, form_name.bytes, form_name.length);
    if (status == UUID9562_OK)
        status = uuid9562_parse_as(&out->uuid, &out->offset, form, text.bytes, text.length);
    return status;
}

/* from_bytes(b) */
static uuid9562_status_t from_bytes(lua_State *L, int self, result_t *out)
{
    text_t bytes = check_text(L, self + 1, "b");
    return uuid9562_from_bytes(&out->uuid, &out->offset, bytes.bytes, bytes.length);
}

/* v1_to_v6(u) */
static uuid9562_status_t v1_to_v6(lua_State *L, int self, result_t *out)
{
    uuid9562_status_t status = read_uuid(check_text(L, self + 1, "u"), &out->uuid, &out->offset);

    if (status == UUID9562_OK)
        status = uuid9562_v1_to_v6(&out->uuid, &out->uuid);
    return status;
}

/* v6_to_v1(u) */
static uuid9562_status_t v6_to_v1(lua_State *L, int self, result_t *out)
{
    uuid9562_status_t status = read_uuid(check_text(L, self + 1, "u"), &out->uuid, &out->offset);

    if (status == UUID9562_OK)
        status = uuid9562_v6_to_v1(&out->uuid, &out->uuid);
    return status;
}

/* guid_swap(u) */
static uuid9562_status_t guid_swap(lua_State *L, int self, result_t *out)
{
    uuid9562_status_t status = read_uuid(check_text(L, self + 1, "u"), &out->uuid, &out->offset);

    if (status == UUID9562_OK)
        uuid9562_guid_swap(&out->uuid, &out->uuid);
    return status;
}

/* ---- The table ------------------------------------------------------------------------------- */

/* ALONE(name) is registered as it is, TWIN(name) as `name`_bytes, too, and GENERATOR(name) as two
 * that are also methods. */
/* clang-format off */
#define MAKERS(ALONE, TWIN, GENERATOR) \
    GENERATOR(uuid1) \
    TWIN(uuid3) \
    GENERATOR(uuid4) \
    TWIN(uuid5) \
    GENERATOR(uuid6) \
    TWIN(uuid6_min) \
    TWIN(uuid6_max) \
    GENERATOR(uuid7) \
    GENERATOR(uuid7_at) \
    TWIN(uuid7_make) \
    TWIN(uuid7_min) \
    TWIN(uuid7_max) \
    GENERATOR(uuid8) \
    TWIN(uuid8_name) \
    GENERATOR(uuid8_node) \
    ALONE(parse) \
    ALONE(from_bytes) \
    ALONE(v1_to_v6) \
    ALONE(v6_to_v1) \
    ALONE(guid_swap)
/* clang-format on */

#define DEFINE(name, as, self)                                                                     \
    static int name##_##as##_##self(lua_State *L)                                                  \
    {                                                                                              \
        return as(L, self, name);                                                                  \
    }

/* The macros of this file need a name for each of what follows. */
#define DEFINE_ALONE(name) DEFINE(name, as_text, MODULE)
#define DEFINE_TWIN(name)  DEFINE(name, as_text, MODULE) DEFINE(name, as_bytes, MODULE)
#define DEFINE_GENERATOR(name)                                                                     \
    DEFINE_TWIN(name) DEFINE(name, as_text, METHOD) DEFINE(name, as_bytes, METHOD)

MAKERS(DEFINE_ALONE, DEFINE_TWIN, DEFINE_GENERATOR)

#define NO_ROW(name)
#define ROW(name)        {#name, name##_as_text_MODULE},
#define ROW_TWIN(name)   ROW(name){#name "_bytes", name##_as_bytes_MODULE},
#define ROW_METHOD(name) {#name, name##_as_text_METHOD}, {#name "_bytes", name##_as_bytes_METHOD},

static const luaL_Reg makers[] = {MAKERS(ROW, ROW_TWIN, ROW_TWIN){NULL, NULL}};
static const luaL_Reg maker_methods[] = {MAKERS(NO_ROW, NO_ROW, ROW_METHOD){NULL, NULL}};
