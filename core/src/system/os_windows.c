/*
 * The system on Windows 8 or later (os.h), for processors of 64 bits.
 *
 * There is no fork(): a process inherits no memory, so nothing has to be wiped in a child.
 */
#include "os.h"

#ifdef OS_WINDOWS
#include <winsock2.h> /* must precede windows.h */

#include <bcrypt.h>
#include <iphlpapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

/* ---- clocks ---- */

static uint64_t filetime_ticks(FILETIME time)
{
    return (uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

/* Ticks of 100 nanoseconds since 1601. */
static const uint64_t TICKS_PER_SECOND = 10000000, TICKS_TO_1970 = UINT64_C(116444736000000000);

static uint64_t read_ticks(void)
{
    FILETIME time;

    GetSystemTimePreciseAsFileTime(&time);
    return filetime_ticks(time);
}

INTERNAL int os_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    const uint64_t ticks = read_ticks(), before = TICKS_TO_1970 / TICKS_PER_SECOND;

    (void)context;
    *seconds = (int64_t)(ticks / TICKS_PER_SECOND - before);
    *nanoseconds = (uint32_t)(ticks % TICKS_PER_SECOND * 100);
    return 0;
}

static uint64_t unix_ns(uint64_t ticks)
{
    return ticks > TICKS_TO_1970 ? (ticks - TICKS_TO_1970) * 100 : 0;
}

INTERNAL uint64_t os_coarse_ns(void)
{
    FILETIME time;

    GetSystemTimeAsFileTime(&time);
    return unix_ns(filetime_ticks(time));
}

INTERNAL uint64_t os_fine_ns(void)
{
    return unix_ns(read_ticks());
}

INTERNAL void os_sleep(void)
{
    Sleep(1);
}

INTERNAL uint64_t os_steady_ms(void)
{
    return GetTickCount64();
}

#ifdef __aarch64__
INTERNAL bool os_arm_has_crypto(void)
{
    return IsProcessorFeaturePresent(PF_ARM_V8_CRYPTO_INSTRUCTIONS_AVAILABLE) != 0;
}
#endif

/* ---- random bytes ---- */

INTERNAL int os_random(void *bytes, size_t count)
{
    for (size_t done = 0, part; done < count; done += part) {
        part = count - done < 1 << 20 ? count - done : 1 << 20;
        if (BCryptGenRandom(NULL, (uint8_t *)bytes + done, (ULONG)part,
                            BCRYPT_USE_SYSTEM_PREFERRED_RNG) != 0)
            return -1;
    }
    return 0;
}

/* ---- memory ---- */

INTERNAL void *os_map(size_t size, bool *is_wiped)
{
    *is_wiped = true;
    return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

INTERNAL void os_unmap(void *pages, size_t size)
{
    (void)size;
    VirtualFree(pages, 0, MEM_RELEASE);
}

static _Alignas(64) char own_state[OS_SHARED_SIZE];
static void *process_memory = own_state; /* where there is no memory for more */

INTERNAL_INLINE void *os_shared(void)
{
    return process_memory;
}

/* Memory with a name that other copies in the process find. It has the process's number and the
 * time at which it was created, which no one can guess. */
static void find_shared(void)
{
    char name[96];
    FILETIME created, exited, kernel, user;
    HANDLE memory;
    void *found;

    GetProcessTimes(GetCurrentProcess(), &created, &exited, &kernel, &user);
    snprintf(name, sizeof name, "Local\\uuid9562_clock_state_v1.%lu.%llu",
             (unsigned long)GetCurrentProcessId(), (unsigned long long)filetime_ticks(created));
    memory =
        CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, OS_SHARED_SIZE, name);
    if (memory == NULL)
        return;
    found = MapViewOfFile(memory, FILE_MAP_ALL_ACCESS, 0, 0, OS_SHARED_SIZE);
    if (found != NULL)
        process_memory = found;
}

/* The order must outlive the connection or the interpreter that loaded this library, and threads
 * that end call it. So it is never unloaded. */
__attribute__((constructor)) static void begin(void)
{
    HMODULE itself;

    GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                       own_state, &itself);
    find_shared();
}

/* ---- processes ---- */

INTERNAL uint32_t os_process_id(void)
{
    return GetCurrentProcessId();
}

INTERNAL const char *os_environment(const char *name)
{
    return getenv(name);
}

/* As in interfaces.c: universally administered counts more than up; no group addresses. */
static int rank_of(const IP_ADAPTER_ADDRESSES *adapter)
{
    const uint8_t *bytes = adapter->PhysicalAddress;

    if (adapter->PhysicalAddressLength != 6 || (bytes[0] & 1) != 0 ||
        memcmp(bytes, "\0\0\0\0\0\0", 6) == 0)
        return -1;
    return 2 * ((bytes[0] & 2) == 0) + (adapter->OperStatus == IfOperStatusUp);
}

INTERNAL int os_hardware_address(uint64_t *address)
{
    ULONG size = 1 << 16;
    IP_ADAPTER_ADDRESSES *all = malloc(size);
    int best = -1;

    if (all != NULL && GetAdaptersAddresses(AF_UNSPEC, 0, NULL, all, &size) == NO_ERROR) {
        for (const IP_ADAPTER_ADDRESSES *i = all; i != NULL; i = i->Next) {
            if (rank_of(i) <= best)
                continue;
            best = rank_of(i);
            *address = 0;
            for (int byte = 0; byte < 6; byte++)
                *address = *address << 8 | i->PhysicalAddress[byte];
        }
    }
    free(all);
    return best >= 0 ? 0 : -1;
}

/* ---- threads ---- */

static SRWLOCK locks[OS_LOCKS]; /* zeros: SRWLOCK_INIT */

INTERNAL void os_lock(os_lock_t lock)
{
    AcquireSRWLockExclusive(&locks[lock]);
}

INTERNAL void os_unlock(os_lock_t lock)
{
    ReleaseSRWLockExclusive(&locks[lock]);
}

/* On processors of 64 bits there is one calling convention. */
_Static_assert(sizeof(void *) == 8, "uuid9562 needs Windows for 64 bits");

INTERNAL bool os_key_new(uintptr_t *key, void (*release)(void *object))
{
    const DWORD index = FlsAlloc(release);

    *key = index;
    return index != FLS_OUT_OF_INDEXES;
}

INTERNAL bool os_key_set(uintptr_t key, void *object)
{
    return FlsSetValue((DWORD)key, object) != 0;
}

#endif
