/*
 * A child that the C library does not know of: no fork handler runs. Only Linux has such.
 */
#ifndef RAW_CLONE_H
#define RAW_CLONE_H

#include <signal.h>
#include <stddef.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

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

#endif
