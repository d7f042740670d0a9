/*
 * What the command asks of the system, and which one it is: this is the one place of the command
 * that looks. system_posix.c and system_windows.c are each empty elsewhere.
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

/* Comes first. The arguments become UTF-8, and what is read and written passes unchanged. Returns
 * false where there is no memory. */
bool system_begin(int *count, char ***arguments);

/* Read standard input and write standard output, a part at least; they wait where a descriptor does
 * not block. Return how many bytes, 0 at the end of the input, or -1, and errno says why. */
ptrdiff_t system_read(void *bytes, size_t size);
ptrdiff_t system_write(const void *bytes, size_t size);

/* Whether a stream of the process is a terminal, or leads to another program; and whether standard
 * output, if it is a terminal, shows UTF-8, and colours by the escape sequences of ECMA-48. */
typedef enum system_stream { SYSTEM_INPUT, SYSTEM_OUTPUT, SYSTEM_ERROR } system_stream_t;
bool system_is_terminal(system_stream_t stream);
bool system_is_pipe(system_stream_t stream);
bool system_shows_utf8(void);
bool system_shows_colours(void);

/* Writes to standard error. */
void system_complain(const char *text);

/* A file for reading. Returns NULL, and errno says why. */
FILE *system_open(const char *path);

/* Milliseconds from any time on, which go on whatever the clock does. */
uint64_t system_ms(void);

/* Whether a state file can be looked at without being created. */
bool system_has_state(const char *path);

#endif
