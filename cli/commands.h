/*
 * The commands, each in a file of its name, and the help in help.c.
 */
#ifndef UUID9562_CLI_COMMANDS_H
#define UUID9562_CLI_COMMANDS_H

#include "options.h"

void generate(const options_t *options);
void inspect(const options_t *options);
void convert(const options_t *options);
void sort(const options_t *options);
void check(const options_t *options);
void state(const options_t *options);

/* Of the given command, or of all. */
void help(const options_t *options);
void help_version(void);

#endif
