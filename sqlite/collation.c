/*
 * The collation UUID: texts of the same UUID are equal in whatever case or format that is read as
 * `any`, and UUIDs sort as bytes. Text that is not a UUID sorts after all UUIDs, as bytes. This
 * is a total order: each text has one place, by its UUID or by itself.
 */
#include "extension.h"

#include <string.h>

static int compare_bytes(size_t left_length, const void *left, size_t right_length,
                         const void *right)
{
    size_t common = left_length < right_length ? left_length : right_length;
    int difference = common > 0 ? memcmp(left, right, common) : 0;

    return difference != 0 ? difference
                           : (left_length > right_length) - (left_length < right_length);
}

static int compare_texts(void *unused, int left_length, const void *left, int right_length,
                         const void *right)
{
    uuid9562_t l, r;
    const bool left_valid = uuid9562_parse(&l, NULL, left, (size_t)left_length) == UUID9562_OK;
    const bool right_valid = uuid9562_parse(&r, NULL, right, (size_t)right_length) == UUID9562_OK;

    (void)unused;
    if (left_valid && right_valid)
        return uuid9562_compare(&l, &r);
    if (left_valid != right_valid)
        return left_valid ? -1 : 1;
    return compare_bytes((size_t)left_length, left, (size_t)right_length, right);
}

INTERNAL int register_collation(sqlite3 *db)
{
    return sqlite3_create_collation_v2(db, "UUID", SQLITE_UTF8, NULL, compare_texts, NULL);
}
