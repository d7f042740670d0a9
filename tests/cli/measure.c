/*
 * Runs a command and says on standard error what it took: seconds, seconds of the processor, and
 * the most memory that it had at once. It is small itself, since a process inherits the peak of the
 * one that it was before exec.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int main(int count, char **arguments)
{
    struct timespec begin, end;
    struct rusage usage;
    int status;
    pid_t child;

    if (count < 3)
        return 127;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    child = fork();
    if (child == 0) {
        execvp(arguments[2], arguments + 2);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return 127;
    clock_gettime(CLOCK_MONOTONIC, &end);
    fprintf(stderr, "  %-40s %7.2f s  %7.2f s CPU  %8ld KiB\n", arguments[1],
            (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9,
            seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}
