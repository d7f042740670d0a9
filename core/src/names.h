/*
 * The namespaces of RFC 9562 section 6.6, in one table.
 */
#ifndef UUID9562_NAMES_H
#define UUID9562_NAMES_H

#include "../include/uuid9562_bindings.h"

/* X(name, initialiser) */
#define NAMESPACES(X)                                                                              \
    X(dns, UUID9562_INIT_NAMESPACE_DNS)                                                            \
    X(url, UUID9562_INIT_NAMESPACE_URL)                                                            \
    X(oid, UUID9562_INIT_NAMESPACE_OID)                                                            \
    X(x500, UUID9562_INIT_NAMESPACE_X500)

#endif
