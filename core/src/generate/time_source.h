/*
 * The time of a generator, from its clock or from the cycle counter.
 */
#ifndef UUID9562_TIME_SOURCE_H
#define UUID9562_TIME_SOURCE_H

#include <stdint.h>

#include "generator.h"

/* The clock as one number of 64 bits, from 1970 to 2554-07-21T23:34:33.709551615Z.
 * Errors: CLOCK; CLOCK_RANGE */
INTERNAL_INLINE uuid9562_status_t read_unix_ns(const uuid9562_generator_t *generator,
                                               uint64_t *unix_ns);

/* As read_unix_ns, but where the sources are the system's, the cycle counter may interpolate.
 * Errors: CLOCK; CLOCK_RANGE */
INTERNAL_INLINE uuid9562_status_t read_time(const uuid9562_generator_t *generator,
                                            uint64_t *unix_ns);

#endif
