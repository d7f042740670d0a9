/* A shared library that contains the core. */
#include "uuid9562.h"

int plugin_uuid7(uuid9562_t *out);
int plugin_uuid7(uuid9562_t *out)
{
    return uuid9562_uuid7(NULL, out);
}
