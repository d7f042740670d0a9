/*
 * uuid9562_host.h - functions for the bindings of this tree: not installed, and not exported by the
 * shared library, but linked between uuid9562.c and a binding that is compiled by itself.
 */
#ifndef UUID9562_PRIVATE_HOST_H
#define UUID9562_PRIVATE_HOST_H

#include "../uuid9562.h"

#ifndef UUID9562_PRIVATE
#define UUID9562_PRIVATE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Check these arguments exactly as uuid9562_batch and uuid9562_uuid7_name do.
 * Errors: BATCH_VERSION, BATCH_COUNT, MEMORY (more than a 32-bit address space can hold);
 *         V7_UNIX_MS */
UUID9562_PRIVATE uuid9562_status_t uuid9562_check_batch(int version,
                                                        uint64_t n) UUID9562_MUST_CHECK;
UUID9562_PRIVATE uuid9562_status_t uuid9562_check_unix_ms(int64_t unix_ms) UUID9562_MUST_CHECK;

/* uuid9562_uuid7_make for random bytes of any length, which is checked after the time.
 * Errors: V7_UNIX_MS, V7_RANDOM, N */
UUID9562_PRIVATE uuid9562_status_t uuid9562_uuid7_make_of(uuid9562_t *out, int64_t unix_ms,
                                                          const void *random, size_t length,
                                                          int64_t n) UUID9562_MUST_CHECK;

/* The smallest version 7 UUID of the first millisecond of a time, or the largest of its last one.
 * Args: width_ms  as of uuid9562_parse_time. 0 for a plain number: it spans 1 ms, and a value that
 *                 looks like seconds is the error SECONDS
 * Errors: V7_UNIX_MS, also if the end is out of range; SECONDS */
UUID9562_PRIVATE uuid9562_status_t uuid9562_uuid7_bound(uuid9562_t *out, bool max, int64_t unix_ms,
                                                        uint32_t width_ms) UUID9562_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
