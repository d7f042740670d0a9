/*
 * uuid9562_ldap.h - RFC 4530, for directories (LDAP): its matching rules and its schema.
 *
 * For servers and clients of directories. A library built with UUID9562_OMIT_LDAP has no schema:
 * uuid9562_ldap_schema returns NULL. The formats `der` and `ldap_filter` are in uuid9562.h.
 */
#ifndef UUID9562_PUBLIC_LDAP_H
#define UUID9562_PUBLIC_LDAP_H

#include "uuid9562.h"

#ifdef __cplusplus
extern "C" {
#endif

/* uuidMatch: whether the stored UUID equals the asserted one. uuidOrderingMatch: whether the stored
 * UUID sorts before the asserted one.
 * Args: assertion, length  in the format `strict`
 * Returns: 1 or 0, or -1 (Undefined) if the assertion is not in that format */
UUID9562_API int uuid9562_match(const uuid9562_t *stored, const char *assertion, size_t length);
UUID9562_API int uuid9562_ordering_match(const uuid9562_t *stored, const char *assertion,
                                         size_t length);

/* The schema of RFC 4530, which a directory publishes: the syntax, the two matching rules and the
 * attribute entryUUID, each described on one line. */
typedef struct uuid9562_schema {
    const char *section;     /* of RFC 4530: "2.1" to "2.4" */
    const char *oid;         /* its object identifier: "1.3.6.1.1.16.1" to "...4" */
    const char *name;        /* UUID, uuidMatch, uuidOrderingMatch, entryUUID */
    const char *description; /* as RFC 4512 section 4.1 writes it */
} uuid9562_schema_t;

/* Returns: description number `index` in the order of the RFC, constant and valid for ever, or NULL
 * past the last */
UUID9562_API const uuid9562_schema_t *uuid9562_ldap_schema(size_t index);

#ifdef __cplusplus
}
#endif

#endif
