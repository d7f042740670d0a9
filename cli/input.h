/*
 * Standard input as lines or bytes. For UUIDs, its one buffer does not grow: a line longer than the
 * buffer cannot be a UUID.
 */
#ifndef UUID9562_CLI_INPUT_H
#define UUID9562_CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct input {
    char *buffer;
    size_t size;
    size_t begin, end; /* of the bytes that are read but not taken yet */
    size_t searched;   /* bytes from `begin` on without a newline */
    bool grows;        /* for lines of any length */
    bool dropping;     /* the rest of a line that was too long */
    bool ended;
} input_t;

void input_open(input_t *input, bool grows);
void input_close(input_t *input);

/* Reads more, after the bytes that are not taken yet. Flushes the output first, since this may
 * wait.
 * Returns: false at the end of the input */
bool input_fill(input_t *input);

/* Takes the next line, without its newline; the last line may have none. A line that is longer than
 * a buffer that does not grow is taken once, cut off.
 * Returns: false if the buffer holds no whole line */
bool input_line(input_t *input, const char **line, size_t *length);

/* The bytes that are not taken yet. Returns: their number */
size_t input_ahead(const input_t *input, const char **bytes);

/* Takes `count` of them. */
void input_skip(input_t *input, size_t count);

#endif
