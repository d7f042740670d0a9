/*
 * As much of Check as tests/unit/vectors.c asks for, on a board.
 */
#ifndef CHECK_H
#define CHECK_H /* Check's own */

#include <stdio.h>
#include <stdlib.h>

typedef struct TTest {
    const char *name;
    void (*fn)(int);
    const char *file;
    int line;
} TTest;

#define ck_abort_msg(...) (printf(__VA_ARGS__), exit(1))

#endif
