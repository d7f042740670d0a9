/*
 * Identifiers that sort by time, and stable ones from names.
 *
 *   cc keys.c $(pkg-config --cflags --libs uuid9562)
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <uuid9562.h>

static void print(const char *what, const uuid9562_t *id)
{
    char text[UUID9562_STRING_SIZE];

    printf("%s %s\n", what, uuid9562_to_string(text, id));
}

int main(void)
{
    const char *page = "https://www.example.com/";
    uuid9562_t url = UUID9562_INIT_NAMESPACE_URL;
    uuid9562_t first, second, minute_ago, stable;
    struct timespec now;
    int64_t unix_ms = 0;

    if (uuid9562_uuid7(NULL, &first) != UUID9562_OK || uuid9562_uuid7(NULL, &second) != UUID9562_OK)
        return 1;
    printf("in order: %s\n", uuid9562_compare(&first, &second) < 0 ? "yes" : "no");
    /* => in order: yes */
    printf("has a time: %s\n", uuid9562_get_timestamp_ms(&unix_ms, &first) ? "yes" : "no");
    /* => has a time: yes */

    /* A time is milliseconds; time(NULL) is seconds. */
    if (timespec_get(&now, TIME_UTC) != TIME_UTC ||
        uuid9562_uuid7_min(&minute_ago, (int64_t)now.tv_sec * 1000 - 60000) != UUID9562_OK)
        return 1;
    printf("of the last minute: %s\n", uuid9562_compare(&minute_ago, &first) < 0 ? "yes" : "no");
    /* => of the last minute: yes */

    if (uuid9562_uuid5(&stable, &url, page, strlen(page)) != UUID9562_OK)
        return 1;
    print("stable:", &stable);
    /* => stable: 3d3ed9d2-aa3d-5fa6-90e8-ed662e90f559 */
    return 0;
}
