/*
 * A row of the shared vectors: its values, and what C answers.
 */
#ifndef VECTORS_H
#define VECTORS_H

#include "suite.h"

enum { MOST_FIELDS = 6, LONGEST_LINE = 8192 };

/* A field of a line: its type letter and its bytes, decoded. */
typedef struct value {
    char type;
    char bytes[LONGEST_LINE];
    size_t length;
    int64_t integer;
} value_t;

/* What a call of the core came to, in the terms of the file. */
typedef struct answer {
    uuid9562_status_t status;
    size_t offset;
    enum {
        ANSWER_UUID,
        ANSWER_TEXT,
        ANSWER_BYTES,
        ANSWER_INTEGER,
        ANSWER_TRUTH,
        ANSWER_ABSENT
    } kind;
    uuid9562_t uuid;
    char text[512]; /* as long as a description of a schema */
    size_t length;
    int64_t integer;
} answer_t;

typedef enum verdict { PASSED, SKIPPED, FAILED } verdict_t;

extern value_t arguments[MOST_FIELDS];
extern int argument_count;

/* Calls the core with the arguments. SKIPPED: C has no type for one of them; FAILED: there is no
 * operation of this name. */
verdict_t run_operation(answer_t *answer, const char *name);

#endif
