/*
 * One buffer of standard input. Reading more drops the bytes that were taken.
 */
#include "input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "system.h"

enum { INPUT_SIZE = 256 * 1024 };

static void set_size(input_t *input, size_t size)
{
    char *buffer = realloc(input->buffer, size);

    require(buffer != NULL ? UUID9562_OK : UUID9562_ERR_MEMORY);
    input->buffer = buffer;
    input->size = size;
}

void input_open(input_t *input, bool grows)
{
    *input = (input_t){.grows = grows};
    set_size(input, INPUT_SIZE);
}

void input_close(input_t *input)
{
    free(input->buffer);
}

bool input_fill(input_t *input)
{
    ptrdiff_t count;

    if (input->ended)
        return false;
    output_flush();
    memmove(input->buffer, input->buffer + input->begin, input->end - input->begin);
    input->end -= input->begin;
    input->begin = 0;
    if (input->end == input->size)
        set_size(input, input->size * 2);
    count = system_read(input->buffer + input->end, input->size - input->end);
    if (count < 0)
        SYSTEM_ERROR("cannot read: %s", strerror(errno));
    input->end += (size_t)count;
    input->ended = count == 0;
    return input->begin < input->end || !input->ended;
}

size_t input_ahead(const input_t *input, const char **bytes)
{
    *bytes = input->buffer + input->begin;
    return input->dropping ? 0 : input->end - input->begin;
}

void input_skip(input_t *input, size_t count)
{
    input->begin += count;
    input->searched = 0;
}

/* The next newline in the buffer, or NULL. */
static const char *find_newline(input_t *input)
{
    const char *ahead = input->buffer + input->begin;
    const size_t count = input->end - input->begin;
    const char *newline = NULL;

    if (count > input->searched)
        newline = memchr(ahead + input->searched, '\n', count - input->searched);
    input->searched = count; /* until input_skip, if there is one */
    return newline;
}

/* Drops the rest of a line that was too long. Returns false if its end is not read yet. */
static bool drop_rest(input_t *input)
{
    const char *newline = find_newline(input);

    input->dropping = newline == NULL;
    input_skip(input, newline != NULL ? (size_t)(newline - input->buffer) + 1 - input->begin
                                      : input->end - input->begin);
    return !input->dropping;
}

bool input_line(input_t *input, const char **line, size_t *length)
{
    const char *newline;
    size_t ahead;

    if (input->dropping && !drop_rest(input))
        return false;
    newline = find_newline(input);
    ahead = input_ahead(input, line);
    if (newline == NULL) {
        input->dropping = !input->grows && ahead == input->size;
        if (!input->dropping && !(input->ended && ahead > 0))
            return false;
    }
    *length = newline != NULL ? (size_t)(newline - *line) : ahead;
    input_skip(input, *length + (newline != NULL));
    if (SYSTEM_CR_LF && newline != NULL && *length > 0 && newline[-1] == '\r')
        --*length;
    return true;
}
