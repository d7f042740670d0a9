/*
 * The buffer of standard output, the messages, and the exit.
 */
#include "output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system.h"

static struct {
    size_t used;
    char bytes[OUTPUT_SIZE];
} output;

void output_flush(void)
{
    const size_t used = output.used;

    output.used = 0; /* first, because a failure ends in finish(), which flushes */
    for (size_t done = 0; done < used;) {
        const ptrdiff_t written = system_write(output.bytes + done, used - done);

        if (written < 0)
            SYSTEM_ERROR("cannot write: %s", strerror(errno));
        done += (size_t)written;
    }
}

char *output_room(size_t count)
{
    if (OUTPUT_SIZE - output.used < count)
        output_flush();
    return output.bytes + output.used;
}

void output_add(size_t count)
{
    output.used += count;
}

void output_text(const char *text)
{
    const size_t length = strlen(text);

    memcpy(output_room(length), text, length);
    output_add(length);
}

void output_print(const char *format, ...)
{
    enum { LONGEST = 512 };
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(output_room(LONGEST), LONGEST, format, arguments);
    va_end(arguments);
    output_add((size_t)(length < LONGEST ? length : LONGEST - 1));
}

void output_words(const char *text, int column, int indent, int width)
{
    output_print("%*s", indent - column, "");
    for (column = indent; *text != '\0';) {
        const int length = (int)strcspn(text, " ");

        if (column > indent && column + 1 + length > width) {
            output_print("\n%*s", indent, "");
            column = indent;
        }
        output_print("%s%.*s", column > indent ? " " : "", length, text);
        column += length + (column > indent);
        text += length;
        text += *text == ' ';
    }
    output_text("\n");
}

enum { LONGEST_MESSAGE = 64 * 1024 }; /* it may quote an argument */

void complain(const char *format, ...)
{
    static char line[LONGEST_MESSAGE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    system_complain("uuid9562: ");
    system_complain(line);
    system_complain("\n");
}

void finish(int code)
{
    output_flush();
    /* A file system may report only now that it is full. */
    if (!system_close_output() && code != EXIT_SYSTEM) {
        complain("cannot write: %s", strerror(errno));
        code = EXIT_SYSTEM;
    }
    exit(code);
}

void finish_usage(void)
{
    complain("see uuid9562 --help");
    finish(EXIT_USAGE);
}

void require(uuid9562_status_t status)
{
    require_file(status, "");
}

void require_file(uuid9562_status_t status, const char *path)
{
    char problem[UUID9562_DESCRIPTION_MAX];

    uuid9562_describe(problem, status, 0, path, strlen(path));
    if (uuid9562_status_class(status) == UUID9562_CLASS_SYSTEM)
        SYSTEM_ERROR("%s", problem);
    if (status != UUID9562_OK)
        USAGE_ERROR("%s", problem);
}
