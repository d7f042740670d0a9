/*
 * Standard output: one block of memory that is written whenever it is full, before the command
 * waits for input, and at the end. A reader that has gone away ends the command by SIGPIPE, as is
 * usual; any other failure is reported.
 */
#include <errno.h>
#include <poll.h>
#include <unistd.h>

enum { OUTPUT_SIZE = 256 * 1024 };

static struct {
    size_t used;
    char bytes[OUTPUT_SIZE];
} output;

/* After a read or a write that failed: true where it is to be tried again, at once or, on a
 * descriptor that does not block, as soon as there is something to do. */
static bool try_again(int descriptor, short event)
{
    struct pollfd waiting = {.fd = descriptor, .events = event};

    if (errno != EAGAIN && errno != EWOULDBLOCK)
        return errno == EINTR;
    return poll(&waiting, 1, -1) >= 0 || errno == EINTR;
}

static void output_flush(void)
{
    const size_t used = output.used;

    output.used = 0; /* first, for a failure ends in finish */
    for (size_t done = 0; done < used;) {
        ssize_t written = write(STDOUT_FILENO, output.bytes + done, used - done);

        if (written >= 0)
            done += (size_t)written;
        else if (!try_again(STDOUT_FILENO, POLLOUT))
            SYSTEM_ERROR("cannot write: %s", strerror(errno));
    }
}

/* Where the next bytes go, `count` of them at least, OUTPUT_SIZE at most; then how many there
 * are. */
static char *output_room(size_t count)
{
    if (OUTPUT_SIZE - output.used < count)
        output_flush();
    return output.bytes + output.used;
}

static void output_add(size_t count)
{
    output.used += count;
}

static void output_text(const char *text)
{
    const size_t length = strlen(text);

    memcpy(output_room(length), text, length);
    output_add(length);
}

__attribute__((format(printf, 1, 2))) static void output_print(const char *format, ...)
{
    enum { LONGEST = 512 };
    va_list arguments;

    va_start(arguments, format);
    output_add((size_t)vsnprintf(output_room(LONGEST), LONGEST, format, arguments));
    va_end(arguments);
}

/* A file system may tell only now that it has no room. */
_Noreturn static void finish(int code)
{
    output_flush();
    if (close(STDOUT_FILENO) != 0 && errno != EBADF && errno != EINTR && code != EXIT_SYSTEM) {
        complain("cannot write: %s", strerror(errno));
        code = EXIT_SYSTEM;
    }
    exit(code);
}
