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

/* ---- text.c: the forms ----------------------------------------------------------------------- */

/* Reads the form `strict`. */
static uuid9562_status_t text_read_strict(uuid9562_t *out, const char *text, size_t length);

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

/* The time since 1970 in nanoseconds, to a few milliseconds: good for telling ages. 0 where there
 * is none. */
static uint64_t os_coarse_ns(void);

/* The time as finely as there is; 0 where there is none. */
static uint64_t os_fine_ns(void);

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
