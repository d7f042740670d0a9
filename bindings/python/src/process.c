/*
 * The functions that read and change the state of the process, or of a Generator: its order, its
 * random bytes, its node.
 */
#include "functions.h"

#include <string.h>

#include "arguments.h"
#include "call.h"
#include "results.h"

/* ---- order ---- */

static const char lead_ns_doc[] =
    "lead_ns($self)\n--\n\n"
    "Return how far the last time used is ahead of the clock, in nanoseconds.\n\n"
    "It is 0 unless the clock was set back, advance() was called, or UUIDs were generated faster\n"
    "than nanoseconds pass.\n\n"
    "Raises OSError if the clock is unavailable. RFC 9562 sections 6.1 and 6.2.";

static PyObject *run_lead_ns(const call_t *call)
{
    uint64_t lead;

    if (check(uuid9562_lead_ns(call->generator, &lead)) != 0)
        return NULL;
    return PyLong_FromUnsignedLongLong(lead);
}

GENERATOR_FUNCTION(lead_ns, "", run_lead_ns(call))

static const char set_max_lead_ns_doc[] =
    "set_max_lead_ns($self, max_lead_ns)\n--\n\n"
    "Set how far the last time used may be ahead of the clock, in nanoseconds.\n\n"
    "Beyond it, generating versions 1, 6 and 7 raises OSError until the clock has caught up. 0\n"
    "sets the default, a day.\n\n"
    "Raises ValueError above 2**63 - 1. RFC 9562 section 6.1.";

static PyObject *run_set_max_lead_ns(const call_t *call)
{
    uint64_t max_lead_ns;

    if (get_uint64(call, 0, &max_lead_ns) != 0 ||
        check(uuid9562_set_max_lead_ns(call->generator, max_lead_ns)) != 0)
        return NULL;
    Py_RETURN_NONE;
}

GENERATOR_FUNCTION(set_max_lead_ns, "i", run_set_max_lead_ns(call))

static const char advance_doc[] =
    "advance($self, u)\n--\n\n"
    "Continue after a UUID of version 1, 6 or 7.\n\n"
    "Later UUIDs are greater or, across versions and for version 1, have a later time. A program\n"
    "calls it when it starts, with the greatest UUID that it has stored; None, for an empty\n"
    "table, does nothing, and so does a UUID that the order is already past.\n\n"
    "Raises ValueError for another version, OSError if the clock is unavailable or too far\n"
    "behind that UUID (set_max_lead_ns). RFC 9562 section 6.3.";

static PyObject *run_advance(const call_t *call)
{
    uuid9562_t after;

    if (call->arguments[0] != Py_None &&
        (get_uuid(call, 0, &after) != 0 || check(uuid9562_advance(call->generator, &after)) != 0))
        return NULL;
    Py_RETURN_NONE;
}

GENERATOR_FUNCTION(advance, "v", run_advance(call))

static const char resync_doc[] =
    "resync($self)\n--\n\n"
    "Resynchronise to the clock, for callers that know the clock was wrong.\n\n"
    "The next UUIDs may sort before the last ones. Version 1 gets another random node, and a\n"
    "given node another clock sequence, so only UUIDs with both given may repeat.\n\n"
    "Raises OSError if the clock is unavailable. RFC 9562 section 6.1.";

GENERATOR_FUNCTION(resync, "", none_if(check(uuid9562_resync(call->generator))))

/* ---- the host ---- */

/* As in the standard library: the hardware address, or else a random node, which the core draws for
 * each UUID of version 6. */
static uuid9562_status_t host_or_random_node(uint64_t *node)
{
    uuid9562_status_t status = uuid9562_parse_node(node, "@host", strlen("@host"));
    uuid9562_t uuid;

    if (status != UUID9562_ERR_HOST_NODE)
        return status;
    status = uuid9562_uuid6(NULL, &uuid, NULL, NULL);
    if (status == UUID9562_OK)
        uuid9562_get_node(node, &uuid);
    return status;
}

static const char getnode_doc[] =
    "getnode($self)\n--\n\n"
    "Return the hardware address of this host, or 47 random bits if it has none.\n\n"
    "It is the same for the life of the process; random bits have the multicast bit set. Unlike\n"
    "in the standard library, uuid1() and uuid6() do not use it unless asked: node=getnode().\n\n"
    "Raises OSError if randomness is needed and unavailable. RFC 9562 sections 5.1 and 6.10.";

static PyObject *getnode(FASTCALL)
{
    call_t call = {.doc = getnode_doc, .kinds = ""};
    uint64_t host, known;

    if (bind_call(&call, self, args, nargs, kwnames) != 0)
        return NULL;
    known = atomic_load(&call.module->node);
    if (known != 0)
        return PyLong_FromUnsignedLongLong(known);
    if (check(host_or_random_node(&host)) != 0)
        return NULL;
    if (!atomic_compare_exchange_strong(&call.module->node, &known, host))
        host = known; /* another thread was first */
    return PyLong_FromUnsignedLongLong(host);
}

static const char reseed_doc[] =
    "reseed($self)\n--\n\n"
    "Discard all buffered randomness of all threads, and seed anew from the operating system.\n\n"
    "For programs that were cloned, for instance by restoring a snapshot of a machine. It is\n"
    "unnecessary after a fork.\n\n"
    "Raises OSError if randomness is unavailable; the old bytes are discarded in any case.\n"
    "RFC 9562 section 6.9.";

FUNCTION(reseed, "", none_if(check(uuid9562_reseed())))

/* ---- table ---- */

/* These are methods of a Generator too. */
INTERNAL PyMethodDef *order_functions(void)
{
    static PyMethodDef functions[] = {
        {"lead_ns", METHOD(lead_ns), lead_ns_doc},
        {"set_max_lead_ns", METHOD(set_max_lead_ns), set_max_lead_ns_doc},
        {"advance", METHOD(advance), advance_doc},
        {"resync", METHOD(resync), resync_doc},
        {NULL, NULL, 0, NULL},
    };

    return functions;
}

INTERNAL PyMethodDef *process_functions(void)
{
    static PyMethodDef functions[] = {
        {"reseed", METHOD(reseed), reseed_doc},
        {"getnode", METHOD(getnode), getnode_doc},
        {NULL, NULL, 0, NULL},
    };

    return functions;
}
