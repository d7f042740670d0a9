/*
 * uuid9562_generator.h - generators of your own.
 *
 * For programs that supply the clock or the randomness (tests, replay, simulation), that need
 * separate orders, for example one per thread, or that keep the last time themselves. All others
 * pass NULL, the generator of the process, to the functions of uuid9562.h.
 */
#ifndef UUID9562_PUBLIC_GENERATOR_H
#define UUID9562_PUBLIC_GENERATOR_H

#include "uuid9562.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The clock and the randomness of a generator of your own, for tests (examples/c/frozen.c), replay
 * or isolation.
 *   clock   writes the time since 1970-01-01T00:00:00 UTC. nanoseconds is 0 .. 999999999; seconds
 *           may be negative. Returns 0, or another number if the clock cannot be read.
 *   random  writes count bytes of cryptographic quality. Returns 0, or another number if it fails;
 *           then nothing that it wrote is used.
 *   context is passed to both.
 * Both functions are called concurrently if several threads use the generator. They may use the
 * generator, but may neither resync it nor fork. A call reads the clock first, then randomness, and
 * only what it needs. A NULL function means the system's own. */
typedef struct uuid9562_sources {
    int (*clock)(void *context, int64_t *seconds, uint32_t *nanoseconds);
    int (*random)(void *context, void *bytes, size_t count);
    void *context;
} uuid9562_sources_t;

/* The operating system's random bytes, for `random` above. Nothing is buffered, for programs whose
 * machine or memory may be cloned; docs/security.md has the cost and the limits.
 * UUID9562_RANDOM=system in the environment has the same effect on a whole process; another value,
 * unless it is empty, makes every draw of the process's own random bytes fail.
 * Returns 0; or -1 if the system gives none, in which case the bytes are zeros. */
UUID9562_API int uuid9562_system_random(void *context, void *bytes,
                                        size_t count) UUID9562_MUST_CHECK;

/* For programs without an operating system, such as firmware. Compiled with -DUUID9562_OS_BARE,
 * the library runs on any machine: it needs C11 with its standard library (but no files, threads,
 * environment or signals), and these two functions, which the program defines. They are the clock
 * and the randomness of the process's generator (NULL), with NULL as the context. If there is no
 * clock, uuid9562_os_clock returns -1, and versions 1, 6 and 7 are the error CLOCK.
 *
 * OpenSSL is left out, as by UUID9562_OMIT_OPENSSL, and so is the state file. Random bytes are not
 * buffered. Calls must not overlap, neither in threads nor in interrupt handlers. If the processor
 * has no atomic access to 64 bits, the program or libatomic supplies __atomic_load_8 and the like.
 * An example is examples/embed/firmware.c. */
int uuid9562_os_clock(void *context, int64_t *seconds, uint32_t *nanoseconds);
int uuid9562_os_random(void *context, void *bytes, size_t count);

/* Creates a generator with an order of its own.
 * Args: sources    copied (the context is not); NULL for the system's clock and randomness
 *       node       the default for uuid1 and uuid6; NULL for random nodes
 *       clock_seq  likewise; NULL for what uuid9562_uuid1 describes
 * Errors: NODE, CLOCK_SEQ, MEMORY */
UUID9562_API uuid9562_status_t
uuid9562_generator_new(uuid9562_generator_t **generator, const uuid9562_sources_t *sources,
                       const uint64_t *node, const uint64_t *clock_seq) UUID9562_MUST_CHECK;

/* Frees a generator; does nothing for NULL. No thread may use it afterwards. */
UUID9562_API void uuid9562_generator_free(uuid9562_generator_t *generator);

/* How the system's time is read while a thread generates without a pause: "counter", the
 * processor's cycle counter with a reading of the clock every 20 microseconds; or "system", the
 * system's clock each time. docs/internals/design.md says when each is used, and how far such a
 * time is from the clock's. UUID9562_CLOCK=system in the environment
 * selects the system's clock, and so does any word other than "counter". */
UUID9562_API const char *uuid9562_clock_source(void);

/* One step of a time-based generator, for a program that keeps the last time itself (RFC 9562
 * section 6.2). It takes the clock's reading and the last time, and writes a UUID and the new last
 * time. The time of the UUID is now_ns or, if that is not after *last_ns, *last_ns + 1, so UUIDs of
 * version 6 and of version 7 are strictly increasing. A generator takes the same step, but bounds
 * how far it is ahead of the clock; here the program compares *last_ns with now_ns.
 * Out:  last_ns  in: the last time that was used, in nanoseconds since 1970, or 0 for none;
 *                out: the time of this UUID
 * Args: version  1, 6 or 7
 *       now_ns   the clock's reading, in nanoseconds since 1970
 *       random   64 random bits. Version 7 uses the low 54. Versions 1 and 6 use the low 48 as the
 *                node, with the multicast bit set, and the next 7 as the low bits of the clock
 *                sequence. For version 1, pass the same number until the clock is set back
 * Errors: STEP_VERSION; CLOCK_RANGE if the new last time exceeds 64 bits */
UUID9562_API uuid9562_status_t uuid9562_step(uuid9562_t *out, uint64_t *last_ns, int version,
                                             uint64_t now_ns, uint64_t random) UUID9562_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
