/*
 * What open_state_file.c, state_file_in_use.c and state_steps.c begin with: the core, compiled into
 * the program, and a folder for each test. So a test can look at the clock state, and begin again as
 * another process would.
 */
#ifndef OWN_FOLDER_H
#define OWN_FOLDER_H

#include "../../../core/uuid9562.c"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "../run.c"

static char folder[64], path[128];

/* As another process would find the library. */
static void begin_again(void)
{
    atomic_store(&process_clock_state()->shared, 0);
    atomic_store(&state_file_is_settled, false);
}

static int descriptors; /* that were open before */

static int count_descriptors(void)
{
    int count = 0;

    for (int i = 0; i < 1024; i++)
        count += fcntl(i, F_GETFD) >= 0;
    return count;
}

static void in_a_folder(void)
{
    const char *place = getenv("TMPDIR");

    descriptors = count_descriptors();
    if (place == NULL) /* in memory, as no wait for a lock depends on a disk that others use */
        place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/uuid9562-state-XXXXXX", place);
    require(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/state", folder);
    begin_again();
}

static void remove_folder(void)
{
    char command[200];

    require_eq(count_descriptors(), descriptors);
    begin_again();
    unsetenv("UUID9562_STATE");
    snprintf(command, sizeof command, "rm -r %s", folder);
    require_eq(system(command), 0);
}

static uuid9562_t generate(int version)
{
    uuid9562_t uuid;

    assert_ok(version == 7   ? uuid9562_uuid7(NULL, &uuid)
              : version == 6 ? uuid9562_uuid6(NULL, &uuid, NULL, NULL)
                             : uuid9562_uuid1(NULL, &uuid, NULL, NULL));
    return uuid;
}

/* The next time needs another record. */
static void exhaust(void)
{
    const uint64_t until = atomic_load(&shared_clock_state()->last_ns);

    atomic_store(&shared_clock_state()->renew_ns, until);
    atomic_store(&shared_clock_state()->until_ns, until);
}

static inline uuid9562_t max_of_ms(uint64_t unix_ms)
{
    uuid9562_t uuid;

    assert_ok(uuid9562_uuid7_max(&uuid, (int64_t)unix_ms));
    return uuid;
}

static inline uuid9562_state_t described(void)
{
    uuid9562_state_t state;

    require(uuid9562_state_get(&state));
    return state;
}

#endif
