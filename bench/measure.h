/*
 * How the benchmarks of this folder measure, and their table.
 *
 * A row is two bodies that are measured in turn, ROUNDS times, after one round that does not count;
 * it gives the median of each and their ratio. Time is CPU time of the thread, so that other
 * programs disturb it little; the thread keeps to one CPU. Prints a table in Markdown.
 */
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 15, CALLS = 1 << 19, SLOW_CALLS = 5000, BATCH = 256 };

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void keep_to_cpu(size_t cpu)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

/* A body does CALLS operations, that of a slow peer SLOW_CALLS; or it returns false. */
typedef bool body_t(void);

/* Nanoseconds for one operation; less than 0 where the body returns false. */
static double time_alone(body_t *body, int calls)
{
    double begin = now_ns();
    return body() ? (now_ns() - begin) / calls : -1;
}

/* ---- the table ---- */

typedef double timing_t(body_t *body, int calls);

typedef struct side {
    const char *name;
    body_t *body;
    timing_t *time;
    int calls;
} side_t;

typedef struct row {
    side_t ours, beside;
} row_t;

static int by_value(const void *left, const void *right)
{
    double l = *(const double *)left, r = *(const double *)right;
    return (l > r) - (l < r);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof *values, by_value);
    return values[ROUNDS / 2];
}

/* Both sides of a row, alternately. */
static void measure(const row_t *row, double *ns, double *ns_beside)
{
    double ours[ROUNDS], beside[ROUNDS];

    for (int i = -1; i < ROUNDS; i++) {
        *ns = row->ours.time(row->ours.body, row->ours.calls);
        *ns_beside = row->beside.time(row->beside.body, row->beside.calls);
        if (i >= 0) {
            ours[i] = *ns;
            beside[i] = *ns_beside;
        }
    }
    *ns = median(ours);
    *ns_beside = median(beside);
}

static void print_row(const row_t *row)
{
    double ns, ns_beside;

    measure(row, &ns, &ns_beside);
    if (ns < 0 || ns_beside < 0)
        printf("| %s | left out | %s | |\n", row->ours.name, row->beside.name);
    else
        printf("| %s | %.2f | %s %.2f | %.3g |\n", row->ours.name, ns, row->beside.name, ns_beside,
               ns / ns_beside);
    fflush(stdout);
}

static void print_table(const row_t *rows, size_t count)
{
    const bool one_cpu = sysconf(_SC_NPROCESSORS_ONLN) < 2;

    keep_to_cpu(0);
    puts("\n| operation | ns | compared with | ratio |\n|---|---|---|---|");
    for (size_t i = 0; i < count; i++)
        if (rows[i].ours.time == time_alone || !one_cpu)
            print_row(&rows[i]);
}
