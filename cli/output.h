/*
 * Output, messages and the exit.
 *
 * Standard output has one buffer, which is written when it is full, before the command waits for
 * input, and at the end. If its reader exits, the command ends by SIGPIPE or, on Windows, with
 * EXIT_SYSTEM and no message; every other failure to write is reported.
 */
#ifndef UUID9562_CLI_OUTPUT_H
#define UUID9562_CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "uuid9562_bindings.h"

/* ---- standard output ---- */

enum { OUTPUT_SIZE = 256 * 1024 };

/* Room in the buffer for `count` bytes, at most OUTPUT_SIZE; output_add adds the filled ones. */
char *output_room(size_t count);
void output_add(size_t count);

void output_text(const char *text);
/* At most 511 bytes; the rest is cut off. */
__attribute__((format(printf, 1, 2))) void output_print(const char *format, ...);

/* Writes text as lines of words of at most `width` columns, which begin at `indent`; the first line
 * has `column` columns already. */
void output_words(const char *text, int column, int indent, int width);

void output_flush(void);

/* ---- the end ---- */

enum {
    EXIT_VALID = 0,
    EXIT_INVALID = 1, /* a UUID of the input is invalid or unexpected */
    EXIT_USAGE = 2,   /* an option, its value or an argument is invalid */
    EXIT_SYSTEM = 3,  /* the system failed */
};

/* Flushes the output and exits. */
_Noreturn void finish(int code);

/* Writes a line to standard error, after the name of the command. */
__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);

/* After a complaint about how the command was called. */
_Noreturn void finish_usage(void);

#define USAGE_ERROR(...)  (complain(__VA_ARGS__), finish_usage())
#define SYSTEM_ERROR(...) (complain(__VA_ARGS__), finish(EXIT_SYSTEM))

/* Finishes unless the status is OK. Not for statuses of reading a UUID. */
void require(uuid9562_status_t status);

/* The same for a function that was given the path of a state file. */
void require_file(uuid9562_status_t status, const char *path);

#endif
