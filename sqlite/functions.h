/*
 * The scalar functions of UUIDs; generator.h has those of the generator. To add one: a function
 * that calls the core, and a row of the table at the end of functions.c, which says what it takes,
 * what it returns and whether it is pure.
 */
#ifndef UUID9562_FUNCTIONS_H
#define UUID9562_FUNCTIONS_H

#include "extension.h"

INTERNAL int register_functions(sqlite3 *db); /* all but uuid9562_version */
INTERNAL int register_version(sqlite3 *db);

#endif
