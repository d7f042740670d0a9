/*
 * A second definition of the text formats, as simple as possible: which bytes may stand at each
 * place, what begins an accepted text, and how a number becomes digits, by arithmetic of 128 bits.
 * It uses nothing of the core. It is slow; the suites and the fuzzing compare the core with it.
 */
#ifndef NAIVE_H
#define NAIVE_H

#include "uuid9562.h"

typedef struct naive {
    const char *name;
    const char *shape;  /* a place each; see naive.c. NULL for a number and for `any` */
    const char *digits; /* as they are written, by their value; NULL where it is only read */
    const char *most;   /* the largest number */
    const char *head;   /* what precedes the number; NULL for nothing */
    bool any_case;      /* of the digits of the number */
    const uint8_t *order; /* of the hex digits of the UUID in what is written; NULL for their own */
    bool takes_prefix;    /* a TypeID prefix and an underscore may precede it */
    bool is_sorted;
} naive_t;

/* In the order of the core's table; the last has no name. */
extern const naive_t naive_formats[];

/* A format by its name, which must exist. */
const naive_t *naive_find(const char *name);

/* Whether no text of the format begins another. */
bool naive_is_fixed(const naive_t *format);

/* Whether the format accepts this text. */
bool naive_accepts(const naive_t *format, const char *text, size_t length);

/* How many leading bytes of the text begin some accepted text. */
size_t naive_reach(const naive_t *format, const char *text, size_t length);

/* Writes the UUID in the format. Returns the number of bytes; 0 for a format that is only read. */
enum { NAIVE_TEXT_MAX = 64 };
size_t naive_write(const naive_t *format, const uuid9562_t *uuid, char out[NAIVE_TEXT_MAX]);

/* Whether this text, which the format accepts, stands for this UUID: it is what would be written,
 * apart from the case of letters where either is read, and from a prefix. */
bool naive_matches(const naive_t *format, const char *text, size_t length, const uuid9562_t *uuid);

/* Whether the letter at place i is read in either case. */
bool naive_reads_any_case(const naive_t *format, size_t i);

/* Whether a TypeID may have this prefix. */
bool naive_is_prefix(const char *name, size_t length);

#endif
