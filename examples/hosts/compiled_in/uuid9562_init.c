/* uuid9562_init.c */
#include "sqlite3.h"

int sqlite3_uuid9562_init(sqlite3 *db, char **message, const struct sqlite3_api_routines *api);
int uuid9562_extra_init(const char *unused);

int uuid9562_extra_init(const char *unused)
{
    (void)unused;
    return sqlite3_auto_extension((void (*)(void))sqlite3_uuid9562_init);
}
