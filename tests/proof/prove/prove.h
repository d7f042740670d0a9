/*
 * What every harness includes first: any value, and the words of a proof. SOUNDNESS.md says what a
 * proof proves.
 */
#ifndef PROVE_H
#define PROVE_H

#include <stdbool.h>
#include <stdint.h>

#include "../../../core/include/uuid9562.h"

#ifdef __CPROVER__
#define assume(condition) __CPROVER_assume(condition)
#ifdef REACHED /* whether there is a run that gets there, with a condition that holds */
#define prove(condition) __CPROVER_assert(!(condition), #condition)
#else
#define prove(condition) __CPROVER_assert(condition, #condition)
#endif
#else /* as an editor sees it */
#define assume(condition) ((void)(condition))
#define prove(condition)  ((void)(condition))
#endif

/* Functions without a body return any value. */
bool nondet_bool(void);
uint64_t nondet_uint64(void);

#endif
