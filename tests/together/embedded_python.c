/*
 * A program that embeds CPython and contains the Python module and the core. Its arguments are
 * steps:
 *
 *   frozen          have the package frozen (examples/embed/freeze.py; Python 3.11 or later)
 *   initialize      begin an interpreter, isolated, without site, with the memory of malloc
 *   finalize        end it
 *   subinterpreter  begin another one, which the next steps use
 *   main            end that, and go back to the first
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

static int back_to_first(void)
{
    Py_EndInterpreter(PyThreadState_Get());
    PyThreadState_Swap(first);
    return 0;
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

static int step(const char *name)
{
    pthread_t thread;
    int failed;

    fflush(stdout);
    if (strcmp(name, "frozen") == 0)
        PyImport_FrozenModules = uuid9562_frozen, failed = 0;
    else if (strcmp(name, "initialize") == 0)
        failed = initialize();
    else if (strcmp(name, "finalize") == 0)
        failed = Py_FinalizeEx();
    else if (strcmp(name, "subinterpreter") == 0)
        failed = Py_NewInterpreter() == NULL;
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
    return failed;
}

/* Does the steps until a NULL. */
static int run(char **steps)
{
    for (; *steps != NULL; steps++) {
        if (strcmp(*steps, "repeat") == 0) {
            for (int times = atoi(steps[1]); times > 0; times--)
                if (run(steps + 2) != 0)
                    return 1;
            return 0;
        }
        if (step(*steps) != 0)
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
