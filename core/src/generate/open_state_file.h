/*
 * The state file of the process (state_file.h): which one is open, and the one that the environment
 * names.
 */
#ifndef UUID9562_OPEN_STATE_FILE_H
#define UUID9562_OPEN_STATE_FILE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "../../include/uuid9562_state.h"
#include "clock_state.h"
#include "../compiler.h"

/* The clock state that processes share; NULL where no file is open. One copy of the library opens
 * it for all copies that the process has. */
static ALWAYS_INLINE clock_state_t *shared_clock_state(void)
{
    const uint64_t address =
        atomic_load_explicit(&process_clock_state()->shared, memory_order_acquire);
    return (clock_state_t *)(uintptr_t)address;
}

/* How far a generator may be ahead of its clock. Each process keeps this in its own clock state,
 * so that others who may write the file cannot set it. */
static ALWAYS_INLINE uint64_t max_lead(const clock_state_t *own)
{
    const uint64_t set = atomic_load_explicit(&own->max_lead_ns, memory_order_relaxed);
    return set != 0 ? set : UUID9562_MAX_LEAD_NS_DEFAULT;
}

/* Whether UUID9562_STATE needs no more attention. Each call that reads the clock of the process
 * looks here first, so that every call is an error until the file can be opened. */
INTERNAL _Atomic bool state_file_is_settled;

/* Opens the file that UUID9562_STATE names, if it does and none is open. */
INTERNAL uuid9562_status_t open_state_file_of_environment(void);

#endif
