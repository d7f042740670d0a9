/*
 * Calls that fail: preloaded into a host (LD_PRELOAD), it stands between a shipped, unmodified
 * library of uuid9562 and the system, and makes one call of it fail, with the error that the table
 * says; the host's own calls work.
 *
 * A host calls torture_cases() before it loads the library. That forks a process for each case: a
 * call of the table, its n-th time, alone or with all after it, until n is more than there are. The
 * process goes on with the host's script, which calls torture_on() and torture_off() around the
 * same operations a few times, and then does them without. None of them has arguments or a result,
 * so Lua's package.loadlib, SQLite's load_extension and Python's ctypes call them all.
 *
 * Standard output gets a line at the begin and the end of each case, and at torture_off() one with
 * what the process uses; test_torture.py judges it. A case is in an empty folder of its own.
 *
 * TORTURE names the calls, separated by blanks, by default all. Of a call that happens often, only
 * the n are tried that TORTURE_EACH leaves: n grows by a part of itself, 1 / TORTURE_EACH.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <malloc.h>
#include <openssl/crypto.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* X(name, what it returns, errno). A pthread function returns its error. */
#define MEMORY(X) X(malloc, 0, ENOMEM) X(calloc, 0, ENOMEM) X(realloc, 0, ENOMEM)
#define SYSTEM(X)                                                                                  \
    X(__asprintf_chk, -1, ENOMEM)                                                                  \
    X(__register_atfork, ENOMEM, 0)                                                                \
    X(clock_gettime, -1, EINVAL)                                                                   \
    X(dlopen, 0, ENOMEM)                                                                           \
    X(fallocate64, -1, ENOSPC)                                                                     \
    X(fchmod, -1, EPERM)                                                                           \
    X(fdatasync, -1, EIO)                                                                          \
    X(fstat64, -1, EOVERFLOW)                                                                      \
    X(fsync, -1, EDQUOT)                                                                           \
    X(getcwd, 0, EACCES)                                                                           \
    X(getgroups, -1, EINVAL)                                                                       \
    X(getifaddrs, -1, ENOBUFS)                                                                     \
    X(getrandom, -1, ENOSYS)                                                                       \
    X(getrlimit64, -1, EINVAL)                                                                     \
    X(ioctl, -1, ENOTTY)                                                                           \
    X(link, -1, EMLINK)                                                                            \
    X(lstat64, -1, EACCES)                                                                         \
    X(madvise, -1, EINVAL)                                                                         \
    X(mmap64, -1, ENOMEM)                                                                          \
    X(nanosleep, -1, EINTR)                                                                        \
    X(open64, -1, EMFILE)                                                                          \
    X(prctl, -1, EINVAL)                                                                           \
    X(pread64, -1, EIO)                                                                            \
    X(pthread_key_create, EAGAIN, 0)                                                               \
    X(pthread_setspecific, ENOMEM, 0)                                                              \
    X(pwrite64, -1, ENOSPC)                                                                        \
    X(read, -1, EIO)                                                                               \
    X(rename, -1, EXDEV)                                                                           \
    X(syncfs, -1, EIO)                                                                             \
    X(sysconf, -1, EINVAL)                                                                         \
    X(unlink, -1, EBUSY)
/* Those that the library has from dlsym. */
#define LIBCRYPTO(X)                                                                               \
    X(EVP_DigestFinal_ex, 0, 0)                                                                    \
    X(EVP_DigestInit_ex2, 0, 0)                                                                    \
    X(EVP_DigestUpdate, 0, 0)                                                                      \
    X(EVP_MD_CTX_copy_ex, 0, 0)                                                                    \
    X(EVP_MD_CTX_new, 0, 0)                                                                        \
    X(EVP_MD_fetch, 0, 0)                                                                          \
    X(OPENSSL_atexit, 0, 0)                                                                        \
    X(OPENSSL_init_crypto, 0, 0)                                                                   \
    X(OPENSSL_version_major, 0, 0)                                                                 \
    X(OSSL_LIB_CTX_get0_global_default, 0, 0)
#define OTHERS(X) X(close, -1, EIO) X(dlsym, 0, 0) X(flock, -1, ENOLCK) /* wrapped by hand */

typedef long function_t(long a, long b, long c, long d, long e, long f);

#define NUMBER(name, result, error) CALL_##name,
enum {
    MEMORY(NUMBER) CALLS_OF_MEMORY,
    LAST_OF_MEMORY = CALLS_OF_MEMORY - 1,
    SYSTEM(NUMBER) LIBCRYPTO(NUMBER) OTHERS(NUMBER) CALLS
};

#define ROW(name, result, error) [CALL_##name] = {#name, NULL, NULL},
static struct {
    const char *name;
    function_t *real, *wrapper;
} calls[] = {MEMORY(ROW) SYSTEM(ROW) LIBCRYPTO(ROW) OTHERS(ROW)};

/* ---- the case ---- */

static int faulty; /* the call */
static unsigned at;
static bool for_ever;
static bool is_on;
static _Atomic unsigned count;
static _Atomic unsigned *faults; /* shared with the parent and with children */

static bool is_ours(const void *address)
{
    struct dl_find_object found;
    const char *name;

    if (_dl_find_object((void *)(uintptr_t)address, &found) != 0)
        return false;
    name = found.dlfo_link_map->l_name;
    name = strrchr(name, '/') != NULL ? strrchr(name, '/') + 1 : name;
    return strncmp(name, "libuuid9562.", 12) == 0 || strncmp(name, "uuid9562.", 9) == 0 ||
           strncmp(name, "_core.", 6) == 0;
}

/* The library calls, or for memory: the host or OpenSSL does on its behalf. */
static bool is_from_ours(int call, const void *caller)
{
    void *frames[100];
    int frame_count;

    if (call >= CALLS_OF_MEMORY || is_ours(caller))
        return is_ours(caller);
    frame_count = backtrace(frames, sizeof frames / sizeof *frames);
    for (int i = 2; i < frame_count; i++)
        if (is_ours(frames[i]))
            return true;
    return false;
}

static bool is_fault(int call, const void *caller)
{
    unsigned nth;

    if (!is_on || call != faulty || !is_from_ours(call, caller))
        return false;
    nth = atomic_fetch_add(&count, 1) + 1;
    if (nth < at || (nth > at && !for_ever))
        return false;
    atomic_fetch_add(faults, 1);
    return true;
}

/* ---- the calls ---- */

static function_t *next(const char *name)
{
    static function_t *find;
    function_t *found;

    if (find == NULL)
        *(void **)&find = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
    found = (function_t *)find((long)RTLD_NEXT, (long)name, 0, 0, 0, 0);
    if (found == NULL)
        abort();
    return found;
}

/* From 3.1 on, OpenSSL has memory as it begins to start: without, it waits for itself for ever
 * (docs/internals/openssl.md). */
static void begin_openssl(void)
{
    const bool was_on = is_on;

    is_on = false;
    if (OPENSSL_VERSION_NUMBER >= 0x30100000)
        calls[CALL_OPENSSL_init_crypto].real(OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS, 0, 0, 0, 0, 0);
    is_on = was_on;
}

/* dlsym and dlopen ask from where they are called, so the real one is called in the end (-O2), with
 * the return address of ours. */
#define FAIL(name, result, error)                                                                  \
    if (is_fault(CALL_##name, __builtin_return_address(0))) {                                      \
        errno = (error) != 0 ? (error) : errno;                                                    \
        return result;                                                                             \
    }
#define WRAPPER(name, result, error)                                                               \
    static long wrap_##name(long a, long b, long c, long d, long e, long f)                        \
    {                                                                                              \
        if (CALL_##name == CALL_OPENSSL_init_crypto)                                               \
            begin_openssl();                                                                       \
        FAIL(name, result, error)                                                                  \
        return calls[CALL_##name].real(a, b, c, d, e, f);                                          \
    }
#define EXPORTED(name, result, error)                                                              \
    function_t torture_##name __asm__(#name);                                                      \
    long torture_##name(long a, long b, long c, long d, long e, long f)                            \
    {                                                                                              \
        FAIL(name, result, error)                                                                  \
        if (calls[CALL_##name].real == NULL)                                                       \
            calls[CALL_##name].real = next(#name);                                                 \
        return calls[CALL_##name].real(a, b, c, d, e, f);                                          \
    }
/* Where dlsym itself allocates memory. */
#define ALLOCATES(name, result, error)                                                             \
    function_t torture_##name __asm__(#name), real_##name __asm__("__libc_" #name);                \
    long torture_##name(long a, long b, long c, long d, long e, long f)                            \
    {                                                                                              \
        FAIL(name, result, error)                                                                  \
        return real_##name(a, b, c, d, e, f);                                                      \
    }
MEMORY(ALLOCATES)
SYSTEM(EXPORTED)
LIBCRYPTO(WRAPPER)

/* The descriptor is gone, as it is in Linux after an error. */
function_t torture_close __asm__("close");
long torture_close(long file, long b, long c, long d, long e, long f)
{
    const bool fails = is_fault(CALL_close, __builtin_return_address(0));
    long result;

    if (calls[CALL_close].real == NULL)
        calls[CALL_close].real = next("close");
    result = calls[CALL_close].real(file, b, c, d, e, f);
    if (!fails)
        return result;
    errno = EIO;
    return -1;
}

/* Linux always unlocks. */
function_t torture_flock __asm__("flock");
long torture_flock(long file, long operation, long c, long d, long e, long f)
{
    if (operation != LOCK_UN)
        FAIL(flock, -1, ENOLCK)
    if (calls[CALL_flock].real == NULL)
        calls[CALL_flock].real = next("flock");
    return calls[CALL_flock].real(file, operation, c, d, e, f);
}

/* libcrypto is bound to the C library, not to this one (RTLD_DEEPBIND); before it has allocated
 * memory, it takes other functions. */
static void allocate_for_openssl(long library)
{
    function_t *set =
        (function_t *)calls[CALL_dlsym].real(library, (long)"CRYPTO_set_mem_functions", 0, 0, 0, 0);

    if (set != NULL)
        set((long)torture_malloc, (long)torture_realloc, (long)free, 0, 0, 0);
}

function_t torture_dlsym __asm__("dlsym");
long torture_dlsym(long library, long name, long c, long d, long e, long f)
{
#define LISTED(name, result, error) [CALL_##name] = wrap_##name,
    static function_t *const wrappers[CALLS] = {LIBCRYPTO(LISTED)};
    long found;

    FAIL(dlsym, 0, 0)
    if (calls[CALL_dlsym].real == NULL)
        calls[CALL_dlsym].real = next("dlsym");
    if (!is_ours(__builtin_return_address(0)))
        return calls[CALL_dlsym].real(library, name, c, d, e, f);
    allocate_for_openssl(library);
    found = calls[CALL_dlsym].real(library, name, c, d, e, f);
    for (int i = 0; found != 0 && i < CALLS; i++)
        if (wrappers[i] != NULL && strcmp(calls[i].name, (const char *)name) == 0) {
            calls[i].real = (function_t *)found;
            return (long)wrappers[i];
        }
    return found;
}

/* ---- what a host calls ---- */

int torture_on(void), torture_off(void), torture_cases(void);

int torture_on(void)
{
    atomic_store(&count, 0);
    is_on = true;
    return 0;
}

static int entries(const char *folder)
{
    DIR *opened = opendir(folder);
    int found = 0;

    while (readdir(opened) != NULL)
        found++;
    closedir(opened);
    return found;
}

static int lines(const char *path)
{
    FILE *file = fopen(path, "r");
    int found = 0, byte;

    while ((byte = getc(file)) != EOF)
        found += byte == '\n';
    fclose(file);
    return found;
}

int torture_off(void)
{
    is_on = false;
    fflush(stdout);
    printf("uses\t%d %d %zu\n", entries("/proc/self/fd"), lines("/proc/self/maps"),
           mallinfo2().uordblks);
    fflush(stdout);
    return 0;
}

/* What the process left beside the state file. */
static void empty_folder(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;

    while ((entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        if (strcmp(entry->d_name, "state") != 0)
            printf("left\t%s\n", entry->d_name);
        unlinkat(dirfd(folder), entry->d_name, 0);
    }
    closedir(folder);
}

/* Returns whether this is the process of the case. */
static bool begin_case(off_t script)
{
    const char *const folder = "case";
    int status;

    printf("case\t%s %u %s\n", calls[faulty].name, at, for_ever ? "on" : "once");
    fflush(stdout);
    mkdir(folder, 0700);
    lseek(STDIN_FILENO, script, SEEK_SET);
    atomic_store(faults, 0);
    if (fork() == 0) {
        alarm(120);
        return chdir(folder) == 0;
    }
    wait(&status);
    empty_folder(folder);
    rmdir(folder);
    printf("end\t%d %u\n", status, *faults);
    return false;
}

static bool is_wanted(const char *name)
{
    const char *wanted = getenv("TORTURE"), *found = wanted != NULL ? strstr(wanted, name) : NULL;

    return wanted == NULL || (found != NULL && (found == wanted || found[-1] == ' ') &&
                              (found[strlen(name)] == ' ' || found[strlen(name)] == '\0'));
}

int torture_cases(void)
{
    const off_t script = lseek(STDIN_FILENO, 0, SEEK_CUR);
    const char *density = getenv("TORTURE_EACH");
    const unsigned each = density != NULL ? (unsigned)atoi(density) : 10;
    void *frames[1];

    backtrace(frames, 1); /* loads a library the first time */
    faults = mmap(NULL, sizeof *faults, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (faulty = 0; faulty < CALLS; faulty++)
        for (int mode = 0; mode < 2 && is_wanted(calls[faulty].name); mode++) {
            for_ever = mode;
            at = 0;
            do {
                at += 1 + at / each;
                if (begin_case(script))
                    return 0;
            } while (*faults > 0);
        }
    fflush(stdout);
    _exit(0);
}
