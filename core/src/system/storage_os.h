/*
 * What storage_posix.c asks of os_linux.c or os_macos.c.
 */
#ifndef UUID9562_STORAGE_OS_H
#define UUID9562_STORAGE_OS_H

#include <stdbool.h>
#include <stddef.h>

#include "../compiler.h"

/* Has changes of a file, which is still empty, written in its place, where the file system offers
 * it: one that writes each change elsewhere (btrfs) needs room for it, and where that is gone, a
 * change in memory is a signal, SIGBUS. */
INTERNAL void os_change_in_place(int file);

/* Gives the holes of a file room, where the file system can; errno says why not. */
INTERNAL bool os_fill_holes(int file, size_t size);

/* When they have returned true, the data of this file, or all that its file system has, is on the
 * disk. */
INTERNAL bool os_sync_data(int file);
INTERNAL bool os_sync_all_with(int file);

#endif
