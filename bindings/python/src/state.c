/*
 * The state file that processes share.
 */
#include "functions.h"

#include "arguments.h"
#include "call.h"
#include "results.h"
#include "uuid9562_state.h"

static const char state_open_doc[] =
    "state_open($self, path, node=None)\n--\n\n"
    "Open a state file, for one order of many processes, and return its path. Experimental.\n\n"
    "A missing file is created. It stays open until the process ends, and in its forked children.\n"
    "The node is that of uuid1(): by default that of the file, which is random at first. The\n"
    "path is absolute.\n\n"
    "Raises ValueError for a node of more than 48 bits; OSError or one of its subclasses, such as\n"
    "FileNotFoundError, for a file that cannot be used. RFC 9562 section 6.4.";

static PyObject *state_open(FASTCALL)
{
    call_t call = {.doc = state_open_doc, .kinds = "p|n"};
    uint64_t value;
    const uint64_t *node;
    PyObject *path;
    PyThreadState *thread;
    uuid9562_state_t state;
    uuid9562_status_t status;
    const size_t no_offset = 0;
    int failed;

    if (bind_call(&call, self, args, nargs, kwnames) != 0 ||
        !PyUnicode_FSConverter(call.arguments[0], &path))
        return NULL;
    if (get_node(&call, 1, &value, &node) != 0) {
        Py_DECREF(path);
        return NULL;
    }
    thread = PyEval_SaveThread(); /* it may wait for another process, and for the disk */
    status = uuid9562_state_open(PyBytes_AS_STRING(path), node);
    PyEval_RestoreThread(thread); /* which keeps errno */
    failed = check_text(status, &no_offset, PyBytes_AS_STRING(path),
                        (size_t)PyBytes_GET_SIZE(path));
    Py_DECREF(path);
    if (failed != 0)
        return NULL;
    uuid9562_state_get(&state);
    return PyUnicode_DecodeFSDefault(state.path);
}

static const char state_doc[] =
    "state($self)\n--\n\n"
    "Return the open state file as a dict, or None if none is open. Experimental.\n\n"
    "Its keys: path, absolute; node and clock_seq, which uuid1() uses; last_ns, the last time of\n"
    "a UUID, in nanoseconds since 1970; until_ns, the upper bound recorded on disk: a later time\n"
    "waits for the next record.\n\n"
    "Raises nothing. RFC 9562 section 6.4.";

static PyObject *get_state(FASTCALL)
{
    call_t call = {.doc = state_doc, .kinds = ""};
    uuid9562_state_t state;

    if (bind_call(&call, self, args, nargs, kwnames) != 0)
        return NULL;
    if (!uuid9562_state_get(&state))
        Py_RETURN_NONE;
    return Py_BuildValue(
        "{s:N,s:K,s:K,s:K,s:K}", "path", PyUnicode_DecodeFSDefault(state.path), "node",
        (unsigned long long)state.node, "clock_seq", (unsigned long long)state.clock_seq, "last_ns",
        (unsigned long long)state.last_ns, "until_ns", (unsigned long long)state.until_ns);
}

/* ---- table ---- */

INTERNAL PyMethodDef *state_functions(void)
{
    static PyMethodDef functions[] = {
        {"state_open", METHOD(state_open), state_open_doc},
        {"state", METHOD(get_state), state_doc},
        {NULL, NULL, 0, NULL},
    };

    return functions;
}
