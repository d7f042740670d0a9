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

/* The kind and the parts of a UUID as JSON, which sqlite3_free frees. */
EMSCRIPTEN_KEEPALIVE char *engine_anatomy(const uuid9562_t *uuid)
{
    sqlite3_str *json = sqlite3_str_new(NULL);
    anatomy_t anatomy;

    anatomy_of(&anatomy, uuid);
    sqlite3_str_appendf(json, "{\"kind\":\"%s\",\"fields\":[", anatomy.kind);
    for (size_t i = 0; i < anatomy.count; i++) {
        const part_t *part = &anatomy.parts[i];

        sqlite3_str_appendf(json,
                            "%s{\"name\":\"%s\",\"role\":%d,\"first\":%u,\"width\":%u,"
                            "\"value\":\"0x%0*llx\",\"meaning\":\"%s\"}",
                            i > 0 ? "," : "", part->name, part->role, part->first_bit, part->width,
                            (int)(part->width + 3) / 4, part->value, part->meaning);
    }
    sqlite3_str_appendall(json, "]}");
    return sqlite3_str_finish(json);
}
