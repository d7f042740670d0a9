/*
 * uuid9562_bindings.h - parsing user input and describing results, for bindings of languages, for
 * commands, and for C programs that take times, namespaces or nodes as text.
 *
 * uuid9562.h has none of this: there a choice is an enum, and a fixed length is an array.
 */
#ifndef UUID9562_PUBLIC_BINDINGS_H
#define UUID9562_PUBLIC_BINDINGS_H

#include "uuid9562.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors ---------------------------------------------------------------------------------- */

/* The longest text that uuid9562_describe writes, its NUL included, in bytes. */
#define UUID9562_DESCRIPTION_MAX 512

/* The text of uuid9562_strerror, then
 *   of the class MALFORMED: the offset;
 *   of STATE_OPEN and STATE_WRITE: the system's reason for the last such failure in this thread;
 *   of every STATE status: the path, with '?' for bytes that are not UTF-8, and "(UUID9562_STATE)"
 *   if the environment names it.
 * For the text that was read, a hint at the mistake follows:
 *
 *   "; found white space" if a space, one of \t \n \v \f \r, or U+00A0 is at the offset;
 *     "; found a byte order mark" (U+FEFF, both in UTF-8); "; found a NUL", as when sizeof was
 *     passed instead of strlen; "; found UTF-16" if every second byte is 0, or the text begins
 *     with a byte order mark of UTF-16
 *   "; it is text" if bytes of a wrong length are a UUID in the format `any`
 *   "; pass a number as an integer, not as text" if a time is 9 decimal digits or more
 *   "; it looks like ulid: pass that format" if the whole text is a ULID, or in another
 *     unmistakable format: typeid, oid, base64, ldap_filter. uuid9562_find_format finds it by this
 *     name, for uuid9562_parse_as
 *
 * Out:  out     NUL-terminated
 * Args: offset  as the failed function gave it; ignored for the other classes
 *       text    what the failed function read, of `length` bytes: a UUID, a time, the path of a
 *               state file; NULL for none */
UUID9562_API void uuid9562_describe(char out[UUID9562_DESCRIPTION_MAX], uuid9562_status_t status,
                                    size_t offset, const char *text, size_t length);

/* ---- User input ------------------------------------------------------------------------------ */

/* Copies a UUID from bytes; their length must be 16.
 * Out: offset  on an error: the smaller of the length and 16. May be NULL.
 * Errors: LENGTH */
UUID9562_API uuid9562_status_t uuid9562_from_bytes(uuid9562_t *out, size_t *offset,
                                                   const void *bytes,
                                                   size_t length) UUID9562_MUST_CHECK;

/* Reads a time as RFC 3339 and the date functions of SQLite write it: a date, YYYY-MM-DD;
 * optionally a time of day after T, t or one space: HH:MM, HH:MM:SS, or HH:MM:SS with a point and
 * at least one digit; optionally then Z, z, +HH:MM or -HH:MM, without which it is UTC. Digits of a
 * fraction after the ninth are dropped. From 10000 on, the year has five digits, as
 * uuid9562_format_utc writes it. Everything else is an error: other white space, 24:00, and second
 * 60, since Unix time has no leap seconds.
 * Out:    unix_ms   rounded down (before 1970 too)
 *         width_ms  the length of the span that the text names: a day, a minute, a second, or 1 ms
 *                   if it has a fraction. May be NULL.
 *         offset    on an error: as for uuid9562_parse
 * Errors: TIME */
UUID9562_API uuid9562_status_t uuid9562_parse_time(int64_t *unix_ms, uint32_t *width_ms,
                                                   size_t *offset, const char *text,
                                                   size_t length) UUID9562_MUST_CHECK;

/* As uuid9562_parse_time, in nanoseconds, rounded down, for uuid9562_uuid7_at_ns.
 * Errors: TIME; V7_UNIX_NS for a time outside 0 .. UUID9562_V7_UNIX_NS_MAX */
UUID9562_API uuid9562_status_t uuid9562_parse_time_ns(int64_t *unix_ns, size_t *offset,
                                                      const char *text,
                                                      size_t length) UUID9562_MUST_CHECK;

/* A namespace: @dns, @url, @oid, @x500, or a UUID in the format `any`.
 * Out: offset  as for uuid9562_parse
 * Errors: NAMESPACE, also for a name without its @; NAMESPACE_ID; NO_NAMESPACE for @none, for which
 *         a binding's uuid3 calls uuid9562_uuid3_bare */
UUID9562_API uuid9562_status_t uuid9562_parse_namespace(uuid9562_t *out, size_t *offset,
                                                        const char *text,
                                                        size_t length) UUID9562_MUST_CHECK;

/* A digest by its name: sha256, md5, sha1, sha384, sha512. NULL is the default, sha256.
 * Errors: DIGEST (the message lists them) */
UUID9562_API uuid9562_status_t uuid9562_find_digest(uuid9562_digest_t *digest, const char *name,
                                                    size_t length) UUID9562_MUST_CHECK;

/* A node by its name, `@host`: the hardware address of a network interface of this host, preferably
 * one that is universally administered, then one whose interface is up. It reveals which host
 * generated a UUID (RFC 9562 section 8), so it is used only if a caller asks for it.
 * Errors: NODE_NAME for any other name, HOST_NODE */
UUID9562_API uuid9562_status_t uuid9562_parse_node(uint64_t *node, const char *text,
                                                   size_t length) UUID9562_MUST_CHECK;

/* ---- Results --------------------------------------------------------------------------------- */

/* The formats in the order of the table, for a program that lists them.
 * Returns: format number `index`, or NULL past the last */
UUID9562_API const uuid9562_format_t *uuid9562_format_at(size_t index);

/* What a format is. Later versions may add members at the end. */
typedef struct {
    const char *name;
    uint8_t length;    /* in bytes; the longest, unless fixed_length; 0 for `any` */
    bool fixed_length; /* every UUID is written with `length` bytes */
    bool writable;     /* false for `any` and `strict`, which are only read */
    bool implied;      /* `any` reads this format too */
    bool binary;       /* bytes rather than text: a binding uses its type for bytes */
    bool sorted;       /* its texts or bytes, compared byte by byte, sort as the UUIDs do */
    bool any_case;     /* letters are read in either case */
} uuid9562_format_info_t;

/* Returns: what the format is, constant and valid for ever */
UUID9562_API const uuid9562_format_info_t *uuid9562_format_info(const uuid9562_format_t *format);

/* A field of a UUID. Later versions may add members at the end. */
typedef struct uuid9562_field {
    const char *name;
    uint8_t first_bit; /* 0 .. 127, counted from the most significant bit of the UUID */
    uint8_t width;     /* in bits, 1 .. 64 */
} uuid9562_field_t;

/* The fields of a UUID from the most significant on, by their names in the figures of RFC 9562
 * sections 5.1 to 5.8: `unix_ts_ms`, `ver`, `rand_a`, `var`, `rand_b`. Each bit is in one of them.
 * In version 2, whose definition that RFC leaves to DCE, they are `local_id`, `time_mid`, `ver`,
 * `time_high`, `var`, `clock_seq`, `local_domain` and `node`. In the other versions only `ver` and
 * `var` are defined, and in the other variants, to which Nil and Max belong, only `var`, of 1 or 3
 * bits; all other bits are `reserved`. In version 7 the fields do not say what the bits after the
 * millisecond mean: uuid9562_get_timestamp_ns reads the first of them as its fraction.
 * Out:     value  the bits of the field as a number. May be NULL.
 * Returns: field number `index`, constant and valid for ever; or NULL, and writes nothing, past the
 *          last */
UUID9562_API const uuid9562_field_t *uuid9562_field_at(uint64_t *value, const uuid9562_t *uuid,
                                                       size_t index);

/* The name of a variant: `ncs`, `rfc9562`, `microsoft`, `future`; or "unknown variant". */
UUID9562_API const char *uuid9562_variant_name(uuid9562_variant_t variant);

/* Writes a time as UTC on the proleptic Gregorian calendar, "YYYY-MM-DD HH:MM:SS.SSS", with
 * five digits of the year after 9999.
 * Args: unix_ms  UUID9562_V6_UNIX_MS_MIN .. UUID9562_V7_UNIX_MS_MAX, all that a UUID can hold
 * Returns: the number of bytes written, 23 or 24; 0, with nothing written, for any other time */
#define UUID9562_UTC_MAX 24
UUID9562_API size_t uuid9562_format_utc(char out[UUID9562_UTC_MAX], int64_t unix_ms);

#ifdef __cplusplus
}
#endif

#endif
