/*
 * Binary formats of 16 bytes: in the order of the UUID, of Microsoft's GUIDs (MS-DTYP section
 * 2.3.4.2), of MySQL's UUID_TO_BIN(uuid, 1), and of two little-endian numbers.
 */
#include <string.h>

#include "formats.h"

/* Fields of 4, 2 and 2 bytes are reversed: its own inverse. */
INTERNAL const uint8_t guid_order[16] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};

#ifndef UUID9562_OMIT_FORMATS
/* The first and the third field change places, so that version 1 sorts by time. */
INTERNAL const uint8_t mysql_order[16] = {6, 7, 4, 5, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15};

/* The two halves of Java's UUID, of 8 bytes each, are reversed: its own inverse. */
INTERNAL const uint8_t halves_order[16] = {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8};
#endif

uuid9562_status_t uuid9562_from_bytes(uuid9562_t *out, size_t *offset, const void *bytes,
                                      size_t length)
{
    if (length != sizeof out->bytes) {
        if (offset != NULL)
            *offset = length < sizeof out->bytes ? length : sizeof out->bytes;
        return UUID9562_ERR_LENGTH;
    }
    memcpy(out->bytes, bytes, sizeof out->bytes);
    return UUID9562_OK;
}

#ifndef UUID9562_OMIT_FORMATS
INTERNAL uuid9562_status_t read_reordered(uuid9562_t *out, size_t *offset,
                                          const format_row_t *format, const char *text,
                                          size_t length)
{
    uuid9562_t stored;
    uuid9562_status_t status = uuid9562_from_bytes(&stored, offset, text, length);

    for (int i = 0; status == UUID9562_OK && i < 16; i++)
        out->bytes[format->order[i]] = stored.bytes[i];
    return status;
}

INTERNAL size_t write_reordered(char *out, const format_row_t *format, const uuid9562_t *uuid)
{
    const uint8_t *order = format->order;
    uuid9562_t stored;

    for (int i = 0; i < 16; i++)
        stored.bytes[i] = uuid->bytes[order[i]];
    memcpy(out, stored.bytes, sizeof stored.bytes);
    return sizeof stored.bytes;
}
#endif

void uuid9562_guid_swap(uuid9562_t *out, const uuid9562_t *uuid)
{
    const uuid9562_t original = *uuid;

    for (int i = 0; i < 16; i++)
        out->bytes[i] = original.bytes[guid_order[i]];
}
