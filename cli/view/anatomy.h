/*
 * A UUID in words: its kind and its fields, each with its role and its meaning.
 * The playground shows the same.
 */
#ifndef UUID9562_CLI_ANATOMY_H
#define UUID9562_CLI_ANATOMY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uuid9562_bindings.h"

/* The use of a part. Pictures have a colour for each; the playground knows the order. */
typedef enum role {
    ROLE_TIME,
    ROLE_LABEL,    /* version and variant */
    ROLE_SEQUENCE, /* the clock sequence */
    ROLE_PLACE,    /* the node; of DCE, also the local identifier and its domain */
    ROLE_FREE,     /* random, of a digest, or custom */
    ROLE_RESERVED,
    ROLE_COUNT
} role_t;

typedef struct part {
    const char *name;
    role_t role;
    unsigned first_bit, width; /* counted from the most significant bit of the UUID */
    uint64_t value;
    char meaning[40];
} part_t;

enum { PARTS_MAX = 8, DIGITS = 32, DIGIT_BITS = 4 };

typedef struct anatomy {
    char text[UUID9562_STRING_SIZE];
    const char *kind;
    int version;                     /* or -1 */
    char time[UUID9562_UTC_MAX + 2]; /* ISO 8601, or empty */
    part_t parts[PARTS_MAX];
    size_t count;
} anatomy_t;

/* The parts of a UUID, from the most significant on. */
void anatomy_of(anatomy_t *anatomy, const uuid9562_t *uuid);

/* A constant string. */
const char *kind_of(const uuid9562_t *uuid);

/* Writes a time in ISO 8601, with a NUL. */
void write_time(char out[UUID9562_UTC_MAX + 2], int64_t unix_ms);

/* The digits of canonical text that a part has bits of, 0 to 31. */
size_t part_first_digit(const part_t *part);
size_t part_last_digit(const part_t *part);

/* The place of a digit in canonical text. */
size_t digit_column(size_t digit);

#endif
