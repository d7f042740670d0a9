/*
 * Children, by fork() and without the C library, and their end.
 */
#ifndef CHILDREN_H
#define CHILDREN_H

#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "suite.h"

static inline pid_t plain_fork(void)
{
    return fork();
}

/* A child that the C library does not know of: no fork handler runs. Only Linux has such. */
static inline pid_t raw_clone(void)
{
#if !defined __linux__
    return fork();
#elif defined __s390x__ /* there the stack comes first */
    return (pid_t)syscall(SYS_clone, NULL, SIGCHLD, NULL, NULL, NULL);
#else
    return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
#endif
}

/* The child ends, and all that it looked at was right. */
static inline void wait_for(pid_t child)
{
    int status;
    require_eq(waitpid(child, &status, 0), child);
    require_msg(status == 0, "a child ended with the status %#x", (unsigned)status);
}

#endif
