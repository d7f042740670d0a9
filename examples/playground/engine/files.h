/*
 * SQLite's system in the playground: files that live in memory, and the writes to each page of
 * them, which the page draws.
 */
#ifndef UUID9562_PLAYGROUND_FILES_H
#define UUID9562_PLAYGROUND_FILES_H

#include <stdint.h>

/* A page of a database, as it was last written. */
typedef struct page {
    uint8_t kind;   /* the first byte of a page of a B-tree: 10 and 13 are leaves, 2 and 5 are not */
    uint8_t fill;   /* how much of it is in use: 0 to 255 */
    uint16_t times; /* how often it was written since the reader set this to 0; stays at 65535 */
} page_t;

/* The pages of the open file of this name, the first being pages[0]; they move when the file grows.
 * Returns: NULL if there is no such file
 * Out:  count  of pages */
page_t *files_pages(const char *name, uint32_t *count);

#endif
