/*
 * The line of progress. If it is not shown, a call reads one flag.
 */
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../system.h"

enum { FIRST_MS = 1000, AGAIN_MS = 100 };

static struct {
    bool active;
    uint64_t begin_ms, shown_ms;
    char line[80]; /* that is shown, or empty */
} progress;

void progress_begin(bool typed, bool quiet)
{
    progress.active = system_is_terminal(SYSTEM_ERROR) &&
                      !(typed && system_is_terminal(SYSTEM_INPUT)) &&
                      (system_is_terminal(SYSTEM_OUTPUT) ? quiet : !system_is_pipe(SYSTEM_OUTPUT));
    if (progress.active)
        progress.begin_ms = progress.shown_ms = system_ms();
}

/* Replaces the line. */
static void show_line(const char *line)
{
    const size_t before = strlen(progress.line), width = system_columns(SYSTEM_ERROR) - 1;
    const size_t length = strlen(line) < width ? strlen(line) : width;
    char text[2 * sizeof progress.line + 2];

    snprintf(text, sizeof text, "\r%.*s%*s%s", (int)length, line,
             (int)(before > length ? before - length : 0), "", length == 0 ? "\r" : "");
    system_complain(text);
    snprintf(progress.line, sizeof progress.line, "%.*s", (int)length, line);
}

void progress_show(uint64_t count, uint64_t total)
{
    char line[sizeof progress.line], of[32] = "";
    uint64_t now_ms;

    if (!progress.active)
        return;
    now_ms = system_ms();
    if (now_ms - progress.begin_ms < FIRST_MS || now_ms - progress.shown_ms < AGAIN_MS)
        return;
    progress.shown_ms = now_ms;
    if (total > 0)
        snprintf(of, sizeof of, " of %" PRIu64, total);
    snprintf(line, sizeof line, "%" PRIu64 "%s UUIDs, %.0f a second", count, of,
             (double)count * 1000 / (double)(now_ms - progress.begin_ms));
    show_line(line);
}

void progress_say(const char *doing)
{
    if (progress.active && system_ms() - progress.begin_ms >= FIRST_MS)
        show_line(doing);
}

void progress_clear(void)
{
    if (progress.line[0] != '\0')
        show_line("");
}
