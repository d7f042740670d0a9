/*
 * A loadable extension that writes down what SQLite does to databases, journals and WALs which are
 * opened from then on: to the file that RECORD names, a line for each of
 *
 *   open PATH            a file that was not there
 *   write PATH AT BYTES  in hexadecimal
 *   truncate PATH SIZE
 *   sync PATH
 *   delete PATH
 */
#include <sqlite3ext.h>
#include <stdio.h>
#include <stdlib.h>

SQLITE_EXTENSION_INIT1

enum { FILES = 16 };
typedef struct opened {
    sqlite3_file *file; /* NULL: none */
    const char *path;
    const sqlite3_io_methods *real;
    sqlite3_io_methods recording;
} opened_t;

static opened_t files[FILES];
static FILE *record;
static sqlite3_vfs *real, recorder;

static opened_t *find(const sqlite3_file *file)
{
    for (int i = 0; i < FILES; i++)
        if (files[i].file == file)
            return &files[i];
    abort();
}

static int record_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 at)
{
    fprintf(record, "write %s %lld ", find(file)->path, (long long)at);
    for (int i = 0; i < size; i++)
        fprintf(record, "%02x", ((const unsigned char *)bytes)[i]);
    fprintf(record, "\n");
    return find(file)->real->xWrite(file, bytes, size, at);
}

static int record_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    fprintf(record, "truncate %s %lld\n", find(file)->path, (long long)size);
    return find(file)->real->xTruncate(file, size);
}

static int record_sync(sqlite3_file *file, int flags)
{
    fprintf(record, "sync %s\n", find(file)->path);
    return find(file)->real->xSync(file, flags);
}

static int record_close(sqlite3_file *file)
{
    opened_t *opened = find(file);

    fflush(record);
    opened->file = NULL;
    return opened->real->xClose(file);
}

static int record_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags,
                       int *out_flags)
{
    const int kinds = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL;
    int there = 0, code;
    opened_t *opened;

    if ((flags & kinds) != 0)
        real->xAccess(real, path, SQLITE_ACCESS_EXISTS, &there);
    code = real->xOpen(vfs, path, file, flags, out_flags);
    if (code != SQLITE_OK || (flags & kinds) == 0)
        return code;
    if (!there)
        fprintf(record, "open %s\n", path);
    opened = find(NULL);
    *opened = (opened_t){file, path, file->pMethods, *file->pMethods};
    opened->recording.xWrite = record_write;
    opened->recording.xTruncate = record_truncate;
    opened->recording.xSync = record_sync;
    opened->recording.xClose = record_close;
    file->pMethods = &opened->recording;
    return SQLITE_OK;
}

static int record_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    fprintf(record, "delete %s\n", path);
    return real->xDelete(vfs, path, sync);
}

int sqlite3_recorder_init(sqlite3 *database, char **message, const sqlite3_api_routines *api)
{
    SQLITE_EXTENSION_INIT2(api);
    (void)database, (void)message;
    record = fopen(getenv("RECORD"), "w");
    real = sqlite3_vfs_find(NULL);
    recorder = *real;
    recorder.zName = "recorder";
    recorder.xOpen = record_open;
    recorder.xDelete = record_delete;
    return record != NULL && sqlite3_vfs_register(&recorder, 1) == SQLITE_OK
               ? SQLITE_OK_LOAD_PERMANENTLY
               : SQLITE_ERROR;
}
