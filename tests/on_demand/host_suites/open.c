/*
 * SQLite's tests are built with this as SQLITE_EXTRA_AUTOEXT: each connection gets the extension,
 * if the process has it (LD_PRELOAD).
 */
#include "sqlite3.h"
#include <dlfcn.h>
#include <stddef.h>

int open_with_extension(sqlite3 *db)
{
    int (*init)(sqlite3 *, char **, const void *);
    char *message = NULL;
    int rc;

    *(void **)&init = dlsym(dlopen(NULL, RTLD_NOW), "sqlite3_uuid9562_init");
    rc = init != NULL ? init(db, &message, NULL) : SQLITE_OK;
    sqlite3_free(message);
    return rc;
}
