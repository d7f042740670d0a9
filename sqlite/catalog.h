/*
 * The tables of what the core knows, with rows that never change: uuid_formats has the formats of
 * uuid_parse and uuid_format, uuid_ldap_schema what RFC 4530 lets a directory publish about UUIDs.
 *
 *   SELECT name FROM uuid_formats WHERE sorted AND length <= 26;
 *   SELECT description FROM uuid_ldap_schema WHERE name = 'entryUUID';
 */
#ifndef UUID9562_CATALOG_H
#define UUID9562_CATALOG_H

#include "extension.h"

INTERNAL int register_catalogs(sqlite3 *db);

#endif
