/*
 * What the rooms of the core say to each other. Each file of core/src is one room; this is the
 * whole of what one may know of another, in the order of their dependence.
 *
 * Tables that more than one room reads are X-macros here, so that an error message can list the
 * names that a table holds without holding them again.
 */
#ifndef UUID9562_INTERNAL_H
#define UUID9562_INTERNAL_H

/* ---- layout.c: a UUID as two big-endian halves ----------------------------------------------- */

/* Work on UUIDs is done on these two numbers, never on single octets: hi holds octets 0 to 7, lo
 * holds octets 8 to 15. */
typedef struct halves {
    uint64_t hi;
    uint64_t lo;
} halves_t;

static halves_t layout_load(const uuid9562_t *uuid);
static void layout_store(uuid9562_t *uuid, halves_t halves);

static uint64_t layout_read64(const uint8_t octets[8]);
static void layout_write64(uint8_t octets[8], uint64_t value);

/* The version and the variant, put over what stands there (RFC 9562 sections 4.1 and 4.2). */
static halves_t layout_stamp(halves_t halves, unsigned version);

/* Ticks of 100 ns between 1582-10-15 and 1970-01-01 (RFC 9562 section A, figure 15). */
#define GREGORIAN_OFFSET INT64_C(0x01b21dd213814000)
#define TICKS_PER_MS     10000

/* ---- build.c: versions from bits that are known to be in range ------------------------------- */

static void build_v1(uuid9562_t *out, uint64_t timestamp, uint64_t clock_seq, uint64_t node);
static void build_v6(uuid9562_t *out, uint64_t timestamp, uint64_t clock_seq, uint64_t node);

/* rand_a and rand_b are the fields of RFC 9562 section 5.7: 12 and 62 bits. */
static void build_v7(uuid9562_t *out, uint64_t unix_ms, uint64_t rand_a, uint64_t rand_b);

/* Version 7 of a nanosecond since 1970, with the 54 low bits of `random`. */
static void build_v7_ns(uuid9562_t *out, uint64_t unix_ns, uint64_t random);

static void build_v8(uuid9562_t *out, uint64_t a, uint64_t b, uint64_t c);

/* ---- text.c: the forms ----------------------------------------------------------------------- */

/* Is this text, of that length, this NUL-terminated word? */
static bool text_is(const char *word, const char *text, size_t length);

/* X(name, pattern, read, write): a pattern is h for a hex digit, H for one that is written in upper
 * case, and every other octet for itself. A form without a function cannot be read, or written.
 * The forms that only name a grammar come first. */
#define CANONICAL_PATTERN "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh"
#define GRAMMARS(X)                                                                                \
    X(any, "", read_any, NULL)                                                                     \
    X(strict, CANONICAL_PATTERN, read_pattern, NULL)
#define FORMS(X)                                                                                   \
    X(canonical, CANONICAL_PATTERN, read_pattern, write_pattern)                                   \
    X(upper, "HHHHHHHH-HHHH-HHHH-HHHH-HHHHHHHHHHHH", read_pattern, write_pattern)                  \
    X(hex, "hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh", read_pattern, write_pattern)                        \
    X(braced, "{" CANONICAL_PATTERN "}", read_pattern, write_pattern)                              \
    X(urn, "urn:uuid:" CANONICAL_PATTERN, read_pattern, write_pattern)                             \
    X(int, "", read_int, write_int)

/* ---- os.c: the only file that talks to the system -------------------------------------------- */

/* The world's clock; see uuid9562_world_t. */
static int os_clock(void *context, int64_t *seconds, uint32_t *nanoseconds);

/* A number that is never 0 and never the same in a process and in any child of its, however the
 * child was made (see os.c for what that rests on). What was drawn under another number belongs to
 * another process. */
static uint64_t os_process_number(void);

/* The 48-bit hardware address of an interface. Returns 0, or -1 where there is none. */
static int os_hardware_address(uint64_t *address);

/* ---- crypto.c: the only file that talks to OpenSSL ------------------------------------------- */

/* X(name, OpenSSL's name). The first is the default. */
#define DIGESTS(X)                                                                                 \
    X(sha256, "SHA2-256")                                                                          \
    X(md5, "MD5")                                                                                  \
    X(sha1, "SHA1")                                                                                \
    X(sha224, "SHA2-224")                                                                          \
    X(sha384, "SHA2-384")                                                                          \
    X(sha512, "SHA2-512")                                                                          \
    X(sha512_224, "SHA2-512/224")                                                                  \
    X(sha512_256, "SHA2-512/256")                                                                  \
    X(sha3_224, "SHA3-224")                                                                        \
    X(sha3_256, "SHA3-256")                                                                        \
    X(sha3_384, "SHA3-384")                                                                        \
    X(sha3_512, "SHA3-512")                                                                        \
    X(blake2b, "BLAKE2B-512")                                                                      \
    X(blake2s, "BLAKE2S-256")                                                                      \
    X(shake128, "SHAKE-128")                                                                       \
    X(shake256, "SHAKE-256")

#define DIGEST_ENUM(name, openssl_name) DIGEST_##name,
typedef enum digest { DIGESTS(DIGEST_ENUM) DIGEST_COUNT } digest_t;

/* Finds a digest by its name. Returns DIGEST_COUNT where there is none. */
static digest_t crypto_digest_find(const char *name, size_t length);

/* The first 16 octets of the digest of two pieces of data, one after the other.
 * Errors: DIGEST_POLICY, MEMORY */
static uuid9562_status_t crypto_digest(digest_t digest, uint8_t out[16], const void *head,
                                       size_t head_length, const void *tail, size_t tail_length);

/* Cryptographic random octets. Returns 0, or -1 where there are none to be had. */
static int crypto_random(void *octets, size_t count);

/* ---- name.c: namespaces ---------------------------------------------------------------------- */

/* X(name, initialiser) */
#define NAMESPACES(X)                                                                              \
    X(dns, UUID9562_INIT_NAMESPACE_DNS)                                                            \
    X(url, UUID9562_INIT_NAMESPACE_URL)                                                            \
    X(oid, UUID9562_INIT_NAMESPACE_OID)                                                            \
    X(x500, UUID9562_INIT_NAMESPACE_X500)

/* ---- entropy.c: where every random bit of the core comes from ---------------------------------
 */

/* The world's random; see uuid9562_world_t. */
static int entropy_draw(void *context, void *octets, size_t count);

/* ---- word.c: where the order of the process lives -------------------------------------------- */

/* _Atomic uint64_t uuid9562_last_ns; the platform decides on its linkage. */

#endif
