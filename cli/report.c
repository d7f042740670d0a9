/*
 * How the command ends, and what it says on standard error: one line for what went wrong, begun
 * with the name of the command.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    EXIT_GOOD = 0,
    EXIT_INPUT = 1,  /* something that was read is no UUID, or not the one that it should be */
    EXIT_USAGE = 2,  /* an option or its value is not allowed */
    EXIT_SYSTEM = 3, /* the machine did not give what was needed */
};

__attribute__((format(printf, 1, 2))) static void complain(const char *format, ...)
{
    va_list arguments;

    fputs("uuid9562: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

/* Ends the command; what it has made until then goes out (output.c). */
_Noreturn static void finish(int code);

_Noreturn static void usage_end(void)
{
    complain("see uuid9562 --help");
    finish(EXIT_USAGE);
}

#define USAGE_ERROR(...)                                                                           \
    do {                                                                                           \
        complain(__VA_ARGS__);                                                                     \
        usage_end();                                                                               \
    } while (0)

#define SYSTEM_ERROR(...)                                                                          \
    do {                                                                                           \
        complain(__VA_ARGS__);                                                                     \
        finish(EXIT_SYSTEM);                                                                       \
    } while (0)

/* What the library refuses without having read a UUID was asked for by the user. */
static void require(uuid9562_status_t status)
{
    if (uuid9562_status_class(status) == UUID9562_CLASS_SYSTEM)
        SYSTEM_ERROR("%s", uuid9562_strerror(status));
    if (status != UUID9562_OK)
        USAGE_ERROR("%s", uuid9562_strerror(status));
}
