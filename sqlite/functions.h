/*
 * The scalar functions of UUIDs; generator.h has those of the generator. To add one: a function
 * that calls the core, and a row of the table at the end of its file, which says what it takes,
 * what it returns and whether it is pure.
 *
 * A function finds its arguments read (values.h), none of them NULL; a fast one reads its own.
 */
#ifndef UUID9562_FUNCTIONS_H
#define UUID9562_FUNCTIONS_H

#include "extension.h"

INTERNAL int register_makers(sqlite3 *db);     /* make.c: generators, bounds, builders */
INTERNAL int register_names(sqlite3 *db);      /* names.c: UUIDs of names */
INTERNAL int register_inspectors(sqlite3 *db); /* inspect.c: text, fields, masks */

/* Of the replicated variant, which gives the same on every node or is not loaded: whether each
 * digest that it offers works here. Returns an error with a message to be freed if one does not. */
INTERNAL int check_digests(char **message);

#endif
