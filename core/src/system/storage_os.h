/*
 * What storage_posix.c asks of os_linux.c or os_macos.c.
 */
#ifndef UUID9562_STORAGE_OS_H
#define UUID9562_STORAGE_OS_H

#include <stdbool.h>
#include <stddef.h>

#include "../compiler.h"

/* Asks the file system to write changes of this file, which is still empty, in place. One that
 * writes each change elsewhere (btrfs) needs room for it; on a full disk, a change through mapped
 * memory would raise SIGBUS. */
INTERNAL void os_change_in_place(int file);

/* Allocates room for the holes of a file, if the file system can; otherwise errno says why. */
INTERNAL bool os_fill_holes(int file, size_t size);

/* Once they have returned true, the data of this file, or all data of its file system, is on the
 * disk. */
INTERNAL bool os_sync_data(int file);
INTERNAL bool os_sync_all_with(int file);

#endif
