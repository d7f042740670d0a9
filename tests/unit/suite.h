/*
 * What the files of the core's suite share: how a test begins, and what tests call. run.c runs them.
 */
#ifndef SUITE_H
#define SUITE_H

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "private/uuid9562_host.h"
#include "uuid9562_bindings.h"
#include "uuid9562_generator.h"
#include "uuid9562_ldap.h"
#include "uuid9562_state.h"
#include "wide.h"

/* After so long a process hangs, however busy the machine is. */
enum { HANG_SECONDS = 300 };

/* What is done before and after each test of a file. The file defines it, or there is nothing. */
typedef struct fixture {
    void (*before)(void);
    void (*after)(void);
} fixture_t;

__attribute__((unused)) static const fixture_t fixture;

typedef struct test {
    TTest check; /* as Check has it */
    int times;
    const fixture_t *fixture;
    struct test *next;
} test_t;

/* Begins a test, which the program then has: no list names it again. Its _i counts from 0. */
#define LOOP_TEST(name, times)                                                                     \
    static void name(int _i);                                                                      \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        static test_t self = {{#name, name, __FILE__, __LINE__}, times, &fixture, NULL};           \
        add_test(&self);                                                                           \
    }                                                                                              \
    static void name(__attribute__((unused)) int _i)
#define TEST(name) LOOP_TEST(name, 1)
void add_test(test_t *test);

/* Scripted sources: a clock that stands still until it is moved, and random bytes made from a
 * counter, `next`. Either fails while its flag is set. */
typedef struct script {
    int64_t seconds;
    uint32_t nanoseconds;
    bool clock_fails;
    uint64_t next;
    bool random_fails;
    unsigned draws;
    uuid9562_generator_t *generator; /* which reads them */
} script_t;

/* Starts a generator in a script of its own; script_end frees it. */
void script_begin(script_t *script);
void script_begin_with(script_t *script, const uint64_t *node, const uint64_t *clock_seq);
void script_end(script_t *script);
void script_set(script_t *script, uint64_t unix_ns);

/* The fields of a UUID of version 1 or 6: -1 for any other. */
static inline int64_t ticks_of(const uuid9562_t *uuid)
{
    uint64_t ticks;
    return uuid9562_get_timestamp_ticks(&ticks, uuid) ? (int64_t)ticks : -1;
}

static inline int64_t node_of(const uuid9562_t *uuid)
{
    uint64_t node;
    return uuid9562_get_node(&node, uuid) ? (int64_t)node : -1;
}

static inline int clock_seq_of(const uuid9562_t *uuid)
{
    uint64_t clock_seq;
    return uuid9562_get_clock_seq(&clock_seq, uuid) ? (int)clock_seq : -1;
}

/* Reads canonical text that is known to be valid. */
uuid9562_t uuid_from_text(const char *text);

/* A random UUID; one in four begins with zeros, so that numbers of all sizes are among them. */
uuid9562_t random_uuid(unsigned *seed);

uint64_t random64(unsigned *seed);

/* No two of them are equal; it sorts them. */
void assert_distinct(uuid9562_t *uuids, size_t count);

/* Runs so many threads at once, each on the next element of an array of this size: none may fail,
 * which is to return something. */
void run_threads(int count, void *(*what)(void *), void *each, size_t size);

/* Like Check's own assertions, but without its note in a file for each one that holds: these stand
 * in loops of millions. */
#define require_msg(condition, ...)                                                                \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ck_abort_msg(__VA_ARGS__);                                                             \
    } while (0)
#define require(condition) require_msg(condition, "%s", #condition)
#define require_that(left, op, right)                                                              \
    do {                                                                                           \
        intmax_t left_ = (intmax_t)(left), right_ = (intmax_t)(right);                             \
        require_msg(left_ op right_, "%s " #op " %s: it is %jd and %jd", #left, #right, left_,     \
                    right_);                                                                       \
    } while (0)
#define require_eq(left, right)        require_that(left, ==, right)
#define require_ne(left, right)        require_that(left, !=, right)
#define require_le(left, right)        require_that(left, <=, right)
#define require_gt(left, right)        require_that(left, >, right)
#define require_mem(left, right, size) require(memcmp(left, right, size) == 0)
#define assert_same(left, right)       require_mem((left).bytes, (right).bytes, 16)
#define assert_before(left, right)     require(uuid9562_compare(&(left), &(right)) < 0)
#define assert_ok(expression)          assert_status(expression, UUID9562_OK)
#define assert_status(expression, expected)                                                        \
    do {                                                                                           \
        uuid9562_status_t got_ = (expression);                                                     \
        require_msg(got_ == (expected), "%s gave %d (%s), not %s", #expression, (int)got_,         \
                    uuid9562_strerror(got_), #expected);                                           \
    } while (0)

#endif
