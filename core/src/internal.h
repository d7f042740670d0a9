/*
 * What the rooms of the core say to each other. Each file of core/src is one room; this is the
 * whole of what one may know of another, in the order of their dependence.
 *
 * Tables that more than one room reads are X-macros here, so that an error message can list the
 * names that a table holds without holding them again.
 */
#ifndef UUID9562_INTERNAL_H
#define UUID9562_INTERNAL_H

/* GCC, or clang. */
#define ALWAYS_INLINE       inline __attribute__((always_inline))
#define NEVER_INLINE        __attribute__((noinline))
#define UNLIKELY(condition) __builtin_expect(condition, 0)

/* ---- layout.c: a UUID as two big-endian halves ----------------------------------------------- */

/* Work on UUIDs is done on these two numbers, never on single octets: hi holds octets 0 to 7, lo
 * holds octets 8 to 15. */
typedef struct halves {
    uint64_t hi;
    uint64_t lo;
} halves_t;

static ALWAYS_INLINE halves_t layout_load(const uuid9562_t *uuid);
static ALWAYS_INLINE void layout_store(uuid9562_t *uuid, halves_t halves);

static ALWAYS_INLINE uint64_t layout_read64(const uint8_t octets[8]);
static ALWAYS_INLINE void layout_write64(uint8_t octets[8], uint64_t value);

/* The first half of versions 1 and 6, from the 60-bit timestamp. */
static ALWAYS_INLINE uint64_t layout_v1_hi(uint64_t timestamp);
static ALWAYS_INLINE uint64_t layout_v6_hi(uint64_t timestamp);

/* The version and the variant, put over what stands there (RFC 9562 sections 4.1 and 4.2). */
static ALWAYS_INLINE halves_t layout_stamp(halves_t halves, unsigned version);

/* The same from octets to octets. */
static ALWAYS_INLINE void layout_stamp_octets(uuid9562_t *out, const uint8_t octets[16],
                                              unsigned version);

/* Ticks of 100 ns between 1582-10-15 and 1970-01-01 (RFC 9562 section A, figure 15). */
#define GREGORIAN_OFFSET INT64_C(0x01b21dd213814000)
#define TICKS_PER_MS     10000

/* ---- build.c: versions from bits that are known to be in range ------------------------------- */

static ALWAYS_INLINE void build_v1(uuid9562_t *out, uint64_t timestamp, uint64_t clock_seq,
                                   uint64_t node);
static ALWAYS_INLINE void build_v6(uuid9562_t *out, uint64_t timestamp, uint64_t clock_seq,
                                   uint64_t node);

/* rand_a and rand_b are the fields of RFC 9562 section 5.7: 12 and 62 bits. */
static ALWAYS_INLINE void build_v7(uuid9562_t *out, uint64_t unix_ms, uint64_t rand_a,
                                   uint64_t rand_b);

/* Version 7 of a nanosecond since 1970, with the 54 low bits of `random`. */
static ALWAYS_INLINE void build_v7_ns(uuid9562_t *out, uint64_t unix_ns, uint64_t random);

static ALWAYS_INLINE void build_v8(uuid9562_t *out, uint64_t a, uint64_t b, uint64_t c);

/* The version in front and the variant at the end, four bits each, and the other 120 bits between
 * them; and back. */
static halves_t layout_to_bookends(halves_t halves);
static halves_t layout_from_bookends(halves_t bookends);

/* ---- hex.c, hex_<processor>.c, hex_pick.c: 16 octets and their hex digits ---------------------
 */

/* Canonical text, 36 octets, and bare digits, 32 octets, which are written in lower case and read
 * in either. A reader returns false, and writes nothing, where the text is something else. */
typedef void hex_write_t(char *out, const uint8_t octets[16]);
typedef bool hex_read_t(uint8_t octets[16], const char *text);

typedef struct hex_variant {
    const char *name;
    bool (*runs_here)(void);
    hex_write_t *write;
    hex_read_t *read;
    hex_write_t *write_bare;
    hex_read_t *read_bare;
    /* Many canonical texts in a row, with a separator after each unless it is negative. read_n
     * stops at the first that is wrong, and returns how many were right. */
    void (*write_n)(char *out, const uuid9562_t *uuids, uint64_t n, int separator);
    uint64_t (*read_n)(uuid9562_t *out, const char *text, uint64_t n, int separator);
} hex_variant_t;

/* The fastest that runs here. */
static ALWAYS_INLINE const hex_variant_t *hex(void);

/* ---- text.c, text_<kind>.c: the forms -------------------------------------------------------- */

/* Reads the form `strict`. */
static uuid9562_status_t text_read_strict(uuid9562_t *out, const char *text, size_t length);

/* Is this text, of that length, this NUL-terminated word? */
static bool text_is(const char *word, const char *text, size_t length);

typedef uuid9562_status_t form_read_t(const uuid9562_form_t *form, uuid9562_t *out,
                                      const char *text, size_t length, size_t *offset);
typedef size_t form_write_t(const uuid9562_form_t *form, const uuid9562_t *uuid, char *out);

/* A row of the table. Every reader obeys one definition of where a text is wrong: the offset is the
 * number of leading octets that begin some text which the form accepts. Nothing is written to the
 * output unless the whole text was right. */
struct uuid9562_form {
    const char *name;
    form_read_t *read;
    form_write_t *write;
    const char *digits; /* the digits by their value; for text_pattern.c, the pattern */
    size_t count;       /* how many octets that is */

    /* For text_pattern.c: what stands before the 36 octets of canonical text, or 32 bare digits. */
    uint8_t head, body;

    /* For text_bits.c: the bits in the first digit, in each of those between, and in the last; and
     * the zero bits that the last has below them. */
    uint8_t first, each, last, pad;
    bool any_case;      /* of letters, in reading */
    bool any_case_ends; /* of the first and the last letter */
    bool bookends;      /* the UUID is turned around as layout_to_bookends does */

    uint8_t octets; /* of a binary form, 0 for text */
};

/* Where a text that the pattern does not fit goes wrong; LONG where it fits, and no more follows.
 */
static uuid9562_status_t text_fault(const uuid9562_form_t *form, const char *text, size_t length,
                                    size_t *offset);

/* The other case of a letter of ASCII; anything else as it is. */
static char text_other_case(char c);

enum { DER_LENGTH = 18 };

static form_read_t read_any, read_pattern, read_escaped, read_number, read_bits, read_typeid;
static form_read_t read_guid, read_der;
static form_write_t write_pattern, write_escaped, write_number, write_bits, write_guid, write_der;

/* X(name, the rest of the row). A form without a function cannot be read, or written. The forms
 * that only name a grammar come first. A pattern is h for a hex digit, H for one that is written in
 * upper case, and every other octet for itself.
 *
 * Sources: the first six, RFC 9562 section 4 with figures 3 and 4; ulid, the ULID specification of
 * github.com/ulid/spec; typeid, TypeID 0.3.0 of github.com/jetify-com/typeid; base32hex and
 * base64url, RFC 4648 sections 7 and 5 without padding, base58 and base62, the alphabets Base58btc
 * and Base62sort, all four as draft-davis-uuidrev-alt-uuid-encoding-methods-00 has them; ncname32
 * and ncname64, draft-taylor-uuid-ncname-05; guid, the byte order of GUIDs, RFC 9562 section 4;
 * der, RFC 4530 section 2.1; ldap_filter, RFC 4515 section 3. */
#define DIGITS(text)      .digits = text, .count = sizeof text - 1
#define CANONICAL_PATTERN "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh"
#define OF_PATTERN        .read = read_pattern, .write = write_pattern
#define OF_NUMBER         .read = read_number, .write = write_number
#define OF_BITS           .read = read_bits, .write = write_bits
#define FOUR_ESCAPED      "\\hh\\hh\\hh\\hh"
#define BASE64URL_DIGITS  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
/* clang-format off */
#define GRAMMARS(X) \
    X(any, .read = read_any) \
    X(strict, .read = read_pattern, DIGITS(CANONICAL_PATTERN), .body = 36)
#define FORMS(X) \
    X(canonical, OF_PATTERN, DIGITS(CANONICAL_PATTERN), .body = 36) \
    X(upper, OF_PATTERN, DIGITS("HHHHHHHH-HHHH-HHHH-HHHH-HHHHHHHHHHHH"), .body = 36) \
    X(hex, OF_PATTERN, DIGITS("hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"), .body = 32) \
    X(braced, OF_PATTERN, DIGITS("{" CANONICAL_PATTERN "}"), .head = 1, .body = 36) \
    X(urn, OF_PATTERN, DIGITS("urn:uuid:" CANONICAL_PATTERN), .head = 9, .body = 36) \
    X(int, OF_NUMBER, DIGITS("0123456789")) \
    X(ulid, OF_BITS, DIGITS("0123456789ABCDEFGHJKMNPQRSTVWXYZ"), \
      .first = 3, .each = 5, .last = 5, .any_case = true) \
    X(typeid, .read = read_typeid, .write = write_bits, \
      DIGITS("0123456789abcdefghjkmnpqrstvwxyz"), .first = 3, .each = 5, .last = 5) \
    X(base32hex, OF_BITS, DIGITS("0123456789ABCDEFGHIJKLMNOPQRSTUV"), \
      .first = 5, .each = 5, .last = 3, .pad = 2, .any_case = true) \
    X(base64url, OF_BITS, DIGITS(BASE64URL_DIGITS), .first = 6, .each = 6, .last = 2, .pad = 4) \
    X(base58, OF_NUMBER, DIGITS("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")) \
    X(base62, OF_NUMBER, DIGITS("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")) \
    X(ncname32, OF_BITS, DIGITS("abcdefghijklmnopqrstuvwxyz234567"), \
      .first = 4, .each = 5, .last = 4, .any_case = true, .bookends = true) \
    X(ncname64, OF_BITS, DIGITS(BASE64URL_DIGITS), \
      .first = 4, .each = 6, .last = 4, .any_case_ends = true, .bookends = true) \
    X(guid, .read = read_guid, .write = write_guid, .octets = sizeof(uuid9562_t)) \
    X(der, .read = read_der, .write = write_der, .octets = DER_LENGTH) \
    X(ldap_filter, .read = read_escaped, .write = write_escaped, \
      DIGITS(FOUR_ESCAPED FOUR_ESCAPED FOUR_ESCAPED FOUR_ESCAPED))
/* clang-format on */

/* ---- os.c: the only file that talks to the system -------------------------------------------- */

/* The world's clock; see uuid9562_world_t. */
static int os_clock(void *context, int64_t *seconds, uint32_t *nanoseconds);

/* The time since 1970 in nanoseconds, to a few milliseconds: good for telling ages. 0 where there
 * is none. */
static uint64_t os_coarse_ns(void);

/* The time as finely as there is; 0 where there is none. */
static uint64_t os_fine_ns(void);

/* The number of no era: not 0, which is what a child finds that has none yet. */
#define NO_ERA UINT64_MAX

/* The number of the era; 0 where nothing would tell the end of it. An era ends when a process
 * becomes another, by any kind of fork (see os.c for what that rests on), and when os_next_era says
 * so. Whatever was drawn in an era may be used in that era only. */
static uint64_t os_era(void);
static ALWAYS_INLINE bool os_is_era(uint64_t number);
static void os_next_era(void);

/* One lock for the process, for the few moments in which a library may take locks of its own: no
 * fork() falls into such a moment. */
static void os_lock(void);
static void os_unlock(void);

/* What a thread keeps. X(name, the function that gets it when the thread ends) */
#define THREAD_OBJECTS(X)                                                                          \
    X(pool, pool_free)                                                                             \
    X(digester, digester_free)

#define THREAD_ENUM(name, free) THREAD_##name,
typedef enum thread_object { THREAD_OBJECTS(THREAD_ENUM) THREAD_OBJECT_COUNT } thread_object_t;
static void pool_free(void *pool);
static void digester_free(void *digester);

/* A pointer is small enough for the thread-local storage that is set aside for libraries which are
 * loaded late; musl sets none aside. */
#if defined __GLIBC__
#define FOR_THREAD __attribute__((tls_model("initial-exec"))) static _Thread_local
#else
#define FOR_THREAD static _Thread_local
#endif

/* Returns 0, or -1 where that is not possible. */
static int os_keep_for_thread(thread_object_t which, void *object);

/* Random octets from the operating system. Returns 0, or -1. */
static int os_random(void *octets, size_t count);

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

/* The digest of two pieces of data, one after the other: its first 16 octets, and perhaps more.
 * Errors: DIGEST_POLICY, MEMORY */
enum { DIGEST_ROOM = 64 };
static uuid9562_status_t crypto_digest(digest_t digest, uint8_t out[DIGEST_ROOM], const void *head,
                                       size_t head_length, const void *tail, size_t tail_length);

/* The keystream of AES-256 in counter mode, for one thread. Returns NULL where there is none to be
 * had. */
enum { KEYSTREAM_SEED = 48 }; /* octets: the key, then the counter's first value */
typedef struct evp_cipher_ctx_st keystream_t;
static keystream_t *crypto_keystream_new(void);
static void crypto_keystream_free(keystream_t *keystream);

/* Begins anew with a seed; puts the next octets over (exclusive or) what is there, which is zeros.
 * Return 0, or -1. */
static int crypto_keystream_seed(keystream_t *keystream, const uint8_t seed[KEYSTREAM_SEED]);
static int crypto_keystream_next(keystream_t *keystream, uint8_t *octets, size_t count);

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

/* The same without a copy, for at most ENTROPY_READY octets, and in two steps: first they are made
 * sure of, which may fail (NULL), then they are taken, which may not. From then on they are the
 * caller's, who wipes them. Nothing else may be drawn in between. */
enum { ENTROPY_READY = 1024 };
typedef struct pool pool_t;
static ALWAYS_INLINE pool_t *entropy_ready(size_t count);
static ALWAYS_INLINE uint8_t *entropy_take(pool_t *pool, size_t count);
static ALWAYS_INLINE void entropy_wipe(void *octets, size_t count);

/* Discards whatever any thread has in store. Returns 0, or -1 where nothing new can be had. */
static int entropy_reseed(void);

/* ---- word.c: where the order of the process lives -------------------------------------------- */

/* What is read more often than it is written lies in a cache line of its own, as does what every
 * time-based UUID writes. */
typedef struct word {
    _Atomic uint64_t last_ns; /* the last nanosecond that was given out; 0 for none */
    uint64_t unused[7];
    _Atomic uint64_t reanchors_begun; /* how often it was set to the clock on purpose, */
    _Atomic uint64_t reanchors_done;  /* and how often that has ended */
    uint64_t also_unused[6];
} word_t;

/* word_t uuid9562_last_ns; the platform decides on its linkage. */

#endif
