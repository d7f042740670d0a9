/*
 * A value as SQLite stores it, and as a literal of SQL.
 */
#ifndef UUID9562_STORED_H
#define UUID9562_STORED_H

#include "../extension.h"
#include "../../origins/origins.h"

enum { LITERAL_BYTES = 48 }; /* shown of a value; twice as many of UTF-16 */

/* Its bytes are valid until the statement moves on. */
typedef struct stored {
    value_t value;
    unsigned char raw[2 * LITERAL_BYTES]; /* the first bytes of TEXT in the database's encoding */
    size_t raw_length;                    /* of all of it */
} stored_t;

INTERNAL int stored_read(stored_t *stored, sqlite3_stmt *statement, int column);

/* The value as a literal of SQL in printable ASCII; a long one is cut, and marked so. NULL if there
 * is no memory. */
INTERNAL char *stored_literal(const stored_t *stored);

#endif
