/*
 * The order of a generator: which nanoseconds a call gets.
 */
#ifndef UUID9562_ORDER_H
#define UUID9562_ORDER_H

#include <stdint.h>

#include "generator.h"

/* Reserves `count` units of `granularity` nanoseconds from `now` on, as step_reserve does.
 * Errors: CLOCK_RANGE; LEAD if the first would begin too far ahead of the clock */
INTERNAL_INLINE uuid9562_status_t reserve(uuid9562_generator_t *generator, uint64_t *first,
                                          uint64_t now, uint64_t count, uint64_t granularity);

#endif
