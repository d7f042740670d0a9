/*
 * Parse UUIDs from elsewhere: canonical text, or an error with its offset.
 *
 *   cc input.c $(pkg-config --cflags --libs uuid9562)
 */
#include <stdio.h>
#include <string.h>
#include <uuid9562_bindings.h>

static void read(const char *format_name, const char *text)
{
    const uuid9562_format_t *format;
    uuid9562_status_t status =
        uuid9562_find_format(&format, format_name, strlen(format_name), false);
    char canonical[UUID9562_STRING_SIZE], why[UUID9562_DESCRIPTION_MAX];
    size_t offset = 0;
    uuid9562_t id;

    if (status == UUID9562_OK)
        status = uuid9562_parse_as(&id, &offset, format, text, strlen(text));
    if (status != UUID9562_OK) {
        uuid9562_describe(why, status, offset, NULL, 0);
        printf("%s\n", why);
        return;
    }
    puts(uuid9562_to_string(canonical, &id));
}

int main(void)
{
    read("any", "{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}");
    /* => 017f22e2-79b0-7cc3-98c4-dc0c0c07398f */
    read("ulid", "01FWHE4YDGFK1SHH6W1G60EECF");
    /* => 017f22e2-79b0-7cc3-98c4-dc0c0c07398f */
    read("typeid", "user_01fwhe4ydgfk1shh6w1g60eecf");
    /* => 017f22e2-79b0-7cc3-98c4-dc0c0c07398f */
    read("any", "017f22e2+79b0-7cc3-98c4-dc0c0c07398f");
    /* => malformed UUID at offset 8: expected '-' */
    return 0;
}
