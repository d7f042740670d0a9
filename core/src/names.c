/*
 * Names: of namespaces, digests and nodes, and the versions that are made from names (RFC 9562
 * sections 5.3, 5.5, 6.5, 6.6, 6.10 and B.2). The same name gives the same UUID.
 */
#include "names.h"

#include "../include/private/uuid9562_host.h"
#include "bits/build.h"
#include "crypto/digests.h"
#include "system/os.h"
#include "text/formats.h"

#define NAMESPACE_ROW(name, ...) {#name, __VA_ARGS__},
static const struct {
    const char *name;
    uuid9562_t uuid;
} namespace_table[] = {NAMESPACES(NAMESPACE_ROW)};
#undef NAMESPACE_ROW

#define DIGEST_NAME(name, value, ...) [value] = #name,
static const char *const digest_names[DIGEST_COUNT] = {DIGESTS(DIGEST_NAME)};
#undef DIGEST_NAME

static const uuid9562_t *find_namespace(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof namespace_table / sizeof *namespace_table; i++)
        if (text_equals(namespace_table[i].name, name, length))
            return &namespace_table[i].uuid;
    return NULL;
}

uuid9562_status_t uuid9562_parse_namespace(uuid9562_t *out, size_t *offset, const char *text,
                                           size_t length)
{
    if (length > 0 && text[0] == '@') {
        const uuid9562_t *found = find_namespace(text + 1, length - 1);

        if (found == NULL)
            return text_equals("@none", text, length) ? UUID9562_ERR_NO_NAMESPACE
                                                      : UUID9562_ERR_NAMESPACE;
        *out = *found;
        return UUID9562_OK;
    }
    if (uuid9562_parse(out, offset, text, length) == UUID9562_OK)
        return UUID9562_OK;
    /* The message of the former has the name with the @ that is missing. */
    return find_namespace(text, length) != NULL ? UUID9562_ERR_NAMESPACE
                                                : UUID9562_ERR_NAMESPACE_ID;
}

static uuid9562_status_t hash_name(uuid9562_t *out, unsigned version, uuid9562_digest_t digest,
                                   const uuid9562_t *name_space, size_t space_length,
                                   const void *name, size_t length)
{
    uint8_t hash[DIGEST_ROOM];
    uuid9562_status_t status = crypto_digest(hash, digest, name_space, space_length, name, length);

    if (status == UUID9562_OK)
        layout_copy_with_version(out, hash, version);
    return status;
}

uuid9562_status_t uuid9562_uuid3(uuid9562_t *out, const uuid9562_t *name_space, const void *name,
                                 size_t length)
{
    return hash_name(out, 3, UUID9562_MD5, name_space, sizeof *name_space, name, length);
}

uuid9562_status_t uuid9562_uuid5(uuid9562_t *out, const uuid9562_t *name_space, const void *name,
                                 size_t length)
{
    return hash_name(out, 5, UUID9562_SHA1, name_space, sizeof *name_space, name, length);
}

uuid9562_status_t uuid9562_uuid3_bare(uuid9562_t *out, const void *name, size_t length)
{
    return hash_name(out, 3, UUID9562_MD5, NULL, 0, name, length);
}

uuid9562_status_t uuid9562_find_digest(uuid9562_digest_t *digest, const char *name, size_t length)
{
    int i = 0;

    while (name != NULL && i < DIGEST_COUNT && !text_equals(digest_names[i], name, length))
        i++;
    if (i == DIGEST_COUNT)
        return UUID9562_ERR_DIGEST;
    *digest = (uuid9562_digest_t)i;
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_uuid8_name(uuid9562_t *out, const uuid9562_t *name_space,
                                      const void *name, size_t length, uuid9562_digest_t digest)
{
    if ((unsigned)digest >= DIGEST_COUNT)
        return UUID9562_ERR_DIGEST;
    return hash_name(out, 8, digest, name_space, sizeof *name_space, name, length);
}

uuid9562_status_t uuid9562_uuid7_name(uuid9562_t *out, int64_t unix_ms,
                                      const uuid9562_t *name_space, const void *name, size_t length,
                                      uuid9562_digest_t digest)
{
    uuid9562_t named = UUID9562_INIT_NIL;
    uuid9562_status_t status = uuid9562_check_unix_ms(unix_ms);

    if (status == UUID9562_OK)
        status = uuid9562_uuid8_name(&named, name_space, name, length, digest);
    if (status == UUID9562_OK) {
        const halves_t halves = layout_load(&named);

        build_v7(out, (uint64_t)unix_ms, halves.hi & 0x0fff, halves.lo);
    }
    return status;
}

/* ---- the node of this host, which section 6.10 advises against: only where a caller asks ---- */

uuid9562_status_t uuid9562_parse_node(uint64_t *node, const char *text, size_t length)
{
    if (!text_equals("@host", text, length))
        return UUID9562_ERR_NODE_NAME;
    return os_hardware_address(node) == 0 ? UUID9562_OK : UUID9562_ERR_HOST_NODE;
}
