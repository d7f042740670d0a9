/*
 * The system by POSIX (system.h).
 */
#include "system.h"

#ifdef SYSTEM_POSIX
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

bool system_begin(int *count, char ***arguments)
{
    (void)count;
    (void)arguments;
    return true;
}

/* After a failed read or write: whether to try again. Waits until a descriptor that does not block
 * is ready for the event. */
static bool try_again(int descriptor, short event)
{
    struct pollfd waiting = {.fd = descriptor, .events = event};

    if (errno != EAGAIN && errno != EWOULDBLOCK)
        return errno == EINTR;
    return poll(&waiting, 1, -1) >= 0 || errno == EINTR;
}

ptrdiff_t system_read(void *bytes, size_t size)
{
    ssize_t count;

    do
        count = read(STDIN_FILENO, bytes, size);
    while (count < 0 && try_again(STDIN_FILENO, POLLIN));
    return count;
}

ptrdiff_t system_write(const void *bytes, size_t size)
{
    ssize_t count;

    do
        count = write(STDOUT_FILENO, bytes, size);
    while (count < 0 && try_again(STDOUT_FILENO, POLLOUT));
    return count;
}

bool system_close_output(void)
{
    return close(STDOUT_FILENO) == 0 || errno == EBADF || errno == EINTR;
}

static const int stream_descriptors[] = {
    [SYSTEM_OUTPUT] = STDOUT_FILENO,
    [SYSTEM_ERROR] = STDERR_FILENO,
};

bool system_is_terminal(system_stream_t stream)
{
    return isatty(stream_descriptors[stream]) == 1;
}

size_t system_columns(system_stream_t stream)
{
    struct winsize size = {0};

    if (ioctl(stream_descriptors[stream], TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col < 20 ? 20 : size.ws_col;
}

/* By the locale's name, without loading it: the first of these variables that is set. */
bool system_shows_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *locale = getenv(names[i]);
        const char *charset = locale != NULL ? strchr(locale, '.') : NULL;

        if (locale == NULL || *locale == '\0')
            continue;
        return charset != NULL &&
               (strncasecmp(charset, ".utf-8", 6) == 0 || strncasecmp(charset, ".utf8", 5) == 0);
    }
    return false;
}

bool system_shows_colours(void)
{
    const char *terminal = getenv("TERM");

    return terminal != NULL && *terminal != '\0' && strcmp(terminal, "dumb") != 0;
}

void system_complain(const char *text)
{
    fputs(text, stderr);
}

bool system_has_file(const char *path)
{
    return access(path, F_OK) == 0;
}

int64_t system_unix_ms(void)
{
    return (int64_t)time(NULL) * 1000;
}

#endif
