/*
 * The state of the tests on the fake disk (fake_disk.h): opening it, taking times, reading records.
 */
#ifndef DISK_STATE_H
#define DISK_STATE_H

#include "fake_disk.h"

/* ---- what was given out ---- */

static struct {
    uint64_t identity, last;
} given[4096];
static int given_count;
static uint64_t highest, now, between;
static clock_state_t *own_state, *other_state; /* of a process that ends, and of one that goes on */

static reading_t read_at(const clock_state_t *opened, uint64_t ns)
{
    return (reading_t){ns, atomic_load(&opened->resyncs_begun)};
}

static uuid9562_status_t extend(clock_state_t *opened, uint64_t ns, uint64_t last)
{
    return state_file_extend(opened, read_at(opened, ns), 0, last);
}

/* As order.c does it. */
static uuid9562_status_t give(clock_state_t *opened)
{
    uint64_t last = atomic_load(&opened->last_ns), first;

    require(step_reserve(&first, &last, now, 1, NS_PER_TICK));
    if (last >= atomic_load(&opened->renew_ns)) {
        uuid9562_status_t status = extend(opened, now, last);
        if (status != UUID9562_OK)
            return status;
    }
    require(last <= atomic_load(&opened->until_ns));
    require((identity_of(opened) & UUID9562_NODE_MAX) != 0); /* a random node has a bit set */
    atomic_store(&opened->last_ns, last);

    for (int i = 0; i < given_count; i++)
        if (given[i].identity == identity_of(opened))
            require(given[i].last < first);
    require(given_count < 4096);
    given[given_count].identity = identity_of(opened);
    given[given_count++].last = last;
    require(first > highest);
    highest = last;
    return UUID9562_OK;
}

static void give_some(clock_state_t *state)
{
    for (int i = 0; i < 5; i++) {
        assert_ok(give(state));
        now += between;
    }
}

static void new_disk(void)
{
    for (int i = 0; i < inode_count; i++)
        close(inodes[i].memory);
    inode_count = name_count = given_count = 0;
    highest = 0;
    now = UINT64_C(1700000000000000000);
}

static void unmap(clock_state_t **state)
{
    if (*state != NULL)
        state_file_forget(*state);
    *state = NULL;
}

/* ---- records ---- */

static const uint64_t SECOND = 1000000000, HUNDREDTH = 10000000,
                      START = UINT64_C(1700000000000000000);

/* A place of the first file, as it is on the disk. */
static record_t record_at(int place)
{
    record_t record;

    memcpy(&record, inodes[0].disk + place * 4096, sizeof record);
    return record;
}

/* The newer one is this, with the next one due so long before, and it is what the state says. */
static void require_record_due(const clock_state_t *state, uint64_t sequence, uint64_t until_ns,
                               uint64_t before)
{
    const record_t record = record_at((int)(sequence % 2));
    uuid9562_state_t described;
    char boot[37];
    uuid9562_t boot_id;
    size_t offset;

    snprintf(boot, sizeof boot, "00000000-0000-4000-8000-%012x", boots);
    assert_ok(uuid9562_parse(&boot_id, &offset, boot, 36));
    require_mem(record.boot_ids[0].bytes, boot_id.bytes, sizeof boot_id);
    require_eq(record.sequence, sequence);
    require(record_at((int)(sequence + 1) % 2).sequence < sequence);
    require_eq(record.until_ns - START, until_ns - START);
    require_eq(atomic_load(&state->until_ns) - START, until_ns - START);
    require_eq(atomic_load(&state->renew_ns) - START, until_ns - before - START);
    state_file_describe(state, &described);
    require_eq(described.until_ns, until_ns);
    require_eq(described.last_ns, atomic_load(&state->last_ns));
    require_eq(described.node, record.identity & UINT64_C(0xffffffffffff));
    require_eq(described.clock_seq, record.identity >> 48);
    require(record.identity >> 62 == 0);
}

static void require_record(const clock_state_t *state, uint64_t sequence, uint64_t until_ns)
{
    require_record_due(state, sequence, until_ns, 5 * SECOND);
}

static const uint64_t DAY = 86400 * UINT64_C(1000000000);

static clock_state_t *open_at(uint64_t ns, uint64_t last, const uint64_t *node)
{
    const state_opening_t opening = {.now = ns, .last = last, .max_lead = DAY, .node = node};
    clock_state_t *opened;

    assert_ok(state_file_open(&opened, "/state", &opening));
    for (int i = 0; i < FILES; i++)
        require_eq(files[i].file, 0);
    require_eq(own_delays, 0);
    return opened;
}

static void clear(void)
{
    unmap(&other_state);
    unmap(&own_state);
    new_disk();
}

#endif
