/*
 * The functions that read and set the generator of the process, which all connections share: its
 * lead over the clock, its state file, its random bytes.
 */
#ifndef UUID9562_SQLITE_GENERATOR_H
#define UUID9562_SQLITE_GENERATOR_H

#include "extension.h"

INTERNAL int register_generator(sqlite3 *db);

#endif
