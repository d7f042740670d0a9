/*
 * Standard input: lines and blocks of bytes out of one piece of memory, which does not grow for
 * a UUID, since a longer line is none.
 */
enum { INPUT_SIZE = 256 * 1024 };

typedef struct input {
    char *bytes;
    size_t size;
    size_t begin, end; /* of what has been read and not been taken */
    size_t searched;   /* how many bytes from `begin` on are known to hold no newline */
    bool grows;    /* for lines of any length; else the rest of one that is too long is dropped */
    bool dropping; /* that rest */
    bool ended;
} input_t;

static void input_size(input_t *input, size_t size)
{
    char *bytes = realloc(input->bytes, size);

    if (bytes == NULL)
        SYSTEM_ERROR("%s", uuid9562_strerror(UUID9562_ERR_MEMORY));
    input->bytes = bytes;
    input->size = size;
}

static void input_open(input_t *input, bool grows)
{
    *input = (input_t){.grows = grows};
    input_size(input, INPUT_SIZE);
}

static void input_close(input_t *input)
{
    free(input->bytes);
}

/* Reads more behind what is there. What has been made goes out first, for this may wait. Returns
 * false where there is no more and nothing is left. */
static bool input_fill(input_t *input)
{
    ssize_t count;

    if (input->ended)
        return false;
    output_flush();
    memmove(input->bytes, input->bytes + input->begin, input->end - input->begin);
    input->end -= input->begin;
    input->begin = 0;
    if (input->end == input->size)
        input_size(input, input->size * 2);
    do
        count = read(STDIN_FILENO, input->bytes + input->end, input->size - input->end);
    while (count < 0 && try_again(STDIN_FILENO, POLLIN));
    if (count < 0)
        SYSTEM_ERROR("cannot read: %s", strerror(errno));
    input->end += (size_t)count;
    input->ended = count == 0;
    return input->begin < input->end || !input->ended;
}

/* What lies ahead: returns how many bytes. */
static size_t input_ahead(const input_t *input, const char **bytes)
{
    *bytes = input->bytes + input->begin;
    return input->dropping ? 0 : input->end - input->begin;
}

static void input_skip(input_t *input, size_t count)
{
    input->begin += count;
    input->searched = 0;
}

/* The next newline of what lies ahead, or NULL. */
static const char *input_newline(input_t *input)
{
    const char *ahead = input->bytes + input->begin;
    const size_t count = input->end - input->begin;
    const char *newline = NULL;

    if (count > input->searched)
        newline = memchr(ahead + input->searched, '\n', count - input->searched);
    input->searched = count; /* until input_skip, if there is one */
    return newline;
}

/* Drops what is left of a line that was too long. Returns false where it has not ended yet. */
static bool input_drop(input_t *input)
{
    const char *newline = input_newline(input);

    input->dropping = newline == NULL;
    input_skip(input, newline != NULL ? (size_t)(newline - input->bytes) + 1 - input->begin
                                      : input->end - input->begin);
    return !input->dropping;
}

/* The next line without its newline, which the last line need not have. Returns false where none
 * is there as a whole. A line too long for the memory comes once, cut off. */
static bool input_line(input_t *input, const char **line, size_t *length)
{
    const char *newline;
    size_t ahead;

    if (input->dropping && !input_drop(input))
        return false;
    newline = input_newline(input);
    ahead = input_ahead(input, line);
    if (newline == NULL) {
        input->dropping = !input->grows && ahead == input->size;
        if (!input->dropping && !(input->ended && ahead > 0))
            return false;
    }
    *length = newline != NULL ? (size_t)(newline - *line) : ahead;
    input_skip(input, *length + (newline != NULL));
    return true;
}
