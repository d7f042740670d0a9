/*
 * How directories carry a UUID, and what they say of it: the DER of the ASN.1 type of RFC 4530
 * section 2.1, the escaped octets of a search filter (RFC 4515 section 3), and the schema
 * descriptions of RFC 4530. The string that LDAP itself carries is the canonical form; the matching
 * rules are in match.c.
 *
 * Pure.
 */
#include <string.h>

/* ---- DER: the tag of an OCTET STRING, the length in its short form, the octets ---- */

static const char der_head[] = {0x04, sizeof(uuid9562_t)};

_Static_assert(DER_LENGTH == sizeof der_head + sizeof(uuid9562_t), "DER is all of it");

static uuid9562_status_t read_der(const uuid9562_form_t *form, uuid9562_t *out, const char *text,
                                  size_t length, size_t *offset)
{
    size_t i = 0;

    (void)form;
    while (i < length && i < DER_LENGTH && (i >= sizeof der_head || text[i] == der_head[i]))
        i++;
    *offset = i;
    if (i < DER_LENGTH || i < length)
        return UUID9562_ERR_DER;
    memcpy(out->octets, text + sizeof der_head, sizeof out->octets);
    return UUID9562_OK;
}

static size_t write_der(const uuid9562_form_t *form, const uuid9562_t *uuid, char *out)
{
    (void)form;
    memcpy(out, der_head, sizeof der_head);
    memcpy(out + sizeof der_head, uuid->octets, sizeof uuid->octets);
    return DER_LENGTH;
}

/* ---- each octet as a backslash and two hex digits ---- */

enum { BARE_DIGITS = 2 * sizeof(uuid9562_t), ESCAPED_OCTET = 3 };

static uuid9562_status_t read_escaped(const uuid9562_form_t *form, uuid9562_t *out,
                                      const char *text, size_t length, size_t *offset)
{
    char digits[BARE_DIGITS];
    uuid9562_status_t status = text_fault(form, text, length, offset);

    if (length != form->count || *offset != length)
        return status;
    for (size_t i = 0; i < sizeof digits; i += 2)
        memcpy(digits + i, text + i / 2 * ESCAPED_OCTET + 1, 2);
    hex()->read_bare(out->octets, digits);
    return UUID9562_OK;
}

static size_t write_escaped(const uuid9562_form_t *form, const uuid9562_t *uuid, char *out)
{
    char digits[BARE_DIGITS];

    hex()->write_bare(digits, uuid->octets);
    memcpy(out, form->digits, form->count);
    for (size_t i = 0; i < sizeof digits; i += 2)
        memcpy(out + i / 2 * ESCAPED_OCTET + 1, digits + i, 2);
    return form->count;
}

/* ---- the schema ---- */

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
