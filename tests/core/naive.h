/*
 * A second definition of the text forms, as simple as it can be: which bytes may stand at each
 * place, what begins an accepted text, and how a number becomes digits. Nothing of it is the core's
 * own. It is slow, and the suites and the fuzzing hold the core against it.
 */
#ifndef NAIVE_H
#define NAIVE_H

#include "uuid9562.h"

typedef struct naive {
    const char *name;
    const char *shape;    /* a place each; see naive.c. NULL for a number and for `any` */
    const char *digits;   /* as they are written, by their value; NULL where it is only read */
    const char *most;     /* the largest number */
    const uint8_t *order; /* of the hex digits of the UUID in what is written; NULL for their own */
    bool is_named;        /* a name and an underscore may stand in front */
    bool is_sorted;
} naive_t;

/* In the order of the core's table; the last has no name. */
extern const naive_t naive_forms[];

/* A form by its name, which must be one. */
const naive_t *naive_find(const char *name);

/* Is this text accepted? */
bool naive_accepts(const naive_t *form, const char *text, size_t length);

/* How many leading bytes of the text begin some accepted text. */
size_t naive_reach(const naive_t *form, const char *text, size_t length);

/* Writes the UUID as the form has it; returns how many bytes that are, 0 where it is only read. */
enum { NAIVE_TEXT_MAX = 64 };
size_t naive_write(const naive_t *form, const uuid9562_t *uuid, char out[NAIVE_TEXT_MAX]);

/* Is this text, which is accepted, one of this UUID? Only the case of letters may be another than
 * it would be written with, and a name may stand in front. */
bool naive_is_of(const naive_t *form, const char *text, size_t length, const uuid9562_t *uuid);

/* May the case of the letter at place i be changed? */
bool naive_case_is_free(const naive_t *form, size_t i);

/* The name of a type, as a TypeID may have it. */
bool naive_is_type(const char *name, size_t length);

#endif
