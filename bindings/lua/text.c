/*
 * The functions that read and write UUIDs in the core's text and binary formats.
 */
#include "functions.h"

#include "values.h"

/* parse(s [, format]) -> text; unlike all other functions it does not take 16 bytes as a binary
 * UUID, unless the format is binary */
INTERNAL int parse(lua_State *L)
{
    text_t text = check_text(L, 1, "s");
    text_t name = opt_text(L, 2, "format");
    const uuid9562_format_t *input;
    uuid9562_t uuid;
    size_t offset = 0;
    uuid9562_status_t status;

    if (name.bytes == NULL) {
        status = uuid9562_parse(&uuid, &offset, text.bytes, text.length);
    } else {
        status = uuid9562_find_format(&input, name.bytes, name.length, false);
        if (status == UUID9562_OK)
            status = uuid9562_parse_as(&uuid, &offset, input, text.bytes, text.length);
    }
    return status == UUID9562_OK ? push_text(L, &uuid) : fail_text(L, status, offset, text);
}

/* format(u [, format]) -> string; in a binary format, its bytes */
INTERNAL int format(lua_State *L)
{
    text_t text = check_text(L, 1, "u");
    text_t name = opt_text(L, 2, "format");
    const uuid9562_format_t *output;
    char out[UUID9562_TEXT_MAX];
    uuid9562_t uuid;
    size_t offset = 0;
    uuid9562_status_t status = read_uuid(text, &uuid, &offset);

    if (status == UUID9562_OK && name.bytes == NULL)
        return push_text(L, &uuid);
    if (status == UUID9562_OK)
        status = uuid9562_find_format(&output, name.bytes, name.length, true);
    if (status != UUID9562_OK)
        return fail_text(L, status, offset, text);
    lua_pushlstring(L, out, uuid9562_format_as(out, output, &uuid));
    return 1;
}

/* typeid(prefix, u) -> string */
INTERNAL int typeid(lua_State *L)
{
    text_t prefix = check_text(L, 1, "prefix");
    text_t text = check_text(L, 2, "u");
    char out[UUID9562_TYPEID_MAX];
    uuid9562_t uuid = UUID9562_INIT_NIL;
    size_t length, offset = 0;
    uuid9562_status_t read_status = read_uuid(text, &uuid, &offset);
    uuid9562_status_t status =
        uuid9562_format_typeid(out, &length, &uuid, prefix.bytes, prefix.length);

    /* Errors are reported from left to right: the prefix before the UUID. */
    if (status == UUID9562_OK)
        status = read_status;
    if (status != UUID9562_OK)
        return fail_text(L, status, offset, text);
    lua_pushlstring(L, out, length);
    return 1;
}

/* typeid_prefix(s) -> string, empty if the TypeID has none */
INTERNAL int typeid_prefix(lua_State *L)
{
    text_t text = check_text(L, 1, "s");
    uuid9562_t uuid;
    size_t length, offset = 0;
    uuid9562_status_t status =
        uuid9562_parse_typeid(&uuid, &length, &offset, text.bytes, text.length);

    if (status != UUID9562_OK)
        return fail_text(L, status, offset, text);
    lua_pushlstring(L, text.bytes, length);
    return 1;
}

/* to_bytes(u) -> string of 16 bytes */
INTERNAL int to_bytes(lua_State *L)
{
    uuid9562_t uuid;
    int failed = read_argument(L, 1, "u", &uuid);

    return failed ? failed : push_bytes(L, &uuid);
}

/* from_bytes(b) -> text */
INTERNAL int from_bytes(lua_State *L)
{
    text_t bytes = check_text(L, 1, "b");
    uuid9562_t uuid;
    size_t offset = 0;
    uuid9562_status_t status = uuid9562_from_bytes(&uuid, &offset, bytes.bytes, bytes.length);

    return status == UUID9562_OK ? push_text(L, &uuid) : fail_text(L, status, offset, bytes);
}

/* valid([x]) -> boolean: whether x is text that parse reads. False for 16 bytes: any text of that
 * length, such as "player:123456789", would be valid. */
INTERNAL int valid(lua_State *L)
{
    uuid9562_t uuid;
    bool is_valid = false;

    if (lua_type(L, 1) == LUA_TSTRING) {
        text_t text = check_text(L, 1, "x");

        is_valid = uuid9562_parse(&uuid, NULL, text.bytes, text.length) == UUID9562_OK;
    }
    lua_pushboolean(L, is_valid);
    return 1;
}

static void set_truth(lua_State *L, const char *name, bool truth)
{
    lua_pushboolean(L, truth);
    lua_setfield(L, -2, name);
}

/* formats() -> table of tables {name=, length=, fixed_length=, sorted=, any_case=, binary=,
 * writable=, implied=} */
INTERNAL int formats(lua_State *L)
{
    const uuid9562_format_t *format;

    lua_newtable(L);
    for (int i = 0; (format = uuid9562_format_at((size_t)i)) != NULL; i++) {
        const uuid9562_format_info_t *row = uuid9562_format_info(format);

        lua_newtable(L);
        set_string(L, "name", row->name);
        if (row->length > 0) {
            push_integer(L, row->length);
            lua_setfield(L, -2, "length");
        }
        set_truth(L, "fixed_length", row->fixed_length);
        set_truth(L, "sorted", row->sorted);
        set_truth(L, "any_case", row->any_case);
        set_truth(L, "binary", row->binary);
        set_truth(L, "writable", row->writable);
        set_truth(L, "implied", row->implied);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}
