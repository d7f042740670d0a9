/*
 * The collation UUID: texts of the same UUID are equal in whatever case or accepted form they are
 * written, and UUIDs sort as bytes. What is no UUID sorts after all that are, as bytes. That is a
 * total order: each text has one place, by its UUID or by itself.
 */
#include <string.h>

static int compare_bytes(size_t left_length, const void *left, size_t right_length,
                         const void *right)
{
    size_t common = left_length < right_length ? left_length : right_length;
    int difference = common > 0 ? memcmp(left, right, common) : 0;

    return difference != 0 ? difference
                           : (left_length > right_length) - (left_length < right_length);
}

static int collate(void *unused, int left_length, const void *left, int right_length,
                   const void *right)
{
    uuid9562_t l, r;
    bool left_is = uuid9562_parse(&l, NULL, left, (size_t)left_length) == UUID9562_OK;
    bool right_is = uuid9562_parse(&r, NULL, right, (size_t)right_length) == UUID9562_OK;

    (void)unused;
    if (left_is && right_is)
        return uuid9562_compare(&l, &r);
    if (left_is != right_is)
        return left_is ? -1 : 1;
    return compare_bytes((size_t)left_length, left, (size_t)right_length, right);
}

static int register_collation(sqlite3 *db)
{
    return sqlite3_create_collation_v2(db, "UUID", SQLITE_UTF8, NULL, collate, NULL);
}
