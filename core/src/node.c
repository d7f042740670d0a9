/*
 * The hardware address of this host as the node of versions 1 and 6: RFC 9562 section 5.1, which
 * section 6.10 advises against. Used only where a caller asks for it.
 */
#include "os.h"
#include "text.h"

uuid9562_status_t uuid9562_host_node(uint64_t *node)
{
    return os_hardware_address(node) == 0 ? UUID9562_OK : UUID9562_ERR_HOST_NODE;
}

uuid9562_status_t uuid9562_node_by_name(uint64_t *node, const char *name, size_t length)
{
    if (!text_equals("@host", name, length))
        return UUID9562_ERR_NODE_NAME;
    return uuid9562_host_node(node);
}
