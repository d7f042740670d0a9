/*
 * One program with C, SQLite, Lua and Python in it, and one core of uuid9562 for the four: they
 * give the same answers, and generate in one order. `make && ./embed` builds and runs it.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <lauxlib.h>
#include <lualib.h>
#include <sqlite3.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "uuid9562.h"

int sqlite3_uuid9562_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);
int luaopen_uuid9562(lua_State *L);
PyMODINIT_FUNC PyInit__uuid9562(void);
extern const struct _frozen uuid9562_frozen[]; /* by freeze.py: what is Python in the package */

typedef char text_t[UUID9562_STRING_SIZE];

static sqlite3 *db;
static lua_State *L;
static PyObject *globals;

#define CHECK(succeeded, what, message) ((succeeded) ? (void)0 : fail(what, message))

static void fail(const char *what, const char *message)
{
    fprintf(stderr, "embed: %s: %s\n", what, message);
    exit(1);
}

static void start(void)
{
    PyConfig config;

    CHECK(sqlite3_auto_extension((void (*)(void))sqlite3_uuid9562_init) == SQLITE_OK &&
              sqlite3_open(":memory:", &db) == SQLITE_OK,
          "SQLite", sqlite3_errmsg(db));

    CHECK((L = luaL_newstate()) != NULL, "Lua", "no memory");
    luaL_openlibs(L);
    luaL_requiref(L, "uuid9562", luaopen_uuid9562, 0);
    lua_setglobal(L, "uuid");

    PyImport_AppendInittab("_uuid9562", PyInit__uuid9562);
    PyImport_FrozenModules = uuid9562_frozen;
    PyConfig_InitIsolatedConfig(&config);
    config.site_import = 0;
    CHECK(!PyStatus_Exception(Py_InitializeFromConfig(&config)), "Python", "cannot start");
    PyConfig_Clear(&config);
    CHECK(PyRun_SimpleString("import uuid9562 as uuid") == 0, "Python", "no uuid9562");
    globals = PyModule_GetDict(PyImport_AddModule("__main__"));
}

static void in_c(const char *version, text_t text)
{
    const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
    uuid9562_t uuid;
    const uuid9562_status_t status =
        *version == '7' ? uuid9562_uuid7(NULL, &uuid)
                        : uuid9562_uuid5(&uuid, &dns, "www.example.com", 15);

    CHECK(status == UUID9562_OK, "C", uuid9562_strerror(status));
    uuid9562_to_string(text, &uuid);
}

static void in_sql(const char *query, text_t text)
{
    sqlite3_stmt *statement = NULL;

    CHECK(sqlite3_prepare_v2(db, query, -1, &statement, NULL) == SQLITE_OK &&
              sqlite3_step(statement) == SQLITE_ROW,
          query, sqlite3_errmsg(db));
    strcpy(text, (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
}

static void in_lua(const char *chunk, text_t text)
{
    CHECK(luaL_dostring(L, chunk) == 0, "Lua", lua_tostring(L, -1));
    strcpy(text, lua_tostring(L, -1));
    lua_pop(L, 1);
}

static void in_python(const char *expression, text_t text)
{
    PyObject *value = PyRun_String(expression, Py_eval_input, globals, globals);

    if (value == NULL)
        PyErr_Print();
    CHECK(value != NULL, "Python", expression);
    strcpy(text, PyUnicode_AsUTF8(value));
    Py_DECREF(value);
}

static const struct {
    const char *name;
    void (*write)(const char *expression, text_t text);
    const char *uuid7, *uuid5;
} hosts[] = {
    {"C", in_c, "7", "5"},
    {"SQL", in_sql, "SELECT uuid7()", "SELECT uuid5('@dns', 'www.example.com')"},
    {"Lua", in_lua, "return uuid.uuid7()", "return uuid.uuid5('@dns', 'www.example.com')"},
    {"Python", in_python, "uuid.uuid7_str()", "str(uuid.uuid5('@dns', 'www.example.com'))"},
};

enum { HOSTS = sizeof hosts / sizeof *hosts, COUNT = HOSTS * 2500 };

static void generate_in_turns(text_t *texts)
{
    for (size_t i = 0; i < COUNT; i++) {
        hosts[i % HOSTS].write(hosts[i % HOSTS].uuid7, texts[i]);
        CHECK(i == 0 || strcmp(texts[i - 1], texts[i]) < 0, hosts[i % HOSTS].name, "out of order");
    }
}

int main(void)
{
    text_t *texts = mmap(NULL, 2 * COUNT * sizeof *texts, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t child;
    int status = 1;

    CHECK(texts != MAP_FAILED, "mmap", "no memory");
    start();
    for (size_t i = 0; i < HOSTS; i++) {
        hosts[i].write(hosts[i].uuid5, *texts);
        printf("%s %s\n", hosts[i].name, *texts);
    }
    /* => C 2ed6657d-e927-568b-95e1-2665a8aea6a2 */
    /* => SQL 2ed6657d-e927-568b-95e1-2665a8aea6a2 */
    /* => Lua 2ed6657d-e927-568b-95e1-2665a8aea6a2 */
    /* => Python 2ed6657d-e927-568b-95e1-2665a8aea6a2 */

    /* SQL puts its order an hour ahead of the clock: the others follow only if it is theirs too. */
    in_sql("SELECT value FROM uuid_advance(uuid7_min((unixepoch() + 3600) * 1000))", *texts);
    generate_in_turns(texts);
    puts("one order"); /* => one order */
    fflush(stdout);

    /* The child generates while its parent does. SQLite forbids it its parent's connection. */
    PyOS_BeforeFork();
    child = fork();
    if (child == 0) {
        PyOS_AfterFork_Child();
        CHECK(sqlite3_open(":memory:", &db) == SQLITE_OK, "SQLite", "no second connection");
        generate_in_turns(texts + COUNT);
        _exit(0);
    }
    PyOS_AfterFork_Parent();
    generate_in_turns(texts);
    CHECK(waitpid(child, &status, 0) == child && status == 0, "fork", "the child failed");
    for (size_t i = 0; i < COUNT; i++)
        CHECK(strcmp(texts[i] + 24, texts[COUNT + i] + 24) != 0, texts[i], "random as the child's");
    puts("the child is random on its own"); /* => the child is random on its own */

    lua_close(L);
    sqlite3_close(db);
    return Py_FinalizeEx();
}
