/*
 * The system on Windows (system.h). Consoles use UTF-16; files and pipes pass unchanged.
 */
#include "system.h"

#ifdef SYSTEM_WINDOWS
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <windows.h>
/* windows.h must precede shellapi.h. */
#include <shellapi.h>

#include "output.h"

/* In UTF-8; NULL if there is no memory. */
static char *narrow(const wchar_t *wide)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = malloc((size_t)size);

    if (text != NULL)
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, size, NULL, NULL);
    return text;
}

static wchar_t *widen(const char *text)
{
    const int count = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *wide = malloc((size_t)count * sizeof *wide);

    if (wide != NULL)
        MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, count);
    return wide;
}

/* The C library's own arguments lack characters outside the code page, and * is expanded in them.
 * getopt_long begins its messages with the first of them. */
bool system_begin(int *count, char ***arguments)
{
    static char name[] = "uuid9562";
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), count);
    char **narrowed = wide != NULL ? calloc((size_t)*count + 1, sizeof *narrowed) : NULL;

    for (int descriptor = 0; descriptor <= 2; descriptor++)
        _setmode(descriptor, _O_BINARY);
    if (narrowed == NULL)
        return false;
    for (int i = 0; i < *count; i++)
        if ((narrowed[i] = narrow(wide[i])) == NULL)
            return false;
    LocalFree(wide);
    __argv[0] = name;
    *arguments = narrowed;
    return true;
}

static bool is_console(HANDLE handle)
{
    DWORD mode;

    return GetConsoleMode(handle, &mode);
}

static HANDLE handle_of(system_stream_t stream)
{
    static const DWORD handles[] = {
        [SYSTEM_OUTPUT] = STD_OUTPUT_HANDLE,
        [SYSTEM_ERROR] = STD_ERROR_HANDLE,
    };

    return GetStdHandle(handles[stream]);
}

bool system_is_terminal(system_stream_t stream)
{
    return is_console(handle_of(stream));
}

size_t system_columns(system_stream_t stream)
{
    CONSOLE_SCREEN_BUFFER_INFO console;
    int columns = 80;

    if (GetConsoleScreenBufferInfo(handle_of(stream), &console))
        columns = console.srWindow.Right - console.srWindow.Left + 1;
    return columns < 20 ? 20 : (size_t)columns;
}

bool system_shows_utf8(void)
{
    return GetConsoleOutputCP() == CP_UTF8;
}

/* Consoles of Windows 10 and later do, on request. */
bool system_shows_colours(void)
{
    const HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD mode;

    return GetConsoleMode(console, &mode) &&
           SetConsoleMode(console,
                          mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

/* A line, or as much of it as fits. At the start of one, Ctrl-Z is the end. */
static ptrdiff_t read_console(HANDLE console, char *bytes, size_t size)
{
    enum { MOST = 8192 };
    static wchar_t wide[MOST];
    static DWORD kept; /* half of a character at the end, as its first */
    const size_t room = size / 3 < MOST ? size / 3 : MOST;
    DWORD count;

    if (!ReadConsoleW(console, wide + kept, (DWORD)room - kept, &count, NULL)) {
        errno = EIO;
        return -1;
    }
    if (count == 0 || (kept == 0 && wide[0] == L'Z' - L'@'))
        return 0;
    count += kept;
    kept = IS_HIGH_SURROGATE(wide[count - 1]);
    count -= kept;
    size = (size_t)WideCharToMultiByte(CP_UTF8, 0, wide, (int)count, bytes, (int)size, NULL, NULL);
    wide[0] = wide[count];
    return (ptrdiff_t)size;
}

ptrdiff_t system_read(void *bytes, size_t size)
{
    HANDLE input = GetStdHandle(STD_INPUT_HANDLE);

    if (is_console(input))
        return read_console(input, bytes, size);
    return _read(_fileno(stdin), bytes, size < INT_MAX ? (unsigned)size : INT_MAX);
}

/* If the reader exits, the command ends without a message, as by SIGPIPE elsewhere. */
ptrdiff_t system_write(const void *bytes, size_t size)
{
    DWORD count;

    if (WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), bytes, (DWORD)size, &count, NULL))
        return (ptrdiff_t)count;
    switch (GetLastError()) {
    case ERROR_NO_DATA:
    case ERROR_BROKEN_PIPE:
    case ERROR_PIPE_NOT_CONNECTED:
        _exit(EXIT_SYSTEM);
    case ERROR_DISK_FULL:
        errno = ENOSPC;
        return -1;
    default:
        errno = EIO;
        return -1;
    }
}

bool system_close_output(void)
{
    return _close(1) == 0 || errno == EBADF;
}

void system_complain(const char *text)
{
    HANDLE console = GetStdHandle(STD_ERROR_HANDLE);
    wchar_t *wide = is_console(console) ? widen(text) : NULL;
    DWORD written;

    if (wide != NULL)
        WriteConsoleW(console, wide, (DWORD)wcslen(wide), &written, NULL);
    else
        fputs(text, stderr);
    free(wide);
}

bool system_has_file(const char *path)
{
    wchar_t *wide = widen(path);
    const bool has = wide != NULL && _waccess(wide, 0) == 0;

    free(wide);
    return has;
}

int64_t system_unix_ms(void)
{
    return (int64_t)time(NULL) * 1000;
}

#endif
