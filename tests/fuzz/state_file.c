/*
 * Any bytes as the content of a state file, which is opened, used, and opened again: as by another
 * process, or after a crash that lost the memory. Opening it is an error; or each time is later
 * than what the file said and than all before, and none is later than what is on the disk.
 *
 * The core is compiled into this file, so that it sees the records and can forget an open file. The
 * clock stands still unless the input moves it, and each run is later than all before.
 */
#include <time.h>

static struct timespec now = {1000000000, 0};

static int fake_gettime(clockid_t clock, struct timespec *out)
{
    (void)clock;
    *out = now;
    return 0;
}

#define clock_gettime fake_gettime
#define UUID9562_CLOCK_SYSTEM
#include "../../core/uuid9562.c"

#include <unistd.h>

#include "fuzz.h"

typedef struct content {
    char blocks[2][BLOCK];
    clock_state_t memory;
    char rest[BLOCK - sizeof(clock_state_t)];
} content_t;

static char path[] = "/dev/shm/uuid9562-fuzz-XXXXXX";
static int file;
static uuid9562_t boot_id;

/* Another definition of the newer whole record; NULL if there is none. */
static const record_t *newer(const content_t *content)
{
    static record_t records[2];
    const record_t *found = NULL;

    for (int i = 0; i < 2; i++) {
        const uint8_t *bytes = (const uint8_t *)content->blocks[i];
        uint64_t sum = UINT64_C(0xcbf29ce484222325);

        memcpy(&records[i], bytes, sizeof *records);
        for (size_t at = 0; at < 168; at++)
            sum = (sum ^ bytes[at]) * UINT64_C(0x100000001b3);
        if (memcmp(bytes, "UUID9562\4\3\2\1", 12) == 0 && records[i].checksum == sum &&
            (found == NULL || found->sequence <= records[i].sequence))
            found = &records[i];
    }
    return found;
}

static const content_t *content(void)
{
    static content_t whole;

    return pread(file, &whole, sizeof whole, 0) == sizeof whole ? &whole : NULL;
}

/* Records of which the input gives the parts that count; its flags say which are damaged. */
static void compose(fuzz_t *in, content_t *out, uint64_t base)
{
    const uint8_t flags = take_byte(in);
    clock_state_t *memory = &out->memory;

    for (int i = 0; i < 2; i++) {
        record_t record = {.sequence = take_byte(in)};

        record.until_ns = base + (uint64_t)take_integer(in);
        take(in, &record.identity, 8);
        if (flags >> i & 1)
            record.boot_ids[take_byte(in) % BOOT_IDS] = boot_id;
        record_seal(&record);
        record.checksum ^= flags >> (i + 2) & 1;
        memcpy(out->blocks[i], &record, sizeof record);
    }
    memory->last_ns = base + (uint64_t)take_integer(in);
    memory->renew_ns = base + (uint64_t)take_integer(in);
    memory->until_ns = base + (uint64_t)take_integer(in);
    take(in, &memory->resyncs_begun, 16);
    memory->identity = (uint64_t)take_integer(in);
    if ((flags & 16) && newer(out) != NULL) { /* what agrees */
        memory->until_ns = newer(out)->until_ns;
        memory->renew_ns = memory->until_ns - take_byte(in);
        memory->identity = clock_seq_before(newer(out)->identity, memory->resyncs_begun);
    }
}

/* Opens it, and returns the time that all to come must be later than; or 0 after an error. */
static uint64_t open_file(void)
{
    const record_t *said = content() != NULL ? newer(content()) : NULL;
    clock_state_t *own = process_clock_state();
    uint64_t floor;

    if (own->shared != 0)
        state_file_forget((clock_state_t *)(uintptr_t)own->shared);
    memset(own, 0, sizeof *own);
    floor = said == NULL                         ? 0
            : record_has_boot_id(said, &boot_id) ? content()->memory.last_ns
                                                 : said->until_ns;
    if (uuid9562_state_open(path, NULL) != UUID9562_OK)
        return 0;
    REQUIRE(said != NULL);
    return floor + 1;
}

/* Does what a byte says, and returns the time that all to come must be later than. */
static uint64_t use(uint8_t byte, uint64_t floor)
{
    const int version = (const int[]){7, 7, 6, 1}[byte & 3];
    uint64_t last = floor;
    uuid9562_state_t state;
    uuid9562_t uuid[100];

    if (byte & 8)
        now.tv_sec += byte >> 4;
    else if (byte == 0x40)
        return uuid9562_resync(NULL) == UUID9562_OK ? 0 : floor;
    if (uuid9562_batch(NULL, uuid, version, 1 + byte / 3) != UUID9562_OK)
        return floor;
    REQUIRE(uuid9562_state_get(&state) && content() != NULL && newer(content()) != NULL);
    for (int i = 0; i <= byte / 3; i++, floor = last + 1) {
        int64_t ns = (int64_t)state.last_ns;
        bool present;

        if (version == 7)
            REQUIRE(uuid9562_get_timestamp_ns(&present, &ns, &uuid[i], 20) == UUID9562_OK);
        last = (uint64_t)ns;
        REQUIRE(last >= floor || (i > 0 && version != 7));
    }
    REQUIRE(state.last_ns <= newer(content())->until_ns);
    return state.last_ns + 1;
}

/* The machine was started again: other boot IDs, and none of the memory. */
static void crash(void)
{
    content_t lost = *content();

    for (int i = 0; i < 2; i++) {
        record_t *record = (record_t *)(void *)lost.blocks[i];

        if (record->checksum == checksum(record)) {
            memset(record->boot_ids, 1, sizeof record->boot_ids);
            record_seal(record);
        }
    }
    memset(&lost.memory, 0, sizeof lost.memory);
    REQUIRE(pwrite(file, &lost, sizeof lost, 0) == sizeof lost);
}

static void remove_file(void)
{
    unlink(path);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    file = mkstemp(path);
    REQUIRE(file >= 0 && atexit(remove_file) == 0 && read_boot_id(&boot_id));
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_t in = {data, size};
    content_t bytes = {0};
    size_t length = sizeof bytes;
    const uint8_t flags = take_byte(&in);
    uint64_t floor;

    now.tv_sec += 1000;
    if (flags & 1)
        compose(&in, &bytes, (uint64_t)now.tv_sec * 1000000000);
    else
        take(&in, &bytes, length = flags & 2 ? length : in.left % (length + 1));
    REQUIRE(ftruncate(file, 0) == 0 && pwrite(file, &bytes, length, 0) == (ssize_t)length);
    floor = open_file();
    for (int round = 0; round < 2 && floor > 0; round++) {
        uint64_t least;

        for (int i = 0; i < 6 && in.left > 0; i++)
            floor = use(take_byte(&in), floor);
        if (flags & 4)
            crash();
        least = open_file();
        floor = least > floor || least == 0 ? least : floor;
    }
    return 0;
}
