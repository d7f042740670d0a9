/*
 * The table uuid_ldap_schema: what RFC 4530 lets a directory publish about UUIDs, four rows with
 * the columns section, oid, name and description.
 *
 *   SELECT description FROM uuid_ldap_schema WHERE name = 'entryUUID';
 */
#ifndef UUID9562_LDAP_SCHEMA_H
#define UUID9562_LDAP_SCHEMA_H

#include "extension.h"

INTERNAL int register_ldap_schema(sqlite3 *db);

#endif
