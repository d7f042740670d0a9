/*
 * The state file that processes share.
 */
#include "functions.h"

#include "arguments.h"
#include "call.h"
#include "results.h"

static const char state_open_doc[] =
    "state_open($self, path, node=None)\n--\n\n"
    "Open a state file, which gives one order to all processes that open it.\n\n"
    "Where there is none, it is created. It stays open until the process ends, and for its forked\n"
    "children. The node is that of uuid1(): by default that of the file, a random one at first.\n"
    "Returns the absolute path.\n\n"
    "Raises ValueError for a node of more than 48 bits. Raises OSError for a file that cannot be\n"
    "used: FileNotFoundError, PermissionError and so on where that is why. RFC 9562 section 6.4.";

static PyObject *state_open(FASTCALL)
{
    call_t call = {.doc = state_open_doc, .kinds = "p|n"};
    uint64_t value;
    const uint64_t *node;
    PyObject *path;
    PyThreadState *thread;
    uuid9562_state_t state;
    uuid9562_status_t status;

    if (bind(&call, self, args, nargs, kwnames) != 0 ||
        !PyUnicode_FSConverter(call.arguments[0], &path))
        return NULL;
    if (get_node(&call, 1, &value, &node) != 0) {
        Py_DECREF(path);
        return NULL;
    }
    thread = PyEval_SaveThread(); /* it may wait for another process, and for the disk */
    status = uuid9562_state_open(PyBytes_AS_STRING(path), node);
    PyEval_RestoreThread(thread); /* which keeps errno */
    Py_DECREF(path);
    if (check_path(status, call.arguments[0]) != 0)
        return NULL;
    uuid9562_state_get(&state);
    return PyUnicode_DecodeFSDefault(state.path);
}

static const char state_doc[] =
    "state($self)\n--\n\n"
    "Return what the open state file holds, or None if none is open.\n\n"
    "A dict: its absolute path; node and clock_seq, which uuid1() uses; last_ns, the last\n"
    "nanosecond since 1970 that a UUID took; until_ns, what is on the disk, before which no UUID\n"
    "has to wait.\n\n"
    "Raises nothing. RFC 9562 section 6.4.";

static PyObject *get_state(FASTCALL)
{
    call_t call = {.doc = state_doc, .kinds = ""};
    uuid9562_state_t state;

    if (bind(&call, self, args, nargs, kwnames) != 0)
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
