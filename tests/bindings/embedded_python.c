/*
 * A program that embeds CPython and contains the Python module and the core. Its arguments are
 * steps:
 *
 *   frozen          have the package frozen (examples/embed/freeze.py; Python 3.11 or later)
 *   initialize      begin an interpreter, isolated, without site, with the memory of malloc
 *   finalize        end it
 *   subinterpreter  begin another one, which the next steps use; `own` is one with its own lock
 *   main            end that, and go back to the first
 *   at-once CODE    run it in four subinterpreters at the same time, each with its own lock if it can
 *   sqlite          have every connection of SQLite get the extension, which is compiled in
 *   generate        begin a thread of C that generates until the program ends
 *   uuid            print a UUID of version 7, from C
 *   memory          print how much memory is allocated, in bytes
 *   repeat N        do the steps that follow N times
 *
 * Any other argument is Python to run. The program ends with 1 at the first step that fails.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <malloc.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uuid9562.h"

enum { AT_ONCE = 4 };

PyMODINIT_FUNC PyInit__uuid9562(void);
extern const struct _frozen uuid9562_frozen[];
int sqlite3_uuid9562_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

static PyThreadState *first;

static int initialize(void)
{
    PyPreConfig before;
    PyConfig config;
    PyStatus status;

    PyPreConfig_InitIsolatedConfig(&before);
    before.allocator = PYMEM_ALLOCATOR_MALLOC;
    status = Py_PreInitialize(&before);
    if (PyStatus_Exception(status))
        Py_ExitStatusException(status);
    PyConfig_InitIsolatedConfig(&config);
    config.site_import = config.write_bytecode = config.buffered_stdio = 0;
    status = PyConfig_SetBytesString(&config, &config.home, getenv("HOME_OF_PYTHON"));
    if (!PyStatus_Exception(status))
        status = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    if (PyStatus_Exception(status))
        Py_ExitStatusException(status);
    first = PyThreadState_Get();
    return 0;
}

/* Begins an interpreter, and returns its thread state, which is the current one, or NULL. */
static PyThreadState *subinterpreter(int own)
{
#if PY_VERSION_HEX >= 0x030C0000
    const PyInterpreterConfig config = {
        .check_multi_interp_extensions = own,
        .use_main_obmalloc = !own,
        .allow_threads = 1,
        .allow_daemon_threads = 0,
        .allow_fork = 1,
        .gil = own ? PyInterpreterConfig_OWN_GIL : PyInterpreterConfig_SHARED_GIL,
    };
    PyThreadState *state = NULL;
    PyStatus status = Py_NewInterpreterFromConfig(&state, &config);

    return PyStatus_Exception(status) ? NULL : state;
#else
    return own ? NULL : Py_NewInterpreter();
#endif
}

static int back_to_first(void)
{
    Py_EndInterpreter(PyThreadState_Get());
    PyThreadState_Swap(first);
    return 0;
}

static void *run_subinterpreter(void *code)
{
    PyThreadState *state = PyThreadState_New(first->interp);
    void *failed;

    PyEval_RestoreThread(state);
    failed = subinterpreter(PY_VERSION_HEX >= 0x030C0000) == NULL || PyRun_SimpleString(code) != 0
                 ? code
                 : NULL;
    Py_EndInterpreter(PyThreadState_Get());
    PyThreadState_Swap(state);
    PyThreadState_Clear(state);
    PyThreadState_DeleteCurrent();
    return failed;
}

static int at_once(char *code)
{
    pthread_t threads[AT_ONCE];
    int failed = 0;

    Py_BEGIN_ALLOW_THREADS
    for (int i = 0; i < AT_ONCE; i++)
        failed |= pthread_create(&threads[i], NULL, run_subinterpreter, code) != 0;
    for (int i = 0; i < AT_ONCE && !failed; i++) {
        void *result;

        failed |= pthread_join(threads[i], &result) != 0 || result != NULL;
    }
    Py_END_ALLOW_THREADS
    return failed;
}

static void *generate(void *nothing)
{
    uuid9562_t uuid;

    while (uuid9562_uuid7(NULL, &uuid) == UUID9562_OK)
        ;
    return nothing;
}

static int print_uuid(void)
{
    char text[UUID9562_STRING_SIZE];
    uuid9562_t uuid;

    if (uuid9562_uuid7(NULL, &uuid) != UUID9562_OK)
        return 1;
    puts(uuid9562_to_string(text, &uuid));
    return 0;
}

/* Does the step at the beginning of a list, and returns how many arguments it took, or 0. */
static int step(char **steps)
{
    pthread_t thread;
    const char *name = steps[0];
    int failed;

    fflush(stdout);
    if (strcmp(name, "at-once") == 0)
        return at_once(steps[1]) ? 0 : 2;
    if (strcmp(name, "frozen") == 0)
        PyImport_FrozenModules = uuid9562_frozen, failed = 0;
    else if (strcmp(name, "initialize") == 0)
        failed = initialize();
    else if (strcmp(name, "finalize") == 0)
        failed = Py_FinalizeEx();
    else if (strcmp(name, "subinterpreter") == 0 || strcmp(name, "own") == 0)
        failed = subinterpreter(name[0] == 'o') == NULL;
    else if (strcmp(name, "main") == 0)
        failed = back_to_first();
    else if (strcmp(name, "sqlite") == 0)
        failed = sqlite3_auto_extension((void (*)(void))sqlite3_uuid9562_init);
    else if (strcmp(name, "generate") == 0)
        failed = pthread_create(&thread, NULL, generate, NULL);
    else if (strcmp(name, "uuid") == 0)
        failed = print_uuid();
    else if (strcmp(name, "memory") == 0)
        failed = printf("%zu\n", mallinfo2().uordblks) < 0;
    else
        failed = PyRun_SimpleString(name);
    return failed ? 0 : 1;
}

/* Does the steps until a NULL. */
static int run(char **steps)
{
    int done;

    for (; *steps != NULL; steps += done) {
        if (strcmp(*steps, "repeat") == 0) {
            for (int times = atoi(steps[1]); times > 0; times--)
                if (run(steps + 2) != 0)
                    return 1;
            return 0;
        }
        done = step(steps);
        if (done == 0)
            return fprintf(stderr, "failed: %s\n", *steps), 1;
    }
    return 0;
}

int main(int count, char **arguments)
{
    if (count < 2 || PyImport_AppendInittab("_uuid9562", PyInit__uuid9562) != 0)
        return 1;
    return run(arguments + 1);
}
