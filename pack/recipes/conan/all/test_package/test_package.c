#include <stdio.h>
#include <uuid9562.h>

int main(void)
{
    uuid9562_t id;
    char text[UUID9562_STRING_SIZE];
    if (uuid9562_uuid7(NULL, &id) != UUID9562_OK)
        return 1;
    puts(uuid9562_to_string(text, &id));
    return 0;
}
