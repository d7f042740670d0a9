/*
 * A record of a state file (record.h).
 */
#include "../system/os.h"

#ifdef OS_FILES
#include "record.h"

#include <stddef.h>
#include <string.h>

#include "storage.h"

enum { VERSION = 1, ORDER_OF_BYTES = 0x01020304 };
static const uint8_t magic[8] = {'U', 'U', 'I', 'D', '9', '5', '6', '2'};

_Static_assert(sizeof(record_t) == 176, "the same for all processes");

INTERNAL uint64_t clock_seq_above(uint64_t node, uint64_t clock_seq)
{
    return (clock_seq & UUID9562_CLOCK_SEQ_MAX) << 48 | node;
}

INTERNAL uuid9562_status_t draw_identity(uint64_t *identity, const uint64_t *node)
{
    if (os_random(identity, sizeof *identity) != 0)
        return UUID9562_ERR_ENTROPY;
    *identity &= UINT64_C(0x3fffffffffffffff);
    if (node != NULL)
        *identity = *identity >> 48 << 48 | *node;
    else
        *identity |= UINT64_C(1) << 40; /* no hardware has it (RFC 9562 section 6.10) */
    return UUID9562_OK;
}

INTERNAL bool record_has_boot_id(const record_t *record, const uuid9562_t *boot_id)
{
    for (int i = 0; i < BOOT_IDS; i++)
        if (memcmp(&record->boot_ids[i], boot_id, sizeof *boot_id) == 0)
            return true;
    return false;
}

INTERNAL void record_add_boot_id(record_t *record, const uuid9562_t *boot_id)
{
    memmove(&record->boot_ids[1], &record->boot_ids[0], sizeof record->boot_ids - sizeof *boot_id);
    record->boot_ids[0] = *boot_id;
}

/* FNV-1a of 64 bits. It finds damage, not malice. */
static uint64_t checksum(const record_t *record)
{
    const uint8_t *bytes = (const uint8_t *)record;
    uint64_t sum = UINT64_C(14695981039346656037);

    for (size_t i = 0; i < offsetof(record_t, checksum); i++)
        sum = (sum ^ bytes[i]) * UINT64_C(1099511628211);
    return sum;
}

INTERNAL void record_seal(record_t *record)
{
    memcpy(record->magic, magic, sizeof magic);
    record->order_of_bytes = ORDER_OF_BYTES;
    record->version = VERSION;
    record->checksum = checksum(record);
}

INTERNAL uuid9562_status_t record_read(int file, record_t *newest)
{
    uuid9562_status_t status = UUID9562_ERR_STATE_FORMAT;

    for (uint64_t i = 0; i < 2; i++) {
        record_t record;

        if (!file_read(file, &record, sizeof record, i * BLOCK))
            return UUID9562_ERR_STATE_OPEN;
        if (memcmp(record.magic, magic, sizeof magic) != 0 ||
            record.order_of_bytes != ORDER_OF_BYTES || record.checksum != checksum(&record))
            continue;
        if (record.version != VERSION)
            return UUID9562_ERR_STATE_VERSION;
        if (status == UUID9562_OK && record.sequence < newest->sequence)
            continue;
        *newest = record;
        status = UUID9562_OK;
    }
    return status;
}

INTERNAL uuid9562_status_t record_write(int file, record_t *record)
{
    record_seal(record);
    if (!file_write(file, record, sizeof *record, record->sequence % 2 * BLOCK) || !os_sync(file))
        return UUID9562_ERR_STATE_WRITE;
    return UUID9562_OK;
}

#endif
