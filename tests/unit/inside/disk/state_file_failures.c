/*
 * The state file from the inside: what cannot be done, and what other processes do meanwhile.
 */
#include "disk_state.h"

/* ---- what cannot be done ---- */

/* Opens the file anew; what it wants is written. */
static uuid9562_status_t opens(void)
{
    const state_opening_t opening = {.now = now, .last = now, .max_lead = DAY};
    uuid9562_status_t status = state_file_open(&own_state, "/state", &opening);

    if (status != UUID9562_OK)
        own_state = NULL;
    return status;
}

static uuid9562_status_t extends(void)
{
    return extend(other_state, now, atomic_load(&other_state->until_ns) + 1);
}

/* Of a process that was killed before it could publish it, in a resync. */
static void write_unpublished(void)
{
    record_t record = record_at(1);
    const int file = file_open("/state");

    record.identity = clock_seq_above(record.identity & UUID9562_NODE_MAX,
                                      (record.identity >> 48) + 1);
    record.until_ns++;
    record.sequence++;
    assert_ok(record_write(file, &record));
    file_close(file);
}

static uuid9562_status_t extends_unpublished(void)
{
    const int then_happens = happens;

    happens = NOTHING;
    write_unpublished();
    happens = then_happens;
    calls = 0;
    return extends();
}

static uuid9562_status_t extends_in_time(void)
{
    return extend(other_state, now, atomic_load(&other_state->until_ns));
}

static uuid9562_status_t resyncs(void)
{
    return state_file_resync(other_state, read_at(other_state, now));
}

static uuid9562_status_t settles_nothing(void)
{
    return state_file_settle(other_state);
}

static uuid9562_status_t settles(void)
{
    atomic_store(&other_state->renew_ns, 1);
    atomic_store(&other_state->until_ns, 1);
    atomic_fetch_add(&other_state->resyncs_begun, 1);
    return state_file_settle(other_state);
}

/* The state that was opened before goes on, whatever the call has done. */
static uuid9562_status_t tried(uuid9562_status_t (*what)(void))
{
    const int mappings_before = mappings;
    uuid9562_status_t status = what();

    happens = NOTHING;
    no_random = no_reading = is_always_replaced = false;
    boot_id_text = NULL;
    map_error = 0;
    held_for_us = 0;
    for (int i = 0; i < FILES; i++)
        require_eq(files[i].file, 0);
    for (int i = 0; i < name_count; i++) /* nothing beside it is left behind */
        require(names[i].seen == NONE || strchr(names[i].path, '.') == NULL || is_left);
    is_left = false;
    require_eq(own_delays, 0);
    unmap(&own_state);
    require_eq(mappings, mappings_before);
    return status;
}

static void begin_with_a_file(void)
{
    clear();
    slept_us = 0;
    other_state = open_at(now, 0, NULL);
    assert_ok(give(other_state));
    now += 6 * SECOND;
}

/* A letter for each system call that can fail: what comes of it. */
static void require_failures(bool is_new, uuid9562_status_t (*what)(void), const char *expected)
{
    static const struct {
        uuid9562_status_t status;
        char letter;
    } letters[] = {{UUID9562_OK, '-'},
                   {UUID9562_ERR_STATE_OPEN, 'o'},
                   {UUID9562_ERR_STATE_WRITE, 'w'},
                   {UUID9562_ERR_STATE_REPLACED, 'r'}};
    char found[64] = "";

    for (int at = 0; at < 32; at++) {
        uuid9562_status_t status;

        if (is_new)
            clear();
        else
            begin_with_a_file();
        happens = FAILURE;
        at_call = at;
        calls = 0;
        status = tried(what);
        if (calls <= at)
            break;
        for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
            if (letters[i].status == status)
                found[at] = letters[i].letter;
        if (is_new)
            continue;
        if (what == resyncs)
            highest = 0; /* as it is asked to be */
        give_some(other_state);
    }
    require_msg(strcmp(found, expected) == 0, "%s, not %s", found, expected);
}

TEST(a_failure_at_any_call)
{
    require_failures(true, opens, "ooooo-oo-wwww");
    require_failures(false, opens, "o-ww");
    require_failures(false, extends, "o-ww");
    require_failures(false, extends_unpublished, "o-wwww");
    require_failures(false, extends_in_time, "----");
    require_failures(false, resyncs, "o-wwww");
    require_failures(false, settles, "o-");
}

/* Nobody holds it then: the reason is the system's. */
TEST(a_file_system_without_locks)
{
    static uuid9562_status_t (*const calls_of_it[])(void) = {opens, extends, resyncs, settles};

    for (size_t i = 0; i < sizeof calls_of_it / sizeof *calls_of_it; i++) {
        begin_with_a_file();
        held_for_us = 1;
        lock_error = ENOLCK;
        require_eq(calls_of_it[i](), UUID9562_ERR_STATE_OPEN);
        require_eq(errno, ENOLCK);
        held_for_us = 0;
        require_eq(tried(calls_of_it[i]), UUID9562_OK);
    }
    lock_error = EWOULDBLOCK;
}

/* It is written once more, and what it says of the clock sequence does not come true. */
TEST(a_record_that_was_not_published)
{
    uint64_t identity;

    for (int i = 0; i < 2; i++) {
        begin_with_a_file();
        identity = identity_of(other_state);
        if (i == 0) {
            assert_ok(tried(extends_unpublished));
            require_record_due(other_state, 5, now + 10 * SECOND, 3 * SECOND - 1);
        } else {
            write_unpublished();
            assert_ok(tried(resyncs));
            require_record(other_state, 6, now + 10 * SECOND);
        }
        require_eq(identity_of(other_state) >> 48, ((identity >> 48) + (uint64_t)i) & 0x3fff);
    }
}

static void look_at_a_resync(void)
{
    static int writes;

    if (++writes != 2)
        return;
    require_eq(atomic_load(&other_state->last_ns), now);
    require_eq(atomic_load(&other_state->resyncs_done), 1);
    require_eq(atomic_load(&other_state->renew_ns), 1);
    require_eq(atomic_load(&other_state->until_ns), 1);
}

static void look_at_a_start(void)
{
    require_eq(atomic_load(&other_state->last_ns) - START, 10 * SECOND);
    require_eq(atomic_load(&other_state->renew_ns) - START, 10 * SECOND);
    require_eq(atomic_load(&other_state->until_ns) - START, 10 * SECOND - 1);
    require_eq(atomic_load(&other_state->resyncs_done), 3);
}

/* Nothing has been written, and all of the memory is as it has to be. */
TEST(in_the_midst_of_a_start)
{
    clear();
    other_state = open_at(START, 0, NULL);
    atomic_store(&other_state->resyncs_begun, 3);
    boots++;
    at_write = look_at_a_start;
    own_state = open_at(START, 0, NULL);
    at_write = NULL;
}

/* The time has gone back and the disk has not: no other call gets a time. */
TEST(in_the_midst_of_a_resync)
{
    begin_with_a_file();
    at_write = look_at_a_resync;
    assert_ok(tried(resyncs));
    at_write = NULL;
}

TEST(what_the_system_lacks)
{
    const uint64_t node = 5;
    const state_opening_t opening = {.now = START, .max_lead = DAY, .node = &node};

    begin_with_a_file();
    boot_id_text = "";
    assert_status(tried(opens), UUID9562_ERR_STATE_BOOT);
    map_error = ENOMEM;
    assert_status(tried(opens), UUID9562_ERR_MEMORY);
    map_error = EACCES;
    assert_status(tried(opens), UUID9562_ERR_STATE_OPEN);
    no_reading = true;
    assert_status(tried(opens), UUID9562_ERR_STATE_OPEN);
    no_reading = true;
    assert_status(tried(extends), UUID9562_ERR_STATE_OPEN);
    no_reading = true;
    assert_status(tried(resyncs), UUID9562_ERR_STATE_OPEN);
    no_random = true; /* which only another node needs */
    assert_ok(tried(opens));
    no_random = true;
    assert_status(state_file_open(&own_state, "/state", &opening), UUID9562_ERR_ENTROPY);
    assert_status(state_file_create("/other", NULL, 0600, false), UUID9562_ERR_ENTROPY);
    clear();
    assert_status(tried(opens), UUID9562_ERR_ENTROPY);
}

/* ---- a file that was overwritten ---- */

static void zero_all(clock_state_t *state)
{
    memset(state, 0, sizeof *state);
}

static void zero_the_limit(clock_state_t *state)
{
    atomic_store(&state->renew_ns, 0);
}

static void zero_the_identity(clock_state_t *state)
{
    atomic_store(&state->identity, 0);
}

static void raise_the_limit(clock_state_t *state)
{
    atomic_fetch_add(&state->until_ns, DAY);
}

static void renew_never(clock_state_t *state)
{
    atomic_store(&state->renew_ns, UINT64_MAX);
}

/* It does not agree with the records: as soon as one of them is read, every call is an error, of
 * processes that have it open and of those that open it. */
TEST(memory_that_no_record_explains)
{
    static void (*const damages[])(clock_state_t *) = {zero_all, zero_the_limit, zero_the_identity,
                                                       raise_the_limit, renew_never};
    static uuid9562_status_t (*const readers[])(void) = {extends, resyncs, settles_nothing, opens};

    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++)
        for (size_t j = 0; j < sizeof readers / sizeof *readers; j++) {
            begin_with_a_file();
            damages[i](other_state);
            assert_ok(extends_in_time()); /* which has no error of its own */
            assert_status(tried(readers[j]), UUID9562_ERR_STATE_FORMAT);
            assert_status(give(other_state), UUID9562_ERR_STATE_FORMAT);
            assert_status(tried(opens), UUID9562_ERR_STATE_FORMAT);
            require_eq(record_at(1).sequence, 3);
            require_eq(record_at(0).sequence, 2);
        }
}

/* Five seconds, or not at all. */
TEST(patience_with_a_lock)
{
    static uuid9562_status_t (*const patient[])(void) = {opens, extends, resyncs, settles};
    const long most = 5000000;

    for (size_t i = 0; i < sizeof patient / sizeof *patient; i++)
        for (sleep_us = 100; sleep_us <= 10000; sleep_us *= 10) {
            begin_with_a_file();
            held_for_us = most;
            assert_ok(tried(patient[i]));
            require_eq(slept_us, most);
            slept_us = 0;
            held_for_us = most + 1;
            assert_status(tried(patient[i]), UUID9562_ERR_STATE_LOCK);
            require_eq(slept_us, most);
        }
    begin_with_a_file();
    held_for_us = 1;
    assert_ok(tried(extends_in_time));
    require_eq(slept_us, 0);
    require_eq(record_at(1).sequence, 3);
    require_eq(record_at(0).sequence, 2);
    assert_ok(tried(extends_in_time));
    require_eq(record_at(0).sequence, 4);
}

/* ---- meanwhile ---- */

static void another_creates(void)
{
    assert_ok(state_file_create("/state", &(uint64_t){5}, 0600, true));
}

static void another_removes(void)
{
    while (fake_unlink("/state") != 0)
        ;
}

TEST(a_file_that_appears)
{
    clear();
    meanwhile = another_creates; /* after there was none */
    other_state = open_at(now, 0, NULL);
    require_eq(identity_of(other_state) & UUID9562_NODE_MAX, 5);
}

TEST(a_file_that_is_always_another)
{
    begin_with_a_file();
    looks = 0;
    is_always_replaced = true;
    assert_status(tried(opens), UUID9562_ERR_STATE_REPLACED);
    require_eq(looks, 100);
}

TEST(a_file_that_is_replaced)
{
    static uuid9562_status_t (*const again[])(void) = {extends, resyncs, settles};
    static void (*const acts[])(void) = {another_creates, another_removes};

    for (size_t act = 0; act < 2; act++) {
        begin_with_a_file();
        meanwhile = acts[act];
        own_state = open_at(now, 0, NULL);
        require(!state_file_is_at(other_state, "/state"));
        require(state_file_is_at(own_state, "/state"));
        require_eq((identity_of(own_state) & UUID9562_NODE_MAX) == 5, act == 0);
        for (size_t i = 0; i < sizeof again / sizeof *again; i++) {
            begin_with_a_file();
            meanwhile = acts[act];
            assert_status(tried(again[i]), UUID9562_ERR_STATE_REPLACED);
            assert_status(tried(again[i]), UUID9562_ERR_STATE_REPLACED);
        }
    }
}
