/*
 * A state file by its path: creating it; opening it and locking it, until file_close.
 */
#ifndef UUID9562_LOCKED_FILE_H
#define UUID9562_LOCKED_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "../system/os.h"
#include "record.h"
#include "storage.h"

enum {
    STATE_FILE_SIZE = 3 * BLOCK, /* two records, and the clock state */
    PATIENCE_MS = 5000
};

/* Creates a file, or replaces it by a new one, without opening it.
 * Errors: STATE_OPEN, ENTROPY, MEMORY */
INTERNAL uuid9562_status_t state_file_create(const char *path, const uint64_t *node, unsigned mode,
                                             bool replace);

/* Creates the file if there is none.
 * Errors: the STATE statuses, and ENTROPY, MEMORY */
INTERNAL uuid9562_status_t locked_file_open_or_create(int *file, file_facts_t *facts,
                                                      const char *path, const uint64_t *node);

/* Opens it only if it is still the same file.
 * Errors: the STATE statuses */
INTERNAL uuid9562_status_t locked_file_open_again(int *file, const char *path, file_id_t id,
                                                  unsigned patience_ms);

#endif
