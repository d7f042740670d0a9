/*
 * The state file on a disk of its own: one program for the tests of this folder.
 */
#include "disk/state_file.c"
#include "disk/state_file_failures.c"
#include "disk/storage.c"
