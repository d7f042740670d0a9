/*
 * The clock state in a file (state_file.h).
 */
#include "state_file.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>

#include "../system/fork.h"
#include "../system/os.h"

#ifdef OS_FILES
#include "../system/storage.h"
#include "state_record.h"

/* A record is AHEAD_NS ahead of the clock when it is written; or LEAST_NS ahead of the times given
 * out, where that is later. So after a crash of the machine UUIDs are up to AHEAD_NS ahead of the
 * clock, and crashes in a row add LEAST_NS each. The next record is due when half of it is left. */
static const uint64_t AHEAD_NS = UINT64_C(10000000000), LEAST_NS = 10000000;

enum {
    STATE_AT = 2 * BLOCK,
    STATE_FILE_SIZE = 3 * BLOCK,
    PATIENCE_MS = 5000,
    ATTEMPTS = 100 /* to find the same file twice */
};

static uint64_t later(uint64_t ns, uint64_t by)
{
    return ns < UINT64_MAX - by ? ns + by : UINT64_MAX;
}

static uint64_t max_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* ---- files ---- */

/* What a process keeps next to the mapping, and its children inherit. */
typedef struct own {
    file_id_t id;
    char path[FILE_PATH_MAX];
} own_t;

static char *room_of(const clock_state_t *state)
{
    return (char *)(uintptr_t)state - STATE_AT;
}

static own_t *own_of(const clock_state_t *state)
{
    return (own_t *)(room_of(state) + FILE_MAP_SHARED);
}

/* Opens and locks the file. If another process replaces it in between, this begins again. */
static uuid9562_status_t open_locked(int *file, file_facts_t *facts, const char *path,
                                     unsigned patience_ms)
{
    for (int i = 0; i < ATTEMPTS; i++) {
        bool is_known;

        *file = file_open(path);
        if (*file < 0)
            return UUID9562_ERR_STATE_OPEN;
        is_known = file_facts(*file, facts);
        if (!is_known || !facts->is_regular) {
            errno = is_known ? EINVAL : errno;
            file_close(*file);
            return UUID9562_ERR_STATE_OPEN;
        }
        if (!facts->is_ours || (facts->mode & 2) != 0) {
            file_close(*file);
            return UUID9562_ERR_STATE_OWNER;
        }
        if (facts->size != STATE_FILE_SIZE) {
            file_close(*file);
            return UUID9562_ERR_STATE_FORMAT;
        }
        if (!file_lock(*file, patience_ms)) {
            file_close(*file);
            return errno == EWOULDBLOCK ? UUID9562_ERR_STATE_LOCK : UUID9562_ERR_STATE_OPEN;
        }
        if (file_is_at(path, facts->id))
            return UUID9562_OK;
        file_close(*file);
    }
    return errno == ENOENT ? UUID9562_ERR_STATE_REPLACED : UUID9562_ERR_STATE_OPEN;
}

INTERNAL uuid9562_status_t state_file_create(const char *path, const uint64_t *node, unsigned mode,
                                             bool replace)
{
    char *file = file_room(); /* on no stack, which may be small */
    record_t *record = (record_t *)file;
    uint64_t random;
    uuid9562_status_t status;

    if (file == NULL)
        return UUID9562_ERR_MEMORY;
    *record = (record_t){.sequence = 2, .until_ns = 1};
    status = draw_identity(&record->identity, node);
    record_seal(record);
    if (status == UUID9562_OK && os_random(&random, sizeof random) != 0)
        status = UUID9562_ERR_ENTROPY;
    if (status == UUID9562_OK && !file_create(path, random, mode, file, STATE_FILE_SIZE, replace))
        status = UUID9562_ERR_STATE_OPEN;
    file_unmap(file);
    return status;
}

/* Opens the file, after creating it if there is none. */
static uuid9562_status_t open_or_create(int *file, file_facts_t *facts, const char *path,
                                        const uint64_t *node)
{
    uuid9562_status_t status = open_locked(file, facts, path, PATIENCE_MS);

    if (status == UUID9562_ERR_STATE_OPEN && errno == ENOENT) {
        status = state_file_create(path, node, 0600, false);
        if (status == UUID9562_OK || errno == EEXIST)
            status = open_locked(file, facts, path, PATIENCE_MS);
    }
    return status;
}

/* ---- an open state, under the lock ---- */

/* The value of `identity` in memory for this clock sequence, if so many resyncs have begun. */
static uint64_t clock_seq_before(uint64_t identity, uint64_t begun)
{
    return clock_seq_above(identity & UUID9562_NODE_MAX, (identity >> 48) - begun);
}

static uint64_t identity_of(const clock_state_t *state)
{
    const uint64_t identity = atomic_load(&state->identity);
    const uint64_t begun = atomic_load(&state->resyncs_begun);

    return clock_seq_above(identity & UUID9562_NODE_MAX, (identity >> 48) + begun);
}

/* Whether the memory can be what the newer record says; if that was not published, its time is
 * later. renew_ns is never 0. */
static bool agrees(const clock_state_t *state, const record_t *newest)
{
    const uint64_t until = atomic_load(&state->until_ns), renew = atomic_load(&state->renew_ns);

    if (renew == 0 || until != newest->until_ns)
        return renew != 0 && until < newest->until_ns;
    return renew <= until && identity_of(state) == newest->identity;
}

/* Reads the newer record. If the memory is not what it says, the file was overwritten: from then on
 * every call of every process comes here, and is an error. A record without the boot ID, if one is
 * given, says nothing of the memory. */
static uuid9562_status_t read_agreed(int file, clock_state_t *state, record_t *newest,
                                     const uuid9562_t *boot_id)
{
    uuid9562_status_t status = record_read(file, newest);

    if (status != UUID9562_OK || (boot_id != NULL && !record_has_boot_id(newest, boot_id)) ||
        agrees(state, newest))
        return status;
    atomic_store(&state->renew_ns, 0);
    atomic_store(&state->until_ns, 0);
    return UUID9562_ERR_STATE_FORMAT;
}

/* Writes the record that follows the newest, into the place of the other. If the newest one was not
 * published, it may not have reached the disk: then it is first written again, unchanged. (No
 * record has the time of the one that was published before, so the two can be distinguished.) */
static uuid9562_status_t write_next(int file, const clock_state_t *state, record_t *newest,
                                    record_t *next, uint64_t now, uint64_t last)
{
    const uint64_t until = atomic_load(&state->until_ns); /* others may give out times up to it */

    if (newest->until_ns != until) {
        uuid9562_status_t status = record_write(file, newest);

        if (status != UUID9562_OK)
            return status;
    }
    next->until_ns = max_of(later(until, 1), max_of(later(now, AHEAD_NS), later(last, LEAST_NS)));
    next->sequence = newest->sequence + 1;
    return record_write(file, next);
}

/* Shows a record, which is on the disk, to all processes. */
static void publish(clock_state_t *state, const record_t *record, uint64_t now, uint64_t last)
{
    const uint64_t begun = atomic_load(&state->resyncs_begun);
    const uint64_t half = (record->until_ns - max_of(now, last)) / 2;

    atomic_store(&state->identity, clock_seq_before(record->identity, begun));
    atomic_store(&state->until_ns, record->until_ns);
    atomic_store(&state->renew_ns, /* never the later of the two */
                 record->until_ns - (half < AHEAD_NS / 2 ? half : AHEAD_NS / 2));
}

/* Whether a record should be written before these times are given out. */
static bool is_due(const clock_state_t *state, uint64_t now, uint64_t last)
{
    return max_of(now, last) >= atomic_load(&state->renew_ns);
}

static uuid9562_status_t write_and_publish(int file, clock_state_t *state, record_t *newest,
                                           record_t *next, uint64_t now, uint64_t last)
{
    uuid9562_status_t status = write_next(file, state, newest, next, now, last);

    if (status == UUID9562_OK)
        publish(state, next, now, last);
    return status;
}

/* As the standards require, a clock that is behind the time of the record changes the clock
 * sequence (RFC 4122 section 4.2.1). */
static uint64_t identity_after_boot(const record_t *record, uint64_t now)
{
    return clock_seq_above(record->identity & UUID9562_NODE_MAX,
                           (record->identity >> 48) + (record->until_ns > now));
}

/* No process has used the file since the machine was started: part of its memory may be from before
 * a crash. The time continues from the record's, so none is given out twice.
 *
 * Or this is a container with a boot ID of its own, and other processes use the memory now. So no
 * word gets a value on the way that would mislead them, and the record counts as not published: it
 * may not be on the disk.
 *
 * All of it is stored before a record has this boot ID, since the process may be killed at any
 * moment. */
static void begin_after_boot(clock_state_t *state, const record_t *record, uint64_t now)
{
    const uint64_t begun = atomic_load(&state->resyncs_begun);

    atomic_store(&state->until_ns, record->until_ns - 1);
    atomic_store(&state->renew_ns, record->until_ns); /* so each call waits for the next record */
    atomic_store(&state->last_ns, record->until_ns);
    atomic_store(&state->identity, clock_seq_before(identity_after_boot(record, now), begun));
    atomic_store(&state->resyncs_done, begun);
}

static void raise_last(clock_state_t *state, uint64_t last)
{
    uint64_t current = atomic_load(&state->last_ns);

    while (current < last && !atomic_compare_exchange_weak(&state->last_ns, &current, last))
        continue;
}

static uuid9562_status_t bring_up(int file, clock_state_t *state, const state_opening_t *opening,
                                  const uuid9562_t *boot_id)
{
    const uint64_t now = opening->now, *node = opening->node;
    record_t record, next;
    bool begins;
    uint64_t saved;
    uuid9562_status_t status = read_agreed(file, state, &record, boot_id);

    if (status != UUID9562_OK)
        return status;
    begins = !record_has_boot_id(&record, boot_id);
    saved = begins ? record.until_ns : atomic_load(&state->last_ns);
    if (saved > now && saved - now > opening->max_lead)
        return UUID9562_ERR_STATE_AHEAD;
    next = record;
    if (begins) {
        begin_after_boot(state, &record, now);
        record_add_boot_id(&next, boot_id);
    }
    next.identity = identity_of(state);
    if (node != NULL && *node != (next.identity & UUID9562_NODE_MAX)) {
        status = draw_identity(&next.identity, node);
        if (status != UUID9562_OK)
            return status;
    }
    saved = max_of(saved, opening->last);
    if (begins || next.identity != record.identity || is_due(state, now, saved))
        status = write_and_publish(file, state, &record, &next, now, saved);
    if (status == UUID9562_OK)
        raise_last(state, opening->last);
    return status;
}

static bool read_boot_id(uuid9562_t *id)
{
    char text[OS_BOOT_ID_LENGTH];
    size_t offset;

    return os_boot_id(text) && uuid9562_parse(id, &offset, text, sizeof text) == UUID9562_OK;
}

static uuid9562_status_t open_delayed(clock_state_t *state, const state_opening_t *opening)
{
    own_t *own = own_of(state);
    file_facts_t facts;
    uuid9562_t boot_id;
    const bool is_known = read_boot_id(&boot_id); /* first, since only one descriptor may be left */
    int file;
    uuid9562_status_t status = open_or_create(&file, &facts, own->path, opening->node);

    if (status != UUID9562_OK)
        return status;
    own->id = facts.id;
    if (facts.has_holes && !file_fill_holes(file, STATE_FILE_SIZE))
        status = UUID9562_ERR_STATE_WRITE;
    else if (!file_map(room_of(state), file, STATE_FILE_SIZE))
        status = errno == ENOMEM ? UUID9562_ERR_MEMORY : UUID9562_ERR_STATE_OPEN;
    else
        status = is_known ? bring_up(file, state, opening, &boot_id) : UUID9562_ERR_STATE_BOOT;
    file_close(file);
    return status;
}

INTERNAL uuid9562_status_t state_file_open(clock_state_t **state, const char *path,
                                           const state_opening_t *opening)
{
    char *room = file_room();
    uuid9562_status_t status = UUID9562_ERR_STATE_OPEN;

    if (room == NULL)
        return UUID9562_ERR_MEMORY;
    *state = (clock_state_t *)(room + STATE_AT);
    if (file_absolute_path(own_of(*state)->path, path)) {
        fork_hold_off();
        status = open_delayed(*state, opening);
        fork_allow();
    }
    if (status != UUID9562_OK)
        state_file_forget(*state);
    return status;
}

INTERNAL void state_file_forget(clock_state_t *state)
{
    file_unmap(room_of(state));
}

INTERNAL bool state_file_is_at(const clock_state_t *state, const char *path)
{
    return file_is_at(path, own_of(state)->id);
}

INTERNAL bool state_file_describe(const clock_state_t *state, uuid9562_state_t *out)
{
    const uint64_t identity = identity_of(state);

    *out = (uuid9562_state_t){
        .path = own_of(state)->path,
        .node = identity & UUID9562_NODE_MAX,
        .clock_seq = identity >> 48,
        .last_ns = atomic_load(&state->last_ns),
        .until_ns = atomic_load(&state->until_ns),
    };
    return true;
}

/* Opens and locks the file of an open state, by its path. */
static uuid9562_status_t open_again(int *file, const clock_state_t *state, unsigned patience_ms)
{
    const own_t *own = own_of(state);
    file_facts_t facts;
    uuid9562_status_t status = open_locked(file, &facts, own->path, patience_ms);

    if (status == UUID9562_ERR_STATE_OPEN && errno == ENOENT)
        return UUID9562_ERR_STATE_REPLACED;
    if (status == UUID9562_OK && memcmp(&facts.id, &own->id, sizeof facts.id) != 0) {
        file_close(*file);
        return UUID9562_ERR_STATE_REPLACED;
    }
    return status;
}

/* What is done under the lock, with the newer record and the numbers of the caller. */
typedef uuid9562_status_t locked_change_t(int file, clock_state_t *state, record_t *newest,
                                          reading_t now, uint64_t last);

static uuid9562_status_t under_lock(locked_change_t *change, clock_state_t *state,
                                    unsigned patience_ms, reading_t now, uint64_t last)
{
    record_t newest;
    int file;
    uuid9562_status_t status;

    fork_hold_off();
    status = open_again(&file, state, patience_ms);
    if (status == UUID9562_OK) {
        status = read_agreed(file, state, &newest, NULL);
        if (status == UUID9562_OK)
            status = change(file, state, &newest, now, last);
        file_close(file);
    }
    fork_allow();
    return status;
}

/* A resync has come after the reading, while this call waited for the lock. */
static bool is_too_late(const clock_state_t *state, reading_t now)
{
    return atomic_load(&state->resyncs_begun) != now.resyncs;
}

static uuid9562_status_t extend_locked(int file, clock_state_t *state, record_t *newest,
                                       reading_t now, uint64_t last)
{
    record_t next = *newest;

    if (is_too_late(state, now))
        return UUID9562_ERR_LEAD;
    if (!is_due(state, now.ns, last)) /* another process was faster */
        return UUID9562_OK;
    next.identity = identity_of(state);
    return write_and_publish(file, state, newest, &next, now.ns, last);
}

INTERNAL uuid9562_status_t state_file_extend(clock_state_t *state, reading_t now, uint64_t last)
{
    const bool must = last > atomic_load(&state->until_ns);
    uuid9562_status_t status = under_lock(extend_locked, state, must ? PATIENCE_MS : 0, now, last);

    return must ? status : UUID9562_OK;
}

/* ---- resync ---- */

static uuid9562_status_t settle_locked(int file, clock_state_t *state, record_t *newest,
                                       reading_t now, uint64_t last)
{
    (void)file, (void)newest, (void)now, (void)last;
    atomic_store(&state->resyncs_done, atomic_load(&state->resyncs_begun));
    return UUID9562_OK;
}

INTERNAL uuid9562_status_t state_file_settle(clock_state_t *state)
{
    return under_lock(settle_locked, state, PATIENCE_MS, (reading_t){0, 0}, 0);
}

/* The next clock sequence is on the disk before the time goes back. From then on no call gets a
 * time until the record on the disk has gone back too; otherwise some times would be beyond it. */
static uuid9562_status_t resync_locked(int file, clock_state_t *state, record_t *newest,
                                       reading_t now, uint64_t last)
{
    const uint64_t identity = identity_of(state);
    record_t next = *newest;
    uuid9562_status_t status;

    if (is_too_late(state, now))
        return UUID9562_ERR_LEAD;
    next.identity = clock_seq_above(identity & UUID9562_NODE_MAX, (identity >> 48) + 1);
    status = write_next(file, state, newest, &next, now.ns, atomic_load(&state->last_ns));
    if (status != UUID9562_OK)
        return status;

    atomic_store(&state->renew_ns, 1);
    atomic_store(&state->until_ns, 1);
    atomic_fetch_add(&state->resyncs_begun, 1);
    atomic_store(&state->last_ns, now.ns);
    atomic_fetch_add(&state->resyncs_done, 1);

    next.until_ns = later(now.ns, AHEAD_NS);
    next.sequence++;
    status = record_write(file, &next);
    if (status == UUID9562_OK)
        publish(state, &next, now.ns, last);
    return status;
}

INTERNAL uuid9562_status_t state_file_resync(clock_state_t *state, reading_t now)
{
    return under_lock(resync_locked, state, PATIENCE_MS, now, now.ns);
}

#else /* only another copy of the library in the process may have opened a file */

INTERNAL uuid9562_status_t state_file_open(clock_state_t **state, const char *path,
                                           const state_opening_t *opening)
{
    (void)state, (void)path, (void)opening;
    errno = ENOSYS;
    return UUID9562_ERR_STATE_OPEN;
}

INTERNAL uuid9562_status_t state_file_create(const char *path, const uint64_t *node, unsigned mode,
                                             bool replace)
{
    (void)path, (void)node, (void)mode, (void)replace;
    errno = ENOSYS;
    return UUID9562_ERR_STATE_OPEN;
}

INTERNAL uuid9562_status_t state_file_extend(clock_state_t *state, reading_t now, uint64_t last)
{
    (void)now;
    errno = ENOSYS;
    return last <= atomic_load(&state->until_ns) ? UUID9562_OK : UUID9562_ERR_STATE_WRITE;
}

INTERNAL uuid9562_status_t state_file_settle(clock_state_t *state)
{
    (void)state;
    errno = ENOSYS;
    return UUID9562_ERR_STATE_WRITE;
}

INTERNAL uuid9562_status_t state_file_resync(clock_state_t *state, reading_t now)
{
    (void)now;
    return state_file_settle(state);
}

INTERNAL bool state_file_describe(const clock_state_t *state, uuid9562_state_t *out)
{
    (void)state, (void)out;
    return false;
}

INTERNAL bool state_file_is_at(const clock_state_t *state, const char *path)
{
    (void)state, (void)path;
    errno = ENOENT;
    return false;
}

INTERNAL void state_file_forget(clock_state_t *state)
{
    (void)state;
}

#endif
