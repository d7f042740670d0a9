/*
 * state_worker [PATH]: opens the state file, or leaves that to the environment, and generates for
 * each line of its input: a version and a number of UUIDs.
 */
#include <stdio.h>
#include <stdlib.h>

#include "uuid9562_state.h"

static void require(uuid9562_status_t status)
{
    if (status == UUID9562_OK)
        return;
    fprintf(stderr, "%s\n", uuid9562_strerror(status));
    exit(1);
}

static uuid9562_status_t generate(int version, uuid9562_t *out)
{
    if (version == 1)
        return uuid9562_uuid1(NULL, out, NULL, NULL);
    return version == 6 ? uuid9562_uuid6(NULL, out, NULL, NULL) : uuid9562_uuid7(NULL, out);
}

int main(int count, char **arguments)
{
    char text[UUID9562_CANONICAL_LENGTH];
    uuid9562_t uuid;
    int version;
    long number;

    if (count > 1)
        require(uuid9562_state_open(arguments[1], NULL));
    while (scanf("%d %ld", &version, &number) == 2) {
        while (number-- > 0) {
            require(generate(version, &uuid));
            uuid9562_format(text, &uuid);
            printf("%.*s\n", (int)sizeof text, text);
        }
        fflush(stdout);
    }
    return 0;
}
