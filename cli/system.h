/*
 * The operating system. Only this file asks which one it is; system_posix.c and system_windows.c
 * are each empty on the other.
 */
#ifndef UUID9562_CLI_SYSTEM_H
#define UUID9562_CLI_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Whether a line of standard input may end in CR LF. Lines of standard output end in LF. */
#ifdef _WIN32
#define SYSTEM_WINDOWS
enum { SYSTEM_CR_LF = 1 };
#else
#define SYSTEM_POSIX
enum { SYSTEM_CR_LF = 0 };
#endif

/* Call this first. Makes the arguments UTF-8, and input and output binary. Returns false if there
 * is no memory. */
bool system_begin(int *count, char ***arguments);

/* Read standard input and write standard output, at least a part, and wait even if a descriptor
 * does not block. Return the number of bytes, 0 at the end of the input, or -1 with errno. */
ptrdiff_t system_read(void *bytes, size_t size);
ptrdiff_t system_write(const void *bytes, size_t size);

/* Closes standard output, if it is open. Returns false with errno on failure. */
bool system_close_output(void);

/* Whether a stream of the process is a terminal; and whether standard output, if it is a terminal,
 * shows UTF-8, and colours by the escape sequences of ECMA-48. */
typedef enum system_stream { SYSTEM_OUTPUT, SYSTEM_ERROR } system_stream_t;
bool system_is_terminal(system_stream_t stream);
bool system_shows_utf8(void);
bool system_shows_colours(void);

/* Characters of a line of a terminal, at least 20; 80 if that is not known. */
size_t system_columns(system_stream_t stream);

/* Writes to standard error. */
void system_complain(const char *text);

bool system_has_file(const char *path);

/* The time, which is exact to the second. */
int64_t system_unix_ms(void);

#endif
