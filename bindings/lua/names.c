/*
 * The functions that build UUIDs from names.
 */
#include "functions.h"

#include "values.h"

typedef uuid9562_status_t named_t(uuid9562_t *out, const uuid9562_t *name_space, const void *name,
                                  size_t length);
typedef uuid9562_status_t bare_t(uuid9562_t *out, const void *name, size_t length);

/* Versions 3 and 5. `bare` is for @none; NULL refuses it. */
static inline int build_from_name(lua_State *L, named_t *named, bare_t *bare)
{
    text_t space = check_text(L, 1, "namespace");
    text_t name = check_text(L, 2, "name");
    uuid9562_t uuid;
    size_t offset = 0;
    uuid9562_status_t status = read_namespace(space, &uuid, &offset);

    if (status == UUID9562_OK)
        status = named(&uuid, &uuid, name.bytes, name.length);
    else if (status == UUID9562_ERR_NO_NAMESPACE && bare != NULL)
        status = bare(&uuid, name.bytes, name.length);
    return status == UUID9562_OK ? push_text(L, &uuid) : fail_text(L, status, offset, space);
}

/* uuid3(namespace, name) -> text */
FUNCTION(uuid3(lua_State *L), build_from_name(L, uuid9562_uuid3, uuid9562_uuid3_bare))

/* uuid5(namespace, name) -> text */
FUNCTION(uuid5(lua_State *L), build_from_name(L, uuid9562_uuid5, NULL))

/* Version 8; or, if `timed`, version 7 of the time that is the first argument. */
static int build_by_digest(lua_State *L, bool timed)
{
    text_t space, name, digest;
    uuid9562_digest_t which;
    int64_t unix_ms = 0;
    uuid9562_t uuid;
    size_t offset = 0;
    uuid9562_status_t status = UUID9562_OK;
    int failed = 0;

    if (timed)
        check_time_type(L, 1, "unix_ms");
    space = check_text(L, timed + 1, "namespace");
    name = check_text(L, timed + 2, "name");
    digest = opt_text(L, timed + 3, "digest");
    if (timed) {
        failed = read_time_ms(L, 1, &unix_ms);
        if (failed)
            return failed;
        status = uuid9562_check_unix_ms(unix_ms); /* before the namespace */
    }
    if (status == UUID9562_OK)
        status = read_namespace(space, &uuid, &offset);
    if (status == UUID9562_OK)
        status = uuid9562_find_digest(&which, digest.bytes, digest.length);
    if (status == UUID9562_OK)
        status = timed ? uuid9562_uuid7_name(&uuid, unix_ms, &uuid, name.bytes, name.length, which)
                       : uuid9562_uuid8_name(&uuid, &uuid, name.bytes, name.length, which);
    return status == UUID9562_OK ? push_text(L, &uuid) : fail_text(L, status, offset, space);
}

/* uuid8_name(namespace, name [, digest]) -> text */
FUNCTION(uuid8_name(lua_State *L), build_by_digest(L, false))

/* uuid7_name(unix_ms, namespace, name [, digest]) -> text */
FUNCTION(uuid7_name(lua_State *L), build_by_digest(L, true))
