/*
 * Processes on Windows, in place of tests/unit/process.c: there is no fork(), but libraries that
 * come and go. UUID9562_DLL is the path of the C library.
 */
#include <windows.h>

#include "suite.h"
#include "uuid9562_bindings.h"
#include "uuid9562_state.h"

typedef uuid9562_status_t uuid7_t(uuid9562_generator_t *generator, uuid9562_t *out);
typedef uuid9562_status_t advance_t(uuid9562_generator_t *generator, const uuid9562_t *after);

static FARPROC function(HMODULE library, const char *name)
{
    FARPROC found = GetProcAddress(library, name);

    require_msg(found != NULL, "no %s in UUID9562_DLL", name);
    return found;
}

static HMODULE load(void)
{
    const char *path = getenv("UUID9562_DLL");
    HMODULE library = path != NULL ? LoadLibraryA(path) : NULL;

    require_msg(library != NULL, "UUID9562_DLL cannot be loaded");
    return library;
}

/* The program contains the library, and loads it. */
TEST(copies_have_one_order)
{
    HMODULE library = load();
    uuid7_t *uuid7 = (uuid7_t *)(uintptr_t)function(library, "uuid9562_uuid7");
    advance_t *advance = (advance_t *)(uintptr_t)function(library, "uuid9562_advance");
    uuid9562_t uuid, after;
    int64_t ms;

    assert_ok(uuid7(NULL, &uuid));
    require(uuid9562_get_timestamp_ms(&ms, &uuid));
    assert_ok(uuid9562_uuid7_max(&after, ms + 60000));
    assert_ok(uuid9562_advance(NULL, &after));
    assert_ok(uuid7(NULL, &uuid));
    assert_before(after, uuid);
    assert_ok(uuid9562_uuid7_max(&after, ms + 120000));
    assert_ok(advance(NULL, &after));
    assert_ok(uuid9562_uuid7(NULL, &uuid));
    assert_before(after, uuid);
    assert_ok(uuid9562_resync(NULL));
}

static DWORD WINAPI draw(void *uuid7)
{
    uuid9562_t uuid;

    return ((uuid7_t *)(uintptr_t)uuid7)(NULL, &uuid) != UUID9562_OK;
}

/* A thread that has used it ends after it was given back. */
TEST(a_library_stays_loaded)
{
    HMODULE library = load();
    uuid7_t *uuid7 = (uuid7_t *)(uintptr_t)function(library, "uuid9562_uuid7");
    HANDLE thread;
    DWORD code;

    for (int i = 0; i < 10; i++)
        FreeLibrary(library);
    thread = CreateThread(NULL, 0, draw, (void *)(uintptr_t)uuid7, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    require(GetExitCodeThread(thread, &code) && code == 0);
}

TEST(what_windows_lacks)
{
    char message[UUID9562_DESCRIPTION_MAX];
    uuid9562_status_t status = uuid9562_state_open("state", NULL);

    assert_status(status, UUID9562_ERR_STATE_OPEN);
    uuid9562_describe(message, status, 0, NULL, 0);
    ck_assert_str_eq(message, "the state file cannot be opened or created: state files are "
                              "not supported on this system");
    assert_status(uuid9562_state_create("state", NULL, 0600, false), UUID9562_ERR_STATE_OPEN);
    assert_status(uuid9562_state_create("state", NULL, 0600, true), UUID9562_ERR_STATE_OPEN);
    uuid9562_describe(message, status, 0, NULL, 0);
    ck_assert_str_eq(message, "the state file cannot be opened or created: state files are "
                              "not supported on this system");
}
