/*
 * How far a long run is, for who watches it: one line of standard error, which is written again at
 * most ten times a second, from the second second on, and is gone before anything else is written.
 *
 * It is there where standard error is a terminal, nobody types the input, and standard output is a
 * file, or nothing is written to it before the end: a pipe may lead to a program that uses the
 * terminal too.
 */
#ifndef UUID9562_CLI_PROGRESS_H
#define UUID9562_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Args: typed  the input is standard input
 *       quiet  nothing is written to standard output before the end */
void progress_begin(bool typed, bool quiet);

/* Args: total  0 if it is not known */
void progress_show(uint64_t count, uint64_t total);

/* The same for what takes long and has no count: "sorting". */
void progress_say(const char *doing);

void progress_clear(void);

#endif
