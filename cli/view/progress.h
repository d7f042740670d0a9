/*
 * Progress of a long run: one line of standard error, rewritten at most ten times a second, from
 * the second second on, and erased before anything else is written.
 *
 * It is shown if standard error is a terminal, input is not typed, and standard output is a file or
 * gets nothing before the end: a program behind a pipe may use the terminal, too.
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

/* The same for a step without a count: "sorting". */
void progress_say(const char *doing);

void progress_clear(void);

#endif
