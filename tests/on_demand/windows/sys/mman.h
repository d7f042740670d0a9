/*
 * As much of mmap as fence.h needs: pages that cannot be touched, some of which then can.
 */
#ifndef SYS_MMAN_H
#define SYS_MMAN_H

#include <stddef.h>
#include <windows.h>

enum { PROT_NONE = 0, PROT_READ = 1, PROT_WRITE = 2, MAP_PRIVATE = 0, MAP_ANONYMOUS = 0 };
enum { _SC_PAGESIZE };
#define MAP_FAILED NULL

static inline void *mmap(void *at, size_t size, int protection, int flags, int file, long offset)
{
    (void)flags, (void)file, (void)offset, (void)protection;
    return VirtualAlloc(at, size, MEM_RESERVE | MEM_COMMIT, PAGE_NOACCESS);
}

static inline int mprotect(void *pages, size_t size, int protection)
{
    DWORD before;

    (void)protection;
    return VirtualProtect(pages, size, PAGE_READWRITE, &before) ? 0 : -1;
}

static inline long sysconf(int name)
{
    SYSTEM_INFO info;

    (void)name;
    GetSystemInfo(&info);
    return (long)info.dwPageSize;
}

#endif
