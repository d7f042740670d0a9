/*
 * The state file from the inside: whatever happened to the machine or to a process, the state that
 * comes up gives out nothing twice. And what a record holds, and when one is written, is exact.
 */
#include "disk_state.h"

/* ---- crashes ---- */

static unsigned choice;  /* which unsynchronised writes survive, and how */
static bool takes_every; /* not that one, but each way once */
static struct {
    unsigned way, ways;
} chosen_ways[16];
static int choices;

static unsigned choose(unsigned ways)
{
    const unsigned way = choice % ways;

    if (takes_every) {
        require(choices < 16);
        chosen_ways[choices].ways = ways;
        return chosen_ways[choices++].way;
    }
    choice /= ways;
    return way;
}

/* Returns whether there is another one. */
static bool next_way(void)
{
    bool is_new = false;

    for (int i = 0; i < choices && !is_new; i++) {
        is_new = ++chosen_ways[i].way < chosen_ways[i].ways;
        if (!is_new)
            chosen_ways[i].way = 0;
    }
    choices = 0;
    return is_new;
}

static void close_all(void)
{
    for (int i = 0; i < FILES; i++)
        if (files[i].file != 0) {
            close(files[i].file);
            files[i].file = 0;
        }
}

/* What was written and not synchronised is lost, there, or torn; and the memory that processes
 * shared is there as it was at some time, or half of it. */
static void lose(inode_t *inode)
{
    uint8_t shared[BLOCK];

    for (int i = 0; i < inode->write_count; i++) {
        disk_write_t *write = &inode->writes[i];
        const size_t pieces[] = {0, write->size, write->size / 2, 24, 40, 56};
        const unsigned way = choose(6);

        memcpy(inode->disk + write->offset, write->bytes, pieces[way]);
    }
    inode->write_count = 0;
    require_eq(pread(inode->memory, shared, sizeof shared, STATE_AT), sizeof shared);
    switch (choose(3)) {
    case 0:
        break;
    case 1:
        memcpy(inode->disk + STATE_AT, shared, sizeof shared);
        break;
    case 2:
        memcpy(inode->disk + STATE_AT, shared, 72);
        break;
    }
    close(inode->memory);
    inode->memory = new_memory(inode->disk);
}

static void crash(void)
{
    for (int i = 0; i < name_count; i++) {
        if (names[i].seen != names[i].on_disk && choose(2) == 0)
            names[i].on_disk = names[i].seen;
        names[i].seen = names[i].on_disk;
    }
    for (int i = 0; i < inode_count; i++)
        lose(&inodes[i]);
    boots++;
}

/* ---- an end at any call ---- */

static bool in_a_container; /* with a boot ID of its own, each time */

/* Whatever is given out from here on, by any process, is later. */
static void go_on_after(clock_state_t *opened, uint64_t time)
{
    assert_ok(raise_last_ns(NULL, opened, read_at(opened, now), time));
    if (highest < time)
        highest = time;
}

/* The life of a process: it opens the file and generates for a while, goes on after a time that is
 * further ahead than the disk, and resynchronises once after the clock was set back. */
static void live(bool resyncs)
{
    const state_opening_t opening = {.now = now, .max_lead = UUID9562_MAX_LEAD_NS_DEFAULT};

    if (in_a_container)
        boots += 1000;
    assert_ok(state_file_open(&own_state, "/state", &opening));
    give_some(own_state);
    go_on_after(own_state, now + 17000000000);
    if (resyncs) {
        now -= 600000000000;
        highest = 0; /* as it is asked to be */
        assert_ok(state_file_resync(own_state, read_at(own_state, now)));
    }
    give_some(own_state);
}

/* Does it until the call at which it ends. A kill takes locks and memory, and what was written
 * stays; a crash takes all processes, and some of that. Returns whether it came to the call. */
static bool end_at(int how, int at, void (*what)(bool), bool resyncs)
{
    static bool ended;

    happens = how;
    at_call = at;
    calls = 0;
    ended = true;
    if (setjmp(after) == 0) {
        what(resyncs);
        ended = false;
    }
    happens = NOTHING;
    close_all();
    unmap(&own_state);
    while (own_delays > 0)
        fork_allow();
    if (how == CRASH) {
        unmap(&other_state);
        crash();
    }
    return ended;
}

static void look_on(bool resyncs)
{
    (void)resyncs;
    if (other_state != NULL)
        give_some(other_state);
}

/* A process ends at a call, with another that has opened the file and goes on; later, the machine
 * crashes, and the next process goes on. */
static bool two_ends(int how, int at, int at_later, bool resyncs, unsigned way, uint64_t clock_step)
{
    state_opening_t opening = {.max_lead = UUID9562_MAX_LEAD_NS_DEFAULT};
    bool ended;

    new_disk();
    opening.now = now;
    choice = way;
    between = 1300000000 + way % 5 * 700000000;
    if (way % 4 != 0) { /* otherwise nobody has made the file before */
        assert_ok(state_file_open(&other_state, "/state", &opening));
        assert_ok(give(other_state));
    }
    ended = end_at(how, at, live, resyncs);
    if (how == KILL && way % 2 == 0) /* another goes on with what it left */
        end_at(NOTHING, 0, live, false);
    end_at(CRASH, at_later, in_a_container ? live : look_on, false);
    now -= clock_step;
    end_at(CRASH, at_later, live, false);
    end_at(NOTHING, 0, live, resyncs);
    unmap(&other_state);
    return ended;
}

static void all_ends(int how, bool resyncs, unsigned ways, uint64_t clock_step)
{
    bool ended = true;

    for (int at = 0; ended; at++)
        for (int at_later = 0; at_later < 12; at_later++)
            for (unsigned way = 0; way < ways; way++)
                ended = two_ends(how, at, at_later, resyncs, way * 7919, clock_step);
}

TEST(a_kill_at_any_call)
{
    all_ends(KILL, false, 12, 0);
    all_ends(KILL, true, 12, 0);
    all_ends(KILL, false, 12, 60000000000);
}

TEST(a_crash_at_any_call)
{
    all_ends(CRASH, false, 12, 0);
    all_ends(CRASH, true, 12, 0);
    all_ends(CRASH, false, 12, 60000000000);
}

/* A process generates until a crash at a call; the kernel may have written the memory back before an
 * earlier one. All that is on the disk in any way, the next process goes on from. */
static bool end_in_every_way(int at, int earlier, bool another, bool resyncs)
{
    const state_opening_t opening = {.now = START, .max_lead = DAY};
    bool ended;

    do {
        new_disk();
        between = 1300000000;
        if (another) {
            assert_ok(state_file_open(&other_state, "/state", &opening));
            assert_ok(give(other_state));
        }
        written_back_at = earlier;
        takes_every = true;
        ended = end_at(CRASH, at, live, resyncs);
        takes_every = false;
        written_back_at = NONE;
        end_at(NOTHING, 0, live, resyncs);
    } while (next_way());
    return ended;
}

TEST(every_way_of_a_crash)
{
    for (int kind = 0; kind < 4; kind++) {
        bool ended = true;

        for (int at = 0; ended; at++)
            for (int earlier = NONE; earlier < at; earlier++)
                ended = end_in_every_way(at, earlier, kind % 2 != 0, kind / 2 != 0);
    }
}

TEST(a_container_that_ends_at_any_call)
{
    in_a_container = true;
    all_ends(KILL, false, 12, 0);
    all_ends(KILL, true, 12, 0);
    all_ends(CRASH, false, 12, 60000000000);
}

/* Opens the file with this boot ID, generates once, and lets some time pass. */
static void visit(unsigned boot_id, uint64_t then)
{
    boots = boot_id;
    own_state = open_at(now, 0, NULL);
    assert_ok(give(own_state));
    unmap(&own_state);
    now += then;
}

/* They come and go, with few times taken: the clock is not left behind. */
TEST(containers_by_turns)
{
    clear();
    for (unsigned turn = 0; turn < 100 * BOOT_IDS; turn++)
        visit(5 + turn % BOOT_IDS, 100000000);
    require(highest < now);
    for (int i = given_count / 2; i < given_count; i++)
        require(given[i].identity == given[i - 1].identity);
}

/* What one has reserved and not used is not reserved once more by the next: together they are as
 * far ahead of the clock as one, but for a hundredth of a second each, which passes meanwhile. */
TEST(containers_without_end)
{
    clear();
    for (unsigned turn = 0; turn < 90; turn++)
        visit(5 + turn % 9, 0);
    require(highest <= now + 10 * SECOND + 90 * HUNDREDTH);
    clear();
    for (unsigned turn = 0; turn < 9000; turn++) {
        visit(5 + turn, HUNDREDTH);
        require(highest <= now + 10 * SECOND);
        given_count %= 1000; /* it takes long to compare with all */
    }
}

/* ---- what a record holds, and when one is written ---- */

TEST(the_disk_is_ten_seconds_ahead)
{
    clear();
    other_state = open_at(START, 0, NULL);
    require_eq(record_at(0).until_ns, 1);
    require_eq(record_at(0).sequence, 2);
    require_record(other_state, 3, START + 10 * SECOND);
    require_eq(atomic_load(&other_state->last_ns), 1);
    now = START + 5 * SECOND - 1;
    assert_ok(give(other_state));
    require_record(other_state, 3, START + 10 * SECOND);
    assert_ok(give(other_state)); /* half of it is left */
    require_record_due(other_state, 4, now + 10 * SECOND, (10 * SECOND - NS_PER_TICK) / 2);

    own_state = open_at(START + 12 * SECOND, 0, NULL);
    require_record(other_state, 5, START + 22 * SECOND);
    unmap(&own_state);
    own_state = open_at(START + 17 * SECOND - 1, 0, NULL); /* enough is there */
    require_record(own_state, 5, START + 22 * SECOND);
    unmap(&own_state);
    own_state = open_at(START + 17 * SECOND, 0, NULL);
    require_record(own_state, 6, START + 27 * SECOND);
    assert_ok(extend(own_state, START + 22 * SECOND - 1, START));
    require_record(own_state, 6, START + 27 * SECOND);
    assert_ok(extend(own_state, START + 22 * SECOND, START));
    require_record(own_state, 7, START + 32 * SECOND);
}

/* A hundredth of a second, at a time when the clock is behind; and never less than before. */
TEST(the_disk_is_ahead_of_times_that_are_ahead)
{
    clear();
    other_state = open_at(START, 0, NULL);
    own_state = open_at(START, START + 16 * SECOND, NULL);
    require_record_due(other_state, 4, START + 16 * SECOND + HUNDREDTH, HUNDREDTH / 2);
    require_eq(atomic_load(&other_state->last_ns), START + 16 * SECOND);
    unmap(&own_state);
    own_state = open_at(START, START + 1, NULL);
    require_eq(atomic_load(&other_state->last_ns), START + 16 * SECOND);
    assert_ok(extend(own_state, START, START + 40 * SECOND));
    require_record_due(own_state, 5, START + 40 * SECOND + HUNDREDTH, HUNDREDTH / 2);
    assert_ok(extend(own_state, START + 35 * SECOND, START + 40 * SECOND));
    require_record_due(own_state, 5, START + 40 * SECOND + HUNDREDTH, HUNDREDTH / 2);
    assert_ok(extend(own_state, START + 41 * SECOND, START + 40 * SECOND));
    require_record(own_state, 6, START + 51 * SECOND);
    assert_ok(extend(own_state, START, START + 48 * SECOND));
    require_record_due(own_state, 7, START + 51 * SECOND + 1, (3 * SECOND + 1) / 2);
}

static uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
    return word;
}

/* Other versions of the library have to find it so. */
TEST(the_format_of_the_file)
{
    enum { SIZE = 12288 };
    uint8_t file[SIZE + 1];
    uint32_t order_and_version[2];

    clear();
    other_state = open_at(START, 0, NULL);
    require_eq(pread(inodes[0].memory, file, sizeof file, 0), SIZE);
    for (int place = 0; place < 2; place++) {
        const uint8_t *record = file + 4096 * place;
        uint64_t sum = UINT64_C(14695981039346656037); /* of FNV-1a */

        require_mem(record, "UUID9562", 8);
        memcpy(order_and_version, record + 8, sizeof order_and_version);
        require_eq(order_and_version[0], 0x01020304);
        require_eq(order_and_version[1], 1);
        require_eq(word_at(record + 16), 2 + place);
        require_eq(word_at(record + 24), place == 0 ? 1 : START + 10 * SECOND);
        require_eq(word_at(record + 32), identity_of(other_state));
        for (int i = 0; i < 168; i++)
            sum = (sum ^ record[i]) * UINT64_C(1099511628211);
        require(word_at(record + 168) == sum);
    }
    require_eq(word_at(file + 8192), atomic_load(&other_state->last_ns));
}

static void require_identity(const uint64_t *node, uint64_t expected)
{
    uint64_t identity;

    assert_ok(draw_identity(&identity, node));
    require(identity == expected);
}

TEST(all_bits_of_an_identity_are_random)
{
    const uint64_t node = 5;

    random_byte = 0xff;
    require_identity(NULL, UINT64_C(0x3fffffffffffffff));
    require_identity(&node, UINT64_C(0x3fff000000000005));
    random_byte = 0;
    require_identity(NULL, UINT64_C(0x010000000000)); /* but for the one that no hardware has */
    require_identity(&node, 5);
    random_byte = -1;
}

TEST(a_record_is_later_than_the_one_before)
{
    const uint64_t node = 5, more = 6;

    clear();
    other_state = open_at(START, 0, &node);
    own_state = open_at(START - 60 * SECOND, 0, &more);
    require_record(own_state, 4, START + 10 * SECOND + 1);
    require_eq(identity_of(other_state) & UUID9562_NODE_MAX, 6);
    unmap(&own_state);
    own_state = open_at(START - 60 * SECOND, 0, &more); /* the same is nothing new */
    require_record(own_state, 4, START + 10 * SECOND + 1);
}

TEST(after_a_start_of_the_machine)
{
    uint64_t identity;

    for (int behind = 0; behind < 2; behind++) {
        clear();
        other_state = open_at(START, 0, NULL);
        identity = identity_of(other_state);
        end_at(CRASH, 0, look_on, false);
        now = START + 10 * SECOND - (uint64_t)behind;
        other_state = open_at(now, 0, NULL);
        require_record_due(other_state, 4, now + 10 * SECOND, (10 * SECOND - (uint64_t)behind) / 2);
        require_eq(atomic_load(&other_state->last_ns), START + 10 * SECOND);
        require_eq(identity_of(other_state) & UUID9562_NODE_MAX, identity & UUID9562_NODE_MAX);
        require_eq(identity_of(other_state) >> 48, ((identity >> 48) + (uint64_t)behind) & 0x3fff);
    }
}

TEST(a_resync_goes_back)
{
    uint64_t identity;

    for (int behind = 0; behind < 2; behind++) {
        clear();
        other_state = open_at(START, 0, NULL);
        identity = identity_of(other_state);
        atomic_store(&other_state->last_ns, START + 3 * SECOND);
        now = behind ? START - 60 * SECOND : START + SECOND;
        assert_ok(state_file_resync(other_state, read_at(other_state, now)));
        require_eq(record_at(0).until_ns - START,
                   (behind ? START + 10 * SECOND + 1 : now + 10 * SECOND) - START);
        require_record(other_state, 5, now + 10 * SECOND);
        require_eq(atomic_load(&other_state->last_ns), now);
        require_eq(atomic_load(&other_state->resyncs_begun), 1);
        require_eq(atomic_load(&other_state->resyncs_done), 1);
        require_eq(identity_of(other_state) & UUID9562_NODE_MAX, identity & UUID9562_NODE_MAX);
        require_eq(identity_of(other_state) >> 48, ((identity >> 48) + 1) & 0x3fff);
    }
}

/* As they wait for the lock. */
TEST(a_resync_comes_after_a_reading)
{
    reading_t early;

    clear();
    other_state = open_at(START, START, NULL);
    early = read_at(other_state, START + DAY);
    assert_ok(state_file_resync(other_state, read_at(other_state, START)));
    assert_status(state_file_extend(other_state, early, START, START + DAY), UUID9562_ERR_LEAD);
    assert_status(state_file_resync(other_state, early), UUID9562_ERR_LEAD);
    require_record(other_state, 5, START + 10 * SECOND);
}

/* The resync had begun before the reading. */
TEST(a_resync_comes_after_the_last_time_was_loaded)
{
    const uint64_t last = START + 3600 * SECOND;

    clear();
    other_state = open_at(START, last, NULL);
    assert_ok(state_file_resync(other_state, read_at(other_state, START)));
    assert_status(state_file_extend(other_state, read_at(other_state, START), last, last + 1),
                  UUID9562_ERR_LEAD);
    require_record(other_state, 5, START + 10 * SECOND);
}

/* The first record of the next one covers what was given out: the machine may crash before the time
 * goes back. */
TEST(a_resync_after_one_that_was_cut_short)
{
    clear();
    other_state = open_at(START, START + 30 * SECOND, NULL);
    atomic_store(&other_state->renew_ns, 1);
    atomic_store(&other_state->until_ns, 1);
    assert_ok(state_file_resync(other_state, read_at(other_state, START)));
    require_eq(record_at(0).until_ns - START, 30 * SECOND + HUNDREDTH);
    require_record(other_state, 5, START + 10 * SECOND);
}

/* A day. What is beyond 64 bits is their end. */
TEST(how_far_a_file_may_be_ahead)
{
    const state_opening_t before = {.now = START - 1, .max_lead = DAY},
                          bold = {.now = START - 1, .max_lead = DAY + 1};
    clock_state_t *opened;

    clear();
    other_state = open_at(START, START + DAY, NULL);
    own_state = open_at(START, 0, NULL);
    require_eq(state_file_open(&opened, "/state", &before), UUID9562_ERR_STATE_AHEAD);
    assert_ok(state_file_open(&opened, "/state", &bold));
    unmap(&opened);
    clear();
    other_state = open_at(START, UINT64_MAX - 2 * HUNDREDTH, NULL);
    require_record_due(other_state, 3, UINT64_MAX - HUNDREDTH, HUNDREDTH / 2);
    assert_ok(extend(other_state, START, UINT64_MAX - HUNDREDTH - 1));
    require_record_due(other_state, 4, UINT64_MAX - 1, HUNDREDTH / 2);
    assert_ok(extend(other_state, START, UINT64_MAX));
    require_record_due(other_state, 5, UINT64_MAX, 0);
}
