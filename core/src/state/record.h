/*
 * A record of a state file (state_file.h): its contents, and its way to the disk. A file
 * has two, each in a block of its own, written in turn, so one of them is always whole.
 */
#ifndef UUID9562_RECORD_H
#define UUID9562_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "../../include/uuid9562.h"
#include "../compiler.h"

enum {
    BLOCK = 4096, /* the unit in which a disk may write, or tear */
    BOOT_IDS = 8
};

typedef struct record {
    uint8_t magic[8];
    uint32_t order_of_bytes;
    uint32_t version;
    uint64_t sequence; /* the higher of the two counts */
    uint64_t until_ns; /* no later time was given out */
    uint64_t identity; /* node, clock sequence above it */
    /* Boot IDs for which the memory is valid, newest first. There are several, since a
     * container may report an ID of its own. */
    uuid9562_t boot_ids[BOOT_IDS];
    uint64_t checksum;
} record_t;

/* A node, and the clock sequence in the bits above it. */
INTERNAL uint64_t clock_seq_above(uint64_t node, uint64_t clock_seq);

/* Draws a random clock sequence, and a random node if `node` is NULL.
 * Errors: ENTROPY */
INTERNAL uuid9562_status_t draw_identity(uint64_t *identity, const uint64_t *node);

INTERNAL bool record_has_boot_id(const record_t *record, const uuid9562_t *boot_id);
INTERNAL void record_add_boot_id(record_t *record, const uuid9562_t *boot_id);

/* Fills in the magic, the version and the checksum. */
INTERNAL void record_seal(record_t *record);

/* Reads the newer of the two records.
 * Errors: STATE_OPEN, STATE_FORMAT, STATE_VERSION */
INTERNAL uuid9562_status_t record_read(int file, record_t *newest);

/* Seals a record, writes it into the place that its number gives, and synchronises the file.
 * Errors: STATE_WRITE */
INTERNAL uuid9562_status_t record_write(int file, record_t *record);

#endif
