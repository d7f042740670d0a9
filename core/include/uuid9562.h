/*
 * uuid9562.h - universally unique identifiers as RFC 9562 defines them: the API that most C
 * programs need, and its reference. Less common parts have headers of their own:
 *
 *   uuid9562_generator.h  generators with your own clock, randomness or order
 *   uuid9562_bindings.h   parsing user input and describing results, for bindings and commands
 *   uuid9562_ldap.h       directories (RFC 4530)
 *   uuid9562_state.h      EXPERIMENTAL: one order for all processes of a machine
 *
 * Rules for every function:
 *
 *   UUIDs      A uuid9562_t is 16 bytes, the most significant first (RFC 9562 section 4). Any
 *              128-bit value is a UUID, whatever its variant.
 *   Arguments  Context first (the generator), then outputs, then inputs. No pointer may be NULL
 *              unless the function says so, or the length of its text or array is 0. An output may
 *              begin where an input UUID does; any other overlap is undefined. A value outside its
 *              enum is an error of the class RANGE; functions that return a text say "unknown".
 *   Absent     A function that returns bool returns false, and writes nothing, if the UUID has no
 *              such field. (uuid9562_get_timestamp_ns can also fail, so it reports absence in
 *              `present`.)
 *   Text       A pointer and a length in bytes. Nothing is read past the length, and no
 *              terminating NUL is expected or written, except where a comment says so: for printf
 *              and the like there is uuid9562_to_string.
 *   Errors     A function that can fail returns a uuid9562_status_t, and the compiler warns when it
 *              is ignored. On an error the outputs `offset` and `index` say where it is. Other
 *              outputs and the state are unchanged; uuid9562_parse_n, uuid9562_reseed and
 *              uuid9562_batch have exceptions.
 *   Times      unix_ms is milliseconds since 1970-01-01T00:00:00 UTC, and a name that ends in _ns
 *              means nanoseconds. Leap seconds are not counted. time(NULL) returns seconds, which
 *              would be a date in 1970: the current time is (int64_t)ts.tv_sec * 1000 +
 *              ts.tv_nsec / 1000000 after timespec_get(&ts, TIME_UTC). uuid9562_parse_time reads
 *              a time from text.
 *   Threads    Every function may be called from any thread at any time, but none from a signal
 *              handler.
 *   Purity     A pure function returns the same result for the same arguments, and uses no clock,
 *              randomness or state. Pure are:
 *                uuid9562.h            all except the section Generate (the section Names can fail
 *                                      with the errors of OpenSSL, where OpenSSL computes digests)
 *                uuid9562_bindings.h   all except uuid9562_describe and uuid9562_parse_node
 *                uuid9562_generator.h  uuid9562_step
 *                uuid9562_ldap.h       all
 *   Advice     Version 7 is for keys, 4 for UUIDs whose creation time must stay private, 5 for
 *              UUIDs made from names (RFC 9562 sections 5.3, 5.6, 5.7; docs/choosing.md). A UUID is
 *              not a secret: knowing one must grant nothing (section 8; docs/security.md).
 *   ABI        Before version 1.0 the ABI may change with every minor version; see CHANGELOG.md.
 */
#ifndef UUID9562_H
#define UUID9562_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this library. */
#define UUID9562_VERSION "0.1.0"

/* How a function is exported: set by the build of the library, not by programs that use it. */
#ifndef UUID9562_API
#define UUID9562_API
#endif

#if defined __GNUC__
#define UUID9562_MUST_CHECK __attribute__((warn_unused_result))
#else
#define UUID9562_MUST_CHECK
#endif

/* ---- Values ---------------------------------------------------------------------------------- */

/* A UUID: 16 bytes, the most significant first (RFC 9562 section 4). */
typedef struct uuid9562 {
    uint8_t bytes[16];
} uuid9562_t;

/* Initialisers, as in `uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;`
 * (RFC 9562 section 5.9, section 5.10, and the namespaces of section 6.6). */
/* clang-format off */
#define UUID9562_INIT_NIL {{0}}
#define UUID9562_INIT_MAX {{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, \
                            0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}}
#define UUID9562_INIT_NAMESPACE(low) {{0x6b, 0xa7, 0xb8, low,  0x9d, 0xad, 0x11, 0xd1, \
                                       0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8}}
/* clang-format on */
#define UUID9562_INIT_NAMESPACE_DNS  UUID9562_INIT_NAMESPACE(0x10)
#define UUID9562_INIT_NAMESPACE_URL  UUID9562_INIT_NAMESPACE(0x11)
#define UUID9562_INIT_NAMESPACE_OID  UUID9562_INIT_NAMESPACE(0x12)
#define UUID9562_INIT_NAMESPACE_X500 UUID9562_INIT_NAMESPACE(0x14)

/* Applies X to the name of each initialiser: X(NIL) for UUID9562_INIT_NIL, and so on. */
#define UUID9562_CONSTANTS(X)                                                                      \
    X(NIL) X(MAX) X(NAMESPACE_DNS) X(NAMESPACE_URL) X(NAMESPACE_OID) X(NAMESPACE_X500)

/* The ranges of arguments. They are plain literals because the error messages quote them. In C++
 * too, they and the sizes below are macros, which a header unit exports: C++ does not add
 * enumerators of different enums. */
#define UUID9562_V7_UNIX_MS_MIN  0
#define UUID9562_V7_UNIX_MS_MAX  281474976710655     /* 2^48 - 1: 10889-08-02T05:31:50.655Z */
#define UUID9562_V7_UNIX_NS_MAX  9223372036854775807 /* 2^63 - 1: 2262-04-11T23:47:16.854775807Z */
#define UUID9562_V6_UNIX_MS_MIN  -12219292800000     /* 1582-10-15T00:00:00.000Z */
#define UUID9562_SECONDS_MAX     10000000000         /* 1970-04-26, or 2286-11-20 in seconds */
#define UUID9562_TIMESTAMP_MAX   1152921504606846975 /* 2^60 - 1 ticks of 100 ns since 1582-10-15 */
#define UUID9562_NODE_MAX        281474976710655     /* 2^48 - 1 */
#define UUID9562_CLOCK_SEQ_MAX   16383               /* 2^14 - 1 */
#define UUID9562_CUSTOM_A_MAX    281474976710655     /* 2^48 - 1 */
#define UUID9562_CUSTOM_B_MAX    4095                /* 2^12 - 1 */
#define UUID9562_CUSTOM_C_MAX    4611686018427387903 /* 2^62 - 1 */
#define UUID9562_MAX_LEAD_NS_MAX 9223372036854775807 /* 2^63 - 1: 292 years */
#define UUID9562_BATCH_MAX       2147483647          /* UUIDs in one batch, 2^31 - 1 */

/* ---- Errors ---------------------------------------------------------------------------------- */

/* The class of a status is its number divided by 100; that holds for statuses of later versions
 * too. It decides how a binding reports the error (NULL, nil, an exception). */
typedef enum uuid9562_status_class {
    UUID9562_CLASS_OK = 0,
    UUID9562_CLASS_MALFORMED = 1, /* invalid text or bytes; comes with an offset */
    UUID9562_CLASS_RANGE = 2,     /* an argument out of range, or an unknown name */
    UUID9562_CLASS_SYSTEM = 3     /* the machine did not provide what was needed */
} uuid9562_status_class_t;

/* What a function that can fail returns. The values are part of the ABI. */
typedef enum uuid9562_status {
    UUID9562_OK = 0,

    UUID9562_ERR_HEX_DIGIT = 100,     /* expected a hex digit */
    UUID9562_ERR_HYPHEN = 101,        /* expected a hyphen */
    UUID9562_ERR_BRACE = 102,         /* expected { or } */
    UUID9562_ERR_URN = 103,           /* expected urn:uuid: */
    UUID9562_ERR_DECIMAL_DIGIT = 104, /* expected a decimal digit */
    UUID9562_ERR_LEADING_ZERO = 105,  /* a number that starts with a zero */
    UUID9562_ERR_TOO_BIG = 106,       /* a number above 2^128 - 1 */
    UUID9562_ERR_SHORT = 107,         /* unexpected end of input */
    UUID9562_ERR_LONG = 108,          /* expected the end of the UUID */
    UUID9562_ERR_LENGTH = 109,        /* a binary UUID that is not 16 bytes long */
    UUID9562_ERR_DIGIT = 110,         /* expected a digit of the format */
    UUID9562_ERR_PADDING = 111,       /* non-zero padding bits in the last digit */
    UUID9562_ERR_TYPEID = 112,        /* expected the prefix of a TypeID */
    UUID9562_ERR_SEPARATOR = 113,     /* expected the separator after a text */
    UUID9562_ERR_BACKSLASH = 114,     /* expected a backslash */
    UUID9562_ERR_DER = 115,           /* not the DER encoding of a UUID */
    UUID9562_ERR_OID = 116,           /* expected 2.25. */
    UUID9562_ERR_TIME = 117,          /* not a valid time */
    UUID9562_ERR_NAMESPACE_ID = 118,  /* a namespace that is neither a UUID nor @name */
    UUID9562_ERR_EQUALS = 119,        /* expected = */

    UUID9562_ERR_V7_UNIX_MS = 200,    /* outside UUID9562_V7_UNIX_MS_MIN .. MAX */
    UUID9562_ERR_TIMESTAMP = 202,     /* above UUID9562_TIMESTAMP_MAX */
    UUID9562_ERR_V7_RANDOM = 203,     /* the random of uuid7_make is not 10 bytes long */
    UUID9562_ERR_N = 204,             /* the n of uuid7_make is negative, or overflows 74 bits */
    UUID9562_ERR_NODE = 205,          /* above UUID9562_NODE_MAX */
    UUID9562_ERR_CLOCK_SEQ = 206,     /* above UUID9562_CLOCK_SEQ_MAX */
    UUID9562_ERR_CUSTOM_A = 207,      /* above UUID9562_CUSTOM_A_MAX */
    UUID9562_ERR_CUSTOM_B = 208,      /* above UUID9562_CUSTOM_B_MAX */
    UUID9562_ERR_CUSTOM_C = 209,      /* above UUID9562_CUSTOM_C_MAX */
    UUID9562_ERR_NOT_V1 = 210,        /* a conversion from version 1 got another version */
    UUID9562_ERR_NOT_V6 = 211,        /* a conversion from version 6 got another version */
    UUID9562_ERR_INPUT_FORMAT = 212,  /* unknown input format */
    UUID9562_ERR_OUTPUT_FORMAT = 213, /* unknown output format */
    UUID9562_ERR_DIGEST = 214,        /* unknown digest */
    UUID9562_ERR_NAMESPACE = 215,     /* unknown namespace */
    UUID9562_ERR_NODE_NAME = 216,     /* unknown node name */
    UUID9562_ERR_BATCH_VERSION = 217, /* a batch of a version other than 1, 4, 6 and 7 */
    UUID9562_ERR_BATCH_COUNT = 218,   /* a batch of more than UUID9562_BATCH_MAX UUIDs */
    UUID9562_ERR_PREFIX = 219,        /* an invalid prefix for a TypeID */
    UUID9562_ERR_STEP_VERSION = 220,  /* a step of a version other than 1, 6 and 7 */
    UUID9562_ERR_V4_RANDOM = 221,     /* the random of uuid4_make is not 16 bytes long */
    UUID9562_ERR_MAX_LEAD_NS = 222,   /* above UUID9562_MAX_LEAD_NS_MAX */
    UUID9562_ERR_V7_UNIX_NS = 223,    /* outside 0 .. UUID9562_V7_UNIX_NS_MAX */
    UUID9562_ERR_FRACTION_BITS = 224, /* above UUID9562_V7_FRACTION_BITS */
    UUID9562_ERR_ADVANCE = 225,       /* uuid9562_advance to a version other than 1, 6 and 7 */
    UUID9562_ERR_SECONDS = 230,       /* a bound of 1 .. UUID9562_SECONDS_MAX: not milliseconds */
    UUID9562_ERR_NO_NAMESPACE = 231,  /* @none: a name for uuid9562_uuid3_bare */

    UUID9562_ERR_ENTROPY = 300,       /* the random generator failed, or UUID9562_RANDOM is wrong */
    UUID9562_ERR_CLOCK = 301,         /* the clock cannot be read */
    UUID9562_ERR_CLOCK_RANGE = 302,   /* the clock is out of range for the UUID version */
    UUID9562_ERR_DIGEST_POLICY = 303, /* OpenSSL refuses the digest (FIPS) or does not start */
    UUID9562_ERR_HOST_NODE = 304,     /* no network interface has a hardware address */
    UUID9562_ERR_MEMORY = 305,        /* out of memory */
    UUID9562_ERR_LEAD = 306,          /* the generator would be too far ahead of its clock */
    UUID9562_ERR_STATE_OPEN = 308,    /* a state file cannot be opened or created; errno says why */
    UUID9562_ERR_STATE_OWNER = 309,   /* another user could have changed it */
    UUID9562_ERR_STATE_FORMAT = 310,  /* not a state file, or a damaged one */
    UUID9562_ERR_STATE_VERSION = 311, /* a later version of the library wrote it */
    UUID9562_ERR_STATE_AHEAD = 312,   /* its time is too far ahead of the clock */
    UUID9562_ERR_STATE_WRITE = 313,   /* it cannot be written or synchronised; errno says why */
    UUID9562_ERR_STATE_LOCK = 314,    /* another process has held its lock for 5 seconds */
    UUID9562_ERR_STATE_REPLACED = 315, /* it was removed or replaced after it was opened */
    UUID9562_ERR_STATE_OTHER = 316,    /* the process has another one open */
    UUID9562_ERR_STATE_BOOT = 317      /* the boot ID cannot be determined */
} uuid9562_status_t;

UUID9562_API uuid9562_status_class_t uuid9562_status_class(uuid9562_status_t status);

/* The message for a status: what is wrong, and what is allowed. Every binding reports this text.
 * Returns: a constant string, never NULL */
UUID9562_API const char *uuid9562_strerror(uuid9562_status_t status);

/* UUID9562_VERSION of the library that was loaded, which may differ from that of this header. */
UUID9562_API const char *uuid9562_version(void);

/* ---- Text and binary formats (RFC 9562 section 4) -------------------------------------------- */

/* A format of UUIDs, as text or as bytes:
 *
 *   only read  any strict
 *   text       canonical upper hex braced urn int oid ulid typeid base32hex base36 base58 base62
 *              base64url base64 ldap_filter
 *   bytes      guid mysql halves der
 *
 * docs/contract.md says how each is written. `any` reads canonical, hex, braced and urn, `strict`
 * only canonical. No format accepts white space, a sign, a NUL, a number above 2^128 - 1, or a
 * misplaced hyphen. base64 alone has padding, and requires it.
 *
 * A library built with UUID9562_OMIT_FORMATS has only the formats from any to int; it reports the
 * others, and TypeIDs, as unknown formats. uuid9562_bindings.h lists and describes the formats. */
typedef struct uuid9562_format_row uuid9562_format_t;

#define UUID9562_CANONICAL_LENGTH 36
#define UUID9562_STRING_SIZE      37 /* of canonical text and its NUL */
#define UUID9562_TEXT_MAX         64 /* bytes; no format is longer */

/* Finds a format by its case-sensitive name.
 * Out:    format    constant and valid for ever
 * Args:   to_write  whether UUIDs are to be written in it; `any` and `strict` are only read
 * Errors: INPUT_FORMAT or, to write, OUTPUT_FORMAT (the message lists all formats) */
UUID9562_API uuid9562_status_t uuid9562_find_format(const uuid9562_format_t **format,
                                                    const char *name, size_t length,
                                                    bool to_write) UUID9562_MUST_CHECK;

/* Reads a UUID. uuid9562_parse reads the format `any`.
 * Out: offset  on a MALFORMED error: the offset of the first wrong byte, or `length` if the text
 *              ends early. The bytes before it are the longest prefix of the text with which a
 *              valid text can begin. May be NULL.
 * Errors: the class MALFORMED */
UUID9562_API uuid9562_status_t uuid9562_parse(uuid9562_t *out, size_t *offset, const char *text,
                                              size_t length) UUID9562_MUST_CHECK;
UUID9562_API uuid9562_status_t uuid9562_parse_as(uuid9562_t *out, size_t *offset,
                                                 const uuid9562_format_t *format, const char *text,
                                                 size_t length) UUID9562_MUST_CHECK;

/* Writes a UUID as canonical text, or in a format that uuid9562_find_format gave. Only
 * uuid9562_to_string writes a terminating NUL.
 * Returns: (to_string) out; (format_as) the number of bytes written: 0 for `any` and `strict` */
UUID9562_API char *uuid9562_to_string(char out[UUID9562_STRING_SIZE], const uuid9562_t *uuid);
UUID9562_API void uuid9562_format(char out[UUID9562_CANONICAL_LENGTH], const uuid9562_t *uuid);
UUID9562_API size_t uuid9562_format_as(char out[UUID9562_TEXT_MAX], const uuid9562_format_t *format,
                                       const uuid9562_t *uuid);

/* Writes many canonical texts one after the other: n x 36 bytes, or n x 37 with a separator after
 * each text, including the last.
 * Args: separator  a byte (the low 8 bits of a larger number), or a negative number for none */
UUID9562_API void uuid9562_format_n(char *out, const uuid9562_t *uuids, uint64_t n, int separator);

/* Reads texts in this arrangement, each in the format `strict`.
 * Out: index   the number of leading texts that were valid and are in `out`: n, or on an error the
 *              index of the first invalid text, counted from 0. May be NULL.
 *      offset  on an error, the offset within that text, as for uuid9562_parse; 36 if only its
 *              separator is wrong, in which case its UUID is written too. May be NULL.
 *      out     unchanged after the first invalid text
 * Errors: the class MALFORMED */
UUID9562_API uuid9562_status_t uuid9562_parse_n(uuid9562_t *out, uint64_t *index, size_t *offset,
                                                const char *text, uint64_t n,
                                                int separator) UUID9562_MUST_CHECK;

/* TypeIDs (the TypeID specification, version 0.3.0): a prefix that names a type, an underscore, and
 * the UUID in the format `typeid`. Without a prefix, it is the format `typeid` alone. A prefix has
 * at most 63 characters, a-z and the underscore, and starts and ends with a letter.
 * uuid9562_parse_as accepts any prefix in the format `typeid`.
 * Args: prefix         of prefix_length bytes; may be NULL if that is 0
 * Out:  length         (format) the number of bytes written
 *       prefix_length  (parse) the length of the prefix, which is the beginning of the text
 *       offset         (parse) as for uuid9562_parse
 * Errors: (format) PREFIX; (parse) the class MALFORMED */
#define UUID9562_TYPEID_PREFIX_MAX 63
#define UUID9562_TYPEID_MAX        90
UUID9562_API uuid9562_status_t uuid9562_format_typeid(char out[UUID9562_TYPEID_MAX], size_t *length,
                                                      const uuid9562_t *uuid, const char *prefix,
                                                      size_t prefix_length) UUID9562_MUST_CHECK;
UUID9562_API uuid9562_status_t uuid9562_parse_typeid(uuid9562_t *out, size_t *prefix_length,
                                                     size_t *offset, const char *text,
                                                     size_t length) UUID9562_MUST_CHECK;

/* ---- Inspect --------------------------------------------------------------------------------- */

/* The variants of RFC 9562 section 4.1. */
typedef enum uuid9562_variant {
    UUID9562_VARIANT_NCS,       /* 0xxx, Nil among them */
    UUID9562_VARIANT_RFC9562,   /* 10xx */
    UUID9562_VARIANT_MICROSOFT, /* 110x */
    UUID9562_VARIANT_FUTURE     /* 111x, Max among them */
} uuid9562_variant_t;

/* The variant field (RFC 9562 section 4.1). */
UUID9562_API uuid9562_variant_t uuid9562_get_variant(const uuid9562_t *uuid);

/* The version field (RFC 9562 section 4.2).
 * Returns: 0 to 15, or -1 if the variant is not rfc9562 */
UUID9562_API int uuid9562_get_version(const uuid9562_t *uuid);

/* The time in a UUID, rounded down to the millisecond (before 1970 too).
 * Returns: true for versions 1, 6 and 7 of the variant rfc9562; no other UUID has a timestamp */
UUID9562_API bool uuid9562_get_timestamp_ms(int64_t *unix_ms, const uuid9562_t *uuid);

/* As above, in nanoseconds. Versions 1 and 6 have a resolution of 100 ns. In version 7 the first
 * `fraction_bits` bits after the millisecond (RFC 9562 section 6.2, method 3) are read as the
 * fraction floor(ns * 2^fraction_bits / 10^6), and the result is the first nanosecond of that
 * millisecond with this fraction. This library writes UUID9562_V7_FRACTION_BITS bits, from which
 * the exact nanosecond is read; PostgreSQL 18 writes 12 bits. The UUID does not record its layout:
 * random bits or a counter in that place are read as time too, and then only the millisecond is
 * meaningful.
 * Out:    present  false, with unix_ns unchanged, if the UUID has no time, or a time that does not
 *                  fit into 64 bits (before 1677-09-21, after 2262-04-11)
 * Args:   fraction_bits  0 .. UUID9562_V7_FRACTION_BITS
 * Errors: FRACTION_BITS */
#define UUID9562_V7_FRACTION_BITS 20
UUID9562_API uuid9562_status_t
uuid9562_get_timestamp_ns(bool *present, int64_t *unix_ns, const uuid9562_t *uuid,
                          uint64_t fraction_bits) UUID9562_MUST_CHECK;

/* The fields of versions 1 and 6 (RFC 9562 sections 5.1 and 5.6): the timestamp (60 bits, in ticks
 * of 100 ns since 1582-10-15T00:00:00 UTC), the node (48 bits) and the clock sequence (14 bits).
 * uuid9562_uuid1_make and uuid9562_uuid6_make build the UUID from them.
 * Returns: false for every other UUID */
UUID9562_API bool uuid9562_get_timestamp_ticks(uint64_t *ticks, const uuid9562_t *uuid);
UUID9562_API bool uuid9562_get_node(uint64_t *node, const uuid9562_t *uuid);
UUID9562_API bool uuid9562_get_clock_seq(uint64_t *clock_seq, const uuid9562_t *uuid);

/* Compares two UUIDs byte by byte (RFC 9562 section 6.11). Every binding sorts them in this order.
 * Returns: -1, 0 or 1 */
UUID9562_API int uuid9562_compare(const uuid9562_t *left, const uuid9562_t *right);

/* ---- Convert --------------------------------------------------------------------------------- */

/* Versions 1 and 6 hold the same fields in another order (RFC 9562 section 5.6).
 * Errors: NOT_V1, NOT_V6 */
UUID9562_API uuid9562_status_t uuid9562_v1_to_v6(uuid9562_t *out,
                                                 const uuid9562_t *v1) UUID9562_MUST_CHECK;
UUID9562_API uuid9562_status_t uuid9562_v6_to_v1(uuid9562_t *out,
                                                 const uuid9562_t *v6) UUID9562_MUST_CHECK;

/* Converts to and from the mixed-endian byte order of a GUID (RFC 9562 section 4): reverses the
 * first three fields, of 4, 2 and 2 bytes, and keeps the last 8 bytes. It is its own inverse. */
UUID9562_API void uuid9562_guid_swap(uuid9562_t *out, const uuid9562_t *uuid);

/* ---- Names (RFC 9562 sections 5.3, 5.5, 6.5, 6.6, B.2) --------------------------------------- */

/* A library built with UUID9562_OMIT_OPENSSL needs no OpenSSL, not even its headers: it computes
 * all digests itself. (Windows never needs OpenSSL.) With UUID9562_OMIT_DIGESTS every digest is the
 * error DIGEST_POLICY, and OpenSSL is left out too. */

/* Versions 3 (MD5) and 5 (SHA-1) from the digest of the namespace's bytes followed by the name. The
 * name is bytes; pass text as UTF-8. An empty name may be NULL. A name in another case, with a dot
 * at the end or in another Unicode form is another name (section 6.5). For your own namespace, use
 * a random UUID (section 6.6). Version 3 is for compatibility.
 * Errors: DIGEST_POLICY, MEMORY */
UUID9562_API uuid9562_status_t uuid9562_uuid3(uuid9562_t *out, const uuid9562_t *name_space,
                                              const void *name, size_t length) UUID9562_MUST_CHECK;
UUID9562_API uuid9562_status_t uuid9562_uuid5(uuid9562_t *out, const uuid9562_t *name_space,
                                              const void *name, size_t length) UUID9562_MUST_CHECK;

/* Version 3 of the name alone: the MD5 of its bytes, as Java's UUID.nameUUIDFromBytes makes it. It
 * departs from RFC 9562, and is for the UUIDs of such programs: the same name in another program
 * gives the same UUID, whatever it means there.
 * Errors: DIGEST_POLICY, MEMORY */
UUID9562_API uuid9562_status_t uuid9562_uuid3_bare(uuid9562_t *out, const void *name,
                                                   size_t length) UUID9562_MUST_CHECK;

/* A digest of names. The first is the default of the bindings; RFC 9562 section B.2 uses it. */
typedef enum uuid9562_digest {
    UUID9562_SHA256,
    UUID9562_MD5,
    UUID9562_SHA1,
    UUID9562_SHA384,
    UUID9562_SHA512
} uuid9562_digest_t;

/* Version 8 in the same way, from the first 16 bytes of a digest (RFC 9562 section B.2).
 * Errors: DIGEST for a value that is not above, DIGEST_POLICY, MEMORY */
UUID9562_API uuid9562_status_t uuid9562_uuid8_name(uuid9562_t *out, const uuid9562_t *name_space,
                                                   const void *name, size_t length,
                                                   uuid9562_digest_t digest) UUID9562_MUST_CHECK;

/* Version 7 of a time and a name: uuid9562_uuid8_name with its first 48 bits replaced by the time,
 * and version 7. It uses no clock and no randomness, so a replica, or a second run, derives the
 * same key. To derive one key from another, pass that key as the namespace. Whoever knows the time,
 * the namespace and the name knows the UUID. Keys of one millisecond sort by their digests.
 * Args: unix_ms  UUID9562_V7_UNIX_MS_MIN .. UUID9562_V7_UNIX_MS_MAX
 *       others   as for uuid9562_uuid8_name
 * Errors: V7_UNIX_MS, DIGEST, DIGEST_POLICY, MEMORY */
UUID9562_API uuid9562_status_t uuid9562_uuid7_name(uuid9562_t *out, int64_t unix_ms,
                                                   const uuid9562_t *name_space, const void *name,
                                                   size_t length,
                                                   uuid9562_digest_t digest) UUID9562_MUST_CHECK;

/* ---- Build: UUIDs from given parts ----------------------------------------------------------- */

/* Versions 1 and 6 from their fields (RFC 9562 sections 5.1 and 5.6).
 * Args: timestamp  ticks of 100 ns since 1582-10-15T00:00:00 UTC, 0 .. UUID9562_TIMESTAMP_MAX,
 *                  which is 5236-03-31T21:21:00.6846975Z
 *       clock_seq  0 .. UUID9562_CLOCK_SEQ_MAX
 *       node       0 .. UUID9562_NODE_MAX
 * Errors: TIMESTAMP, CLOCK_SEQ, NODE */
UUID9562_API uuid9562_status_t uuid9562_uuid1_make(uuid9562_t *out, uint64_t timestamp,
                                                   uint64_t clock_seq,
                                                   uint64_t node) UUID9562_MUST_CHECK;
UUID9562_API uuid9562_status_t uuid9562_uuid6_make(uuid9562_t *out, uint64_t timestamp,
                                                   uint64_t clock_seq,
                                                   uint64_t node) UUID9562_MUST_CHECK;

/* Version 4 from random bytes, of which the 6 bits of version and variant are replaced (RFC 9562
 * section 5.4). */
#define UUID9562_V4_RANDOM_LENGTH 16
UUID9562_API void uuid9562_uuid4_make(uuid9562_t *out,
                                      const uint8_t random[UUID9562_V4_RANDOM_LENGTH]);

/* Version 7 from a time and random bytes (RFC 9562 section 5.7). The same arguments give the same
 * UUID, so a statement that is replayed on another machine gives the same UUIDs. Whoever knows
 * one can compute those with every other n.
 * Args: unix_ms  UUID9562_V7_UNIX_MS_MIN .. UUID9562_V7_UNIX_MS_MAX
 *       random   a big-endian number whose top 6 bits are ignored
 *       n        0 .. 2^63 - 1, added to the other 74 bits
 * Errors: V7_UNIX_MS, N (negative, or the sum needs more than 74 bits) */
#define UUID9562_V7_RANDOM_LENGTH 10
UUID9562_API uuid9562_status_t uuid9562_uuid7_make(uuid9562_t *out, int64_t unix_ms,
                                                   const uint8_t random[UUID9562_V7_RANDOM_LENGTH],
                                                   int64_t n) UUID9562_MUST_CHECK;

/* The smallest and the largest version 7 UUID of a millisecond, for range scans.
 * Args: unix_ms  UUID9562_V7_UNIX_MS_MIN .. UUID9562_V7_UNIX_MS_MAX, but not
 *                1 .. UUID9562_SECONDS_MAX either
 * Errors: V7_UNIX_MS, SECONDS */
UUID9562_API uuid9562_status_t uuid9562_uuid7_min(uuid9562_t *out,
                                                  int64_t unix_ms) UUID9562_MUST_CHECK;
UUID9562_API uuid9562_status_t uuid9562_uuid7_max(uuid9562_t *out,
                                                  int64_t unix_ms) UUID9562_MUST_CHECK;

/* ---- Generate -------------------------------------------------------------------------------- */

/* A generator keeps UUIDs in order. Wherever one is expected, NULL means the generator of the
 * process, which uses the system's clock and randomness. Most programs need only that one.
 *
 * The order: the UUIDs of uuid7 are strictly increasing across all threads, whatever the clock
 * does. So are those of uuid6, and the pair (time, clock_seq) of uuid1 never repeats. All three
 * share one clock state, the last nanosecond since 1970 that a UUID took: next = max(clock, last +
 * 1). If the clock is set back, the order continues from the last nanosecond; if it is set back by
 * more than a day, the call is the error LEAD (uuid9562_set_max_lead_ns). The order is that of one
 * process; the random bits keep UUIDs of different processes distinct.
 *
 * A clock that cannot be read is the error CLOCK. A time outside 1970 ..
 * 2554-07-21T23:34:33.709551615Z (64-bit nanoseconds) is CLOCK_RANGE. */
typedef struct uuid9562_generator uuid9562_generator_t;

/* The lead: how far the generator is ahead of its clock, in nanoseconds from the clock's reading to
 * the time of the last UUID. It is above 0 only if
 *   - the clock was set back, or the generator was advanced;
 *   - UUIDs were generated faster than one per nanosecond;
 *   - a UUID with a given node or clock_seq took a whole tick of 100 ns;
 *   - the cycle counter is some nanoseconds ahead (docs/internals/design.md);
 *   - with a state file, another process is ahead, or the machine has crashed.
 * Errors: CLOCK, CLOCK_RANGE */
UUID9562_API uuid9562_status_t uuid9562_lead_ns(uuid9562_generator_t *generator,
                                                uint64_t *lead_ns) UUID9562_MUST_CHECK;

/* Sets how far the generator may be ahead of its clock. If the first UUID of a call would be
 * further ahead, the call is the error LEAD and leaves the clock state unchanged (RFC 9562 section
 * 6.1). The default is a day: leap seconds, corrections and a wrong time zone are less than that. A
 * program that prefers to wait sleeps until uuid9562_lead_ns is below the maximum (RFC 4122 section
 * 4.2.1.2); a program that knows the clock is now right calls uuid9562_resync. For the generator of
 * the process this applies to all copies of the library in the process (with glibc).
 * Args: max_lead_ns  0 .. UUID9562_MAX_LEAD_NS_MAX; 0 for the default
 * Errors: MAX_LEAD_NS */
#define UUID9562_MAX_LEAD_NS_DEFAULT 86400000000000
UUID9562_API uuid9562_status_t uuid9562_set_max_lead_ns(uuid9562_generator_t *generator,
                                                        uint64_t max_lead_ns) UUID9562_MUST_CHECK;

/* Gives all later UUIDs of this generator a later time than `after`, in nanoseconds, so that they
 * sort after it if they have the same version, 6 or 7. A program calls it on start with the
 * greatest stored UUID, so that new ones sort after it even if the clock was set back meanwhile
 * (RFC 9562 section 6.3). Nothing changes if the generator is already past that time. The order
 * never goes back, and stays bound to the clock: if the next UUID would be further ahead of it than
 * uuid9562_set_max_lead_ns allows, the call is the error LEAD. For the generator of the process
 * this applies to all copies of the library in the process (with glibc), and with a state file to
 * all processes that have it open; the time is then on the disk.
 *
 * In version 7 the 20 bits after the millisecond count as its fraction, as this library writes
 * them. If they are random or a counter, the generator continues at most a millisecond later than
 * necessary. To continue after a time, pass what uuid9562_uuid7_max writes.
 * Args: after  of version 1, 6 or 7, by any generator
 * Errors: ADVANCE for another version; CLOCK, CLOCK_RANGE, LEAD; the STATE ones */
UUID9562_API uuid9562_status_t uuid9562_advance(uuid9562_generator_t *generator,
                                                const uuid9562_t *after) UUID9562_MUST_CHECK;

/* Resynchronises the generator to its clock, for callers that know the clock was wrong: the next
 * UUID may sort before the last one. Version 1 gets a new random node, and the clock sequence of a
 * given node is incremented, so only UUIDs for which both are given may repeat. For the generator
 * of the process this applies to all copies of the library in the process (with glibc).
 * Errors: CLOCK, CLOCK_RANGE */
UUID9562_API uuid9562_status_t uuid9562_resync(uuid9562_generator_t *generator) UUID9562_MUST_CHECK;

/* In this copy of the library, discards the random bytes that threads have buffered, the node of
 * version 1 and the clock sequence of given nodes, and reseeds from the operating system. It is for
 * a program that knows it was cloned, for example because a snapshot of its machine was restored;
 * docs/security.md describes alternatives.
 * Errors: ENTROPY; the old bytes are discarded all the same */
UUID9562_API uuid9562_status_t uuid9562_reseed(void) UUID9562_MUST_CHECK;

/* Version 4: 122 random bits (RFC 9562 section 5.4).
 * Errors: ENTROPY */
UUID9562_API uuid9562_status_t uuid9562_uuid4(uuid9562_generator_t *generator,
                                              uuid9562_t *out) UUID9562_MUST_CHECK;

/* Version 7 (RFC 9562 sections 5.7 and 6.2): unix_ms, 20 bits of the fraction of the millisecond
 * (12 in rand_a by method 3, and 8 more at the top of rand_b, a departure that docs/contract.md
 * explains), 54 new random bits. In order.
 * Errors: ENTROPY, CLOCK, CLOCK_RANGE, LEAD */
UUID9562_API uuid9562_status_t uuid9562_uuid7(uuid9562_generator_t *generator,
                                              uuid9562_t *out) UUID9562_MUST_CHECK;

/* Version 7 of a given millisecond, with 74 random bits. It takes no part in the order.
 * Errors: V7_UNIX_MS, ENTROPY */
UUID9562_API uuid9562_status_t uuid9562_uuid7_at(uuid9562_generator_t *generator, uuid9562_t *out,
                                                 int64_t unix_ms) UUID9562_MUST_CHECK;

/* Version 7 of a given nanosecond: its millisecond and 20 bits of the fraction, as uuid9562_uuid7
 * writes them, and 54 random bits. It takes no part in the order.
 * Args: unix_ns  0 .. UUID9562_V7_UNIX_NS_MAX
 * Errors: V7_UNIX_NS, ENTROPY */
UUID9562_API uuid9562_status_t uuid9562_uuid7_at_ns(uuid9562_generator_t *generator,
                                                    uuid9562_t *out,
                                                    int64_t unix_ns) UUID9562_MUST_CHECK;

/* Version 1 (RFC 9562 section 5.1), and version 6 (section 5.6), which is in order.
 * Args: node       NULL for a random one with the multicast bit set (section 6.10): for version 1
 *                  one per generator and process, for version 6 a new one each time
 *       clock_seq  used unchanged. NULL with a given node: 14 random bits, drawn once per generator
 *                  and process for both versions; each resync adds 1. NULL with a random
 *                  node: (nanoseconds within the tick) x 128 + 7 random bits, drawn with the node
 *       If either is given, each UUID takes a whole tick of 100 ns.
 * Errors: NODE, CLOCK_SEQ, ENTROPY, CLOCK, CLOCK_RANGE, LEAD */
UUID9562_API uuid9562_status_t uuid9562_uuid1(uuid9562_generator_t *generator, uuid9562_t *out,
                                              const uint64_t *node,
                                              const uint64_t *clock_seq) UUID9562_MUST_CHECK;
UUID9562_API uuid9562_status_t uuid9562_uuid6(uuid9562_generator_t *generator, uuid9562_t *out,
                                              const uint64_t *node,
                                              const uint64_t *clock_seq) UUID9562_MUST_CHECK;

/* Version 8 from custom bits (RFC 9562 section 5.8). Numbers that are too large are errors. Whether
 * the UUIDs are unique depends on the bits.
 * Args: a, b, c  48, 12 and 62 bits; NULL for random bits
 * Errors: CUSTOM_A, CUSTOM_B, CUSTOM_C; ENTROPY if one is NULL. With all three given it is pure. */
UUID9562_API uuid9562_status_t uuid9562_uuid8(uuid9562_generator_t *generator, uuid9562_t *out,
                                              const uint64_t *a, const uint64_t *b,
                                              const uint64_t *c) UUID9562_MUST_CHECK;

/* n UUIDs of version 1, 4, 6 or 7, with one reading of the clock. Those of versions 6 and 7 are in
 * order, after all earlier UUIDs of the generator and before all later ones.
 * Out:    out  n UUIDs. An error of the class SYSTEM makes them all Nil, so that leftover random
 *              bytes are not mistaken for UUIDs; on any other error they are unchanged.
 * Errors: BATCH_VERSION, BATCH_COUNT, MEMORY (more than a 32-bit address space can hold), ENTROPY,
 *         CLOCK, CLOCK_RANGE, LEAD */
UUID9562_API uuid9562_status_t uuid9562_batch(uuid9562_generator_t *generator, uuid9562_t *out,
                                              int version, uint64_t n) UUID9562_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
