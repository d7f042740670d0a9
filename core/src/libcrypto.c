/*
 * libcrypto, loaded at first need or linked (libcrypto.h).
 */
#include "libcrypto.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef UUID9562_LOAD_LIBCRYPTO
#include <dlfcn.h>

/*
 * Loaded. This object has no reference to OpenSSL's names, so no program can take one over. What
 * libcrypto itself calls binds to libcrypto first, by RTLD_DEEPBIND. That has no effect where it is
 * loaded already; the sanitizers end a program that asks for it; and musl does not have it. There,
 * a program that defines one of our functions is a reason not to use libcrypto.
 *
 * It is never unloaded, which OpenSSL would not allow either.
 */
INTERNAL libcrypto_t libcrypto;

#define TO_TEXT_(x) #x
#define TO_TEXT(x)  TO_TEXT_(x)
#define FILE_NAME   "libcrypto.so." TO_TEXT(OPENSSL_SHLIB_VERSION)

#ifdef __ELF__
/* What makes a package from this object sees no dependency, but it may read this note:
 * https://uapi-group.org/specifications/specs/elf_dlopen_metadata */
#define DEPENDENCY                                                                                 \
    "[{\"soname\":[\"" FILE_NAME "\"],\"feature\":\"crypto\",\"priority\":\"recommended\","        \
    "\"description\":\"Name-based UUIDs need it, random bytes are faster with it\"}]"
static const struct {
    uint32_t owner_size, text_size, type;
    char owner[4];
    char text[sizeof DEPENDENCY];
} dependency_note __attribute__((used, aligned(4), section(".note.dlopen"))) = {
    4, sizeof DEPENDENCY, 0x407c0c0a, "FDO", DEPENDENCY};
#undef DEPENDENCY
#endif

/* *deep: whether it binds to itself first. Several threads may load it at once, so what one of
 * them finds loaded may be what another has asked for. */
static void *load_library(bool *deep)
{
#ifdef RTLD_DEEPBIND
    static _Atomic unsigned deep_loads; /* that have begun, and have not failed */
    void *library = dlopen(FILE_NAME, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);

    *deep = deep_loads > 0;
    if (library != NULL)
        return library;
    if (dlsym(RTLD_DEFAULT, "__sanitizer_set_death_callback") == NULL) {
        deep_loads++;
        *deep = true;
        library = dlopen(FILE_NAME, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
        deep_loads -= library == NULL;
        return library;
    }
#endif
    *deep = false;
    return dlopen(FILE_NAME, RTLD_NOW | RTLD_LOCAL);
}

static bool find_functions(libcrypto_t *found)
{
#define NAME(function) #function,
    static const char *const names[] = {LIBCRYPTO_FUNCTIONS(NAME)};
#undef NAME
    bool deep;
    void *library = load_library(&deep);

    _Static_assert(sizeof *found == sizeof names, "nothing but pointers");
    for (size_t i = 0; library != NULL && i < sizeof names / sizeof *names; i++) {
        void *function = dlsym(library, names[i]);
        void *of_the_program = deep ? NULL : dlsym(RTLD_DEFAULT, names[i]);

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

#undef TO_TEXT_
#undef TO_TEXT
#undef FILE_NAME

#else /* linked */

#define ITSELF(function) function,
INTERNAL const libcrypto_t libcrypto = {LIBCRYPTO_FUNCTIONS(ITSELF)};
#undef ITSELF

#ifdef __ELF__
#include <link.h>

static bool is_within(const struct dl_phdr_info *object, uintptr_t address)
{
    for (int i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_LOAD &&
            address - (object->dlpi_addr + object->dlpi_phdr[i].p_vaddr) <
                object->dlpi_phdr[i].p_memsz)
            return true;
    return false;
}

enum { NONE_WITHIN, ALL_WITHIN, SOME_WITHIN }; /* NONE goes on to the next object */

static int look_into(struct dl_phdr_info *object, size_t size, void *context)
{
    uintptr_t addresses[sizeof libcrypto / sizeof(uintptr_t)];
    const size_t count = sizeof addresses / sizeof *addresses;
    size_t within = 0;

    (void)size;
    (void)context;
    memcpy(addresses, &libcrypto, sizeof addresses);
    for (size_t i = 0; i < count; i++)
        within += is_within(object, addresses[i]);
    return within == 0 ? NONE_WITHIN : within == count ? ALL_WITHIN : SOME_WITHIN;
}

/* Whether one object of the process has all of them: not some in libcrypto and some in a program
 * that defines the same names. */
static bool find_functions(libcrypto_t *found)
{
    *found = libcrypto;
    return dl_iterate_phdr(look_into, NULL) == ALL_WITHIN;
}
#else
static bool find_functions(libcrypto_t *found)
{
    *found = libcrypto;
    return true;
}
#endif

INTERNAL void libcrypto_use(const libcrypto_t *found)
{
    (void)found;
}

#endif

INTERNAL bool libcrypto_find(libcrypto_t *found)
{
    return find_functions(found) && found->OPENSSL_version_major() == OPENSSL_VERSION_MAJOR;
}
