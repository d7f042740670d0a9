/*
 * The engine of the playground: functions for the page, next to those of SQLite and uuid9562.
 * Every connection has the SQLite extension.
 */
#include <emscripten.h>
#include <stddef.h>
#include <time.h>

#include "../../../cli/view/anatomy.h"
#include "sqlite3.h"
#include "uuid9562.h"

int sqlite3_uuid9562_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

/* SQLite calls it when it starts (SQLITE_EXTRA_INIT). */
int engine_start(const char *unused)
{
    (void)unused;
    return sqlite3_auto_extension((void (*)(void))sqlite3_uuid9562_init);
}

/* ---- randomness ---- */

/* crypto.getRandomValues (worker/wasm.js). */
__attribute__((import_module("env"), import_name("getentropy"))) int engine_random(void *out,
                                                                               size_t count);

/* For a module without Emscripten's JavaScript its C library has one that aborts. */
int getentropy(void *out, size_t count)
{
    return engine_random(out, count);
}

/* ---- time ---- */

static double deadline;

static double now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int is_late(void *unused)
{
    (void)unused;
    return now_ms() > deadline;
}

/* Interrupts the connection in `ms` milliseconds from now. */
EMSCRIPTEN_KEEPALIVE void engine_limit(sqlite3 *db, double ms)
{
    deadline = now_ms() + ms;
    sqlite3_progress_handler(db, 10000, is_late, NULL);
}

/* ---- UUIDs ---- */

/* Returns: how many of `n` UUIDs are not greater than the one before */
EMSCRIPTEN_KEEPALIVE size_t engine_descents(const uuid9562_t *uuids, size_t n)
{
    size_t descents = 0;

    for (size_t i = 1; i < n; i++)
        descents += uuid9562_compare(&uuids[i - 1], &uuids[i]) >= 0;
    return descents;
}

EMSCRIPTEN_KEEPALIVE const char *engine_kind(const uuid9562_t *uuid)
{
    return kind_of(uuid);
}

/* Returns: part `i`, until the next call; or NULL past the last */
EMSCRIPTEN_KEEPALIVE const part_t *engine_part(const uuid9562_t *uuid, size_t i)
{
    static anatomy_t anatomy;

    anatomy_of(&anatomy, uuid);
    return i < anatomy.count ? &anatomy.parts[i] : NULL;
}
