/*
 * Who made the UUIDs of a stream, by the table of origins/: what is more than the counts of a
 * summary, and a command of a shell that writes them as UUIDs, where there is one.
 */
#ifndef UUID9562_CLI_FINDINGS_H
#define UUID9562_CLI_FINDINGS_H

#include "../../origins/origins.h"
#include "terminal.h"

/* After origins_settle. Write the findings as lines, or as a JSON array.
 * Args: from  the input format */
void findings_print(const column_t *values, const char *from, const look_t *look);
void findings_print_json(const column_t *values, const char *from);

/* Settles, and says on standard error who made the texts that were refused. */
void findings_complain(column_t *values);

#endif
