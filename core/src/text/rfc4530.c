/*
 * UUIDs in directories: the DER of the ASN.1 type of RFC 4530 section 2.1, the escaped bytes of a
 * search filter (RFC 4515 section 3), and the matching rules and the schema of RFC 4530. In LDAP
 * itself a value is text in the format canonical.
 */
#include <string.h>

#include "../../include/uuid9562_ldap.h"
#include "hex.h"
#include "formats.h"

#ifndef UUID9562_OMIT_FORMATS

/* ---- DER: the tag of an OCTET STRING, the length in its short form, the bytes ---- */

enum { DER_LENGTH = 18 };
static const char der_head[] = {0x04, sizeof(uuid9562_t)};

_Static_assert(DER_LENGTH == sizeof der_head + sizeof(uuid9562_t), "the head, then the bytes");

INTERNAL uuid9562_status_t read_der(uuid9562_t *out, size_t *offset, const format_row_t *format,
                                    const char *text, size_t length)
{
    size_t i = 0;

    (void)format;
    while (i < length && i < DER_LENGTH && (i >= sizeof der_head || text[i] == der_head[i]))
        i++;
    *offset = i;
    if (i < DER_LENGTH || i < length)
        return UUID9562_ERR_DER;
    memcpy(out->bytes, text + sizeof der_head, sizeof out->bytes);
    return UUID9562_OK;
}

INTERNAL size_t write_der(char *out, const format_row_t *format, const uuid9562_t *uuid)
{
    (void)format;
    memcpy(out, der_head, sizeof der_head);
    memcpy(out + sizeof der_head, uuid->bytes, sizeof uuid->bytes);
    return DER_LENGTH;
}

/* ---- each byte as a backslash and two hex digits ---- */

enum { BARE_DIGITS = 2 * sizeof(uuid9562_t), ESCAPED_BYTE = 3 };

INTERNAL uuid9562_status_t read_escaped(uuid9562_t *out, size_t *offset, const format_row_t *format,
                                        const char *text, size_t length)
{
    char digits[BARE_DIGITS];
    uuid9562_status_t status = pattern_mismatch(offset, format, text, length);

    if (length != format->count || *offset != length)
        return status;
    for (size_t i = 0; i < sizeof digits; i += 2)
        memcpy(digits + i, text + i / 2 * ESCAPED_BYTE + 1, 2);
    hex()->read_bare(out->bytes, digits);
    return UUID9562_OK;
}

INTERNAL size_t write_escaped(char *out, const format_row_t *format, const uuid9562_t *uuid)
{
    char digits[BARE_DIGITS];

    hex()->write_bare(digits, uuid->bytes);
    memcpy(out, format->pattern, format->count);
    for (size_t i = 0; i < sizeof digits; i += 2)
        memcpy(out + i / 2 * ESCAPED_BYTE + 1, digits + i, 2);
    return format->count;
}

#endif

/* ---- the matching rules: octetStringMatch and octetStringOrderingMatch on the value, with the
 * assertion as the text of section 2.1. Any other assertion makes the rule Undefined. ---- */

enum { UNDEFINED = -1 };

static bool read_assertion(uuid9562_t *asserted, const char *assertion, size_t length)
{
    const format_row_t *strict = format_row(FORMAT_strict);
    size_t reached;

    return read_pattern(asserted, &reached, strict, assertion, length) == UUID9562_OK;
}

int uuid9562_match(const uuid9562_t *stored, const char *assertion, size_t length)
{
    uuid9562_t asserted;

    if (!read_assertion(&asserted, assertion, length))
        return UNDEFINED;
    return uuid9562_compare(stored, &asserted) == 0;
}

int uuid9562_ordering_match(const uuid9562_t *stored, const char *assertion, size_t length)
{
    uuid9562_t asserted;

    if (!read_assertion(&asserted, assertion, length))
        return UNDEFINED;
    return uuid9562_compare(stored, &asserted) < 0;
}

/* ---- the schema ---- */

#ifdef UUID9562_OMIT_LDAP
const uuid9562_schema_t *uuid9562_ldap_schema(size_t index)
{
    (void)index;
    return NULL;
}
#else
static const uuid9562_schema_t schema_table[] = {
    {"2.1", "1.3.6.1.1.16.1", "UUID", "( 1.3.6.1.1.16.1 DESC 'UUID' )"},
    {"2.2", "1.3.6.1.1.16.2", "uuidMatch",
     "( 1.3.6.1.1.16.2 NAME 'uuidMatch' SYNTAX 1.3.6.1.1.16.1 )"},
    {"2.3", "1.3.6.1.1.16.3", "uuidOrderingMatch",
     "( 1.3.6.1.1.16.3 NAME 'uuidOrderingMatch' SYNTAX 1.3.6.1.1.16.1 )"},
    {"2.4", "1.3.6.1.1.16.4", "entryUUID",
     "( 1.3.6.1.1.16.4 NAME 'entryUUID' DESC 'UUID of the entry' EQUALITY uuidMatch"
     " ORDERING uuidOrderingMatch SYNTAX 1.3.6.1.1.16.1 SINGLE-VALUE NO-USER-MODIFICATION"
     " USAGE directoryOperation )"},
};

const uuid9562_schema_t *uuid9562_ldap_schema(size_t index)
{
    return index < sizeof schema_table / sizeof *schema_table ? &schema_table[index] : NULL;
}
#endif
