/*
 * As much of Check as tests/core/vectors.c asks for, on a board: a test runs when it is added.
 */
#ifndef CHECK_H
#define CHECK_H /* Check's own */

#include <stdio.h>
#include <stdlib.h>

typedef struct TCase TCase;
typedef struct TTest {
    void (*run)(void);
} TTest;

#define START_TEST(name)                                                                           \
    static void run_##name(void);                                                                  \
    static const TTest name[] = {{run_##name}};                                                    \
    static void run_##name(void)
#define END_TEST
#define tcase_create(name) NULL
#define ck_abort_msg(...)  (printf(__VA_ARGS__), exit(1))

#endif
