/*
 * What SQLite's tests are built with as SQLITE_EXTRA_AUTOEXT: each connection gets the extension,
 * if the process has it (LD_PRELOAD).
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "sqlite3.h"
#include <dlfcn.h>
#include <stddef.h>

int open_with_extension(sqlite3 *db)
{
    int (*init)(sqlite3 *, char **, const void *) =
        (int (*)(sqlite3 *, char **, const void *))dlsym(RTLD_DEFAULT, "sqlite3_uuid9562_init");
    char *message = NULL;
    int rc = init != NULL ? init(db, &message, NULL) : SQLITE_OK;

    sqlite3_free(message);
    return rc;
}
