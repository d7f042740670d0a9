/*
 * libcrypto, loaded at first need or linked (libcrypto.h).
 */
#include "../system/os.h"

#ifdef OS_OPENSSL
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "libcrypto.h"

#ifdef UUID9562_LOAD_LIBCRYPTO
/*
 * Loaded. This object does not refer to OpenSSL's names, so no program can replace one. Calls
 * inside libcrypto bind to libcrypto first, if the system can do that (os_library). If it cannot,
 * libcrypto is not used in a program that defines one of the functions.
 *
 * It is never unloaded, which OpenSSL would not allow either.
 */
INTERNAL libcrypto_t libcrypto;

#define FILE_NAME OS_LIBRARY("libcrypto", TO_TEXT(OPENSSL_SHLIB_VERSION))

#ifdef OS_NOTE
/* A packaging tool finds no dependency in this object, but it may read this note:
 * https://uapi-group.org/specifications/specs/elf_dlopen_metadata */
#define DEPENDENCY                                                                                 \
    "[{\"soname\":[\"" FILE_NAME "\"],\"feature\":\"crypto\",\"priority\":\"recommended\","        \
    "\"description\":\"Digests of name-based UUIDs\"}]"
static const struct {
    uint32_t owner_size, text_size, type;
    char owner[4];
    char text[sizeof DEPENDENCY];
} dependency_note OS_NOTE(".note.dlopen") = {
    4, sizeof DEPENDENCY, 0x407c0c0a, "FDO", DEPENDENCY};
#undef DEPENDENCY
#endif

static bool find_functions(libcrypto_t *found)
{
#define NAME(function) #function,
    static const char *const names[] = {LIBCRYPTO_FUNCTIONS(NAME)};
#undef NAME
    bool deep;
    void *library = os_library(FILE_NAME, &deep);

    _Static_assert(sizeof *found == sizeof names, "nothing but pointers");
    for (size_t i = 0; library != NULL && i < sizeof names / sizeof *names; i++) {
        void *function = os_function(library, names[i]);
        void *of_the_program = deep ? NULL : os_function(NULL, names[i]);

        if (function == NULL || (of_the_program != NULL && of_the_program != function))
            return false;
        memcpy((char *)found + i * sizeof function, &function, sizeof function);
    }
    return library != NULL;
}

INTERNAL void libcrypto_use(const libcrypto_t *found)
{
    libcrypto = *found;
}

#undef FILE_NAME

#else /* linked */

#define ITSELF(function) function,
INTERNAL const libcrypto_t libcrypto = {LIBCRYPTO_FUNCTIONS(ITSELF)};
#undef ITSELF

/* Whether all of them are in one object of the process: a program that defines the same names may
 * have replaced some. */
static bool find_functions(libcrypto_t *found)
{
    uintptr_t addresses[sizeof libcrypto / sizeof(uintptr_t)];

    *found = libcrypto;
    memcpy(addresses, &libcrypto, sizeof addresses);
    return os_is_one_library(addresses, sizeof addresses / sizeof *addresses);
}

INTERNAL void libcrypto_use(const libcrypto_t *found)
{
    (void)found;
}

#endif

INTERNAL bool libcrypto_find(libcrypto_t *found)
{
    return find_functions(found) && found->OPENSSL_version_major() == OPENSSL_VERSION_MAJOR;
}

#endif
