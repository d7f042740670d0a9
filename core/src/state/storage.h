/*
 * The state file in the file system: opening, locking, reading, writing, and making a file appear
 * whole or not at all. state_file.c decides its contents.
 *
 * A file is open only for the length of one operation, so a program that closes all descriptors, or
 * a child that inherits them, finds none. If a function fails, errno says why.
 */
#ifndef UUID9562_STORAGE_H
#define UUID9562_STORAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../compiler.h"

enum { FILE_PATH_MAX = 4096 }; /* bytes, with the NUL */

/* Identifies a file, whatever its name. */
typedef struct file_id {
    uint64_t device, inode;
} file_id_t;

/* What is known of an open file, and who may change it. */
typedef struct file_facts {
    file_id_t id;
    uint64_t size;
    unsigned mode;  /* the permissions */
    bool has_holes; /* parts of it have no room on the disk */
    bool is_regular;
    bool is_ours; /* the owner is the caller or root, or a group of the caller's may write it */
} file_facts_t;

/* Returns a descriptor for reading and writing, or -1. Follows no symbolic link in the last part of
 * the path, waits for no device, and does not outlive an exec. */
INTERNAL int file_open(const char *path);
INTERNAL void file_close(int file);

INTERNAL bool file_facts(int file, file_facts_t *facts);

/* Whether the path leads to this file; if it leads to another or to none, errno is ENOENT. Needs no
 * descriptor: there may be none left. */
INTERNAL bool file_is_at(const char *path, file_id_t id);

/* The lock that lasts until file_close, or until the process ends. Waits for `patience_ms` while
 * another process has it; then errno is EWOULDBLOCK. */
INTERNAL bool file_lock(int file, unsigned patience_ms);

/* Both transfer all of it, or return false. */
INTERNAL bool file_read(int file, void *bytes, size_t size, uint64_t offset);
INTERNAL bool file_write(int file, const void *bytes, size_t size, uint64_t offset);

/* Creates a file of these bytes, without holes, that survives a crash. An existing file is replaced
 * if `replace` is true; otherwise errno is EEXIST. Other processes see the whole file or none: at
 * first it has another name, which ends with `random`. */
INTERNAL bool file_create(const char *path, uint64_t random, unsigned mode, const void *bytes,
                          size_t size, bool replace);

/* Memory of this process: room for a file, and from FILE_MAP_SHARED on FILE_MAP_OWN bytes of zeros
 * that children inherit. Returns NULL if there is none. */
enum { FILE_MAP_SHARED = 1 << 16, FILE_MAP_OWN = 1 << 16 }; /* no page is larger */
INTERNAL void *file_room(void);
INTERNAL void file_unmap(void *room);

/* Makes the beginning of the room the file's bytes, as memory that all processes share. */
INTERNAL bool file_map(void *room, int file, size_t size);

/* The path from the root. Returns false if it does not fit. */
INTERNAL bool file_absolute_path(char out[FILE_PATH_MAX], const char *path);

#endif
