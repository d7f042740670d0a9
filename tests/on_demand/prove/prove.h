/*
 * What every harness includes first: any value, and the words of a proof. SOUNDNESS.md says what a
 * proof proves.
 */
#ifndef PROVE_H
#define PROVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../../../core/include/uuid9562.h"

#ifdef __CPROVER__
typedef unsigned __CPROVER_bitvector[192] bits192_t;
#define assume(condition) __CPROVER_assume(condition)
#ifdef REACHED /* whether there is a run that gets there, with a condition that holds */
#define prove(condition) __CPROVER_assert(!(condition), #condition)
#else
#define prove(condition) __CPROVER_assert(condition, #condition)
#endif
#else /* exhaustive.c, which tries every value; and editors */
#include <stdio.h>
#include <stdlib.h>

typedef unsigned __int128 bits192_t; /* as an editor may see it */
#define assume(condition) ((void)(condition))

/* Ends the program where a claim does not hold; ended() says which were reached. */
#define prove(condition)                                                                           \
    do {                                                                                           \
        static bool is_reached __attribute__((section("claims"), used, unused));                   \
        is_reached = true;                                                                         \
        if (!(condition)) {                                                                        \
            printf("VERIFICATION FAILED: line %d, %s\n", __LINE__, #condition);                    \
            exit(10);                                                                              \
        }                                                                                          \
    } while (0)

extern bool __start_claims, __stop_claims;

static inline void ended(void)
{
    for (const bool *claim = &__start_claims; claim < &__stop_claims; claim++)
        printf("[.assertion.%d] reached: %s\n", (int)(claim - &__start_claims),
               *claim ? "FAILURE" : "SUCCESS");
    puts("VERIFICATION SUCCESSFUL");
}
#endif

/* Functions without a body return any value. */
bool nondet_bool(void);
char nondet_char(void);
int nondet_int(void);
uint32_t nondet_uint32(void);
uint64_t nondet_uint64(void);
int64_t nondet_int64(void);
size_t nondet_size(void);
uuid9562_t nondet_uuid(void);

static inline bool same_uuid(uuid9562_t a, uuid9562_t b)
{
    return memcmp(a.bytes, b.bytes, sizeof a.bytes) == 0;
}

#endif
