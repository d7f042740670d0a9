/*
 * A firmware: keys of version 7 without an operating system, files or a clock of wall time, in one
 * order over all restarts. docs/embedding.md says how to compile it.
 */
#include <stdio.h>
#include <uuid9562_generator.h>

/* What the board has: a timer, a generator of random numbers, and memory that keeps its bytes. */
uint64_t board_ms_since_boot(void);
int board_random(void *bytes, size_t count); /* of cryptographic quality; 0, or -1 */
bool board_load(uint8_t last[16]);           /* false in a new device */
void board_store(const uint8_t last[16]);

/* The timer counts from the time of the last UUID, in a new device from that of the build. A device
 * that learns the time, from a network for instance, sets this, and goes on in order if that is
 * later. */
static int64_t boot_unix_ms = 1767225600000; /* 2026-01-01 */

int uuid9562_os_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    const int64_t unix_ms = boot_unix_ms + (int64_t)board_ms_since_boot();

    (void)context;
    *seconds = unix_ms / 1000;
    *nanoseconds = (uint32_t)(unix_ms % 1000) * 1000000;
    return 0;
}

int uuid9562_os_random(void *context, void *bytes, size_t count)
{
    (void)context;
    return board_random(bytes, count);
}

/* What follows a restart is later than the last UUID. */
static uuid9562_status_t start(void)
{
    uuid9562_t last;

    if (!board_load(last.bytes))
        return UUID9562_OK;
    uuid9562_get_timestamp_ms(&boot_unix_ms, &last);
    return uuid9562_advance(NULL, &last);
}

int main(void)
{
    uuid9562_t id;
    char text[UUID9562_STRING_SIZE];

    if (start() != UUID9562_OK)
        return 1;
    for (int i = 0; i < 3; i++) {
        if (uuid9562_uuid7(NULL, &id) != UUID9562_OK)
            return 2;
        board_store(id.bytes); /* flash wears: store one a minute, and add a minute in start() */
        puts(uuid9562_to_string(text, &id));
    }
    /* => 019f940b-9a01-7000-8031-d92a82c8d8fe */
    /* => 019f940b-9a01-7000-804d-98558ce2b347 */
    /* => 019f940b-9a01-7000-8091-98542f112d05 */
    return 0;
}
