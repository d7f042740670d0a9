/*
 * Which alphabets and wrappers explain the texts that the format `any` does not read.
 */
#include "settle.h"

/* The texts that are not taken and pass all of these tests. Takes them. */
static sum_t sum_texts(const column_t *column, bool *taken, uint64_t tests, bool take)
{
    sum_t sum = {0, 0};

    for (int i = 0; i < TEXT_CELLS; i++)
        if (!taken[i] && (column->text_passed[i] & tests) == tests) {
            sum_add(column, &sum, SLOT_TEXT + i);
            taken[i] = take;
        }
    return sum;
}

/* The alphabets: those of the formats, then two of other libraries. */
static uint64_t alphabet_test(const column_t *column, int i)
{
    return i < column->format_count ? UINT64_C(1) << i
                                    : test_of(ORIGIN_SHORTUUID + i - column->format_count);
}

static int64_t count_decoded(const column_t *column, int i)
{
    return column->decoded[i < column->format_count ? i : MAX_FORMATS + i - column->format_count];
}

/* Whether texts that pass are in an alphabet: by a shape that other texts do not have; as ULIDs,
 * most of which have a time of our years; or as more than the one in eight that decodes to a
 * version. Base64 of other orders of bytes has a version in half of the texts. */
static bool is_alphabet(const column_t *column, int i, int64_t passed)
{
    const int64_t decoded = count_decoded(column, i);

    if (i < column->format_count &&
        (is_base64(column->formats[i]) || is_of_shape(column->formats[i])))
        return passed > 0;
    if (i < column->format_count && is_ulid(column->formats[i]) &&
        column->ulid_times >= LEAST_ULIDS && 2 * column->ulid_times > decoded)
        return passed >= LEAST_ULIDS;
    if (passed < hypothesis(ORIGIN_FORMAT)->least || !is_above(passed, (double)decoded / 8))
        return false;
    return i >= column->format_count || !is_base64url(column->formats[i]) ||
           10 * passed >= 9 * decoded;
}

/* The alphabet of most of the remaining texts; of equal ones the first that writes them so. -1 if
 * there is none. */
static int best_alphabet(const column_t *column, bool *taken)
{
    int64_t most = 0;
    int best = -1;

    for (int i = 0; i < column->format_count + 2; i++) {
        const uint64_t test = alphabet_test(column, i);
        const int64_t written =
            sum_texts(column, taken, test << PASSED_WRITTEN | test, false).count;
        const int64_t passed = sum_texts(column, taken, test, false).count;
        const int64_t score = 2 * passed + (i < column->format_count && written > 0);

        if (score > most && is_alphabet(column, i, passed)) {
            most = score;
            best = i;
        }
    }
    return best;
}

/* Splits the texts of a format by case. */
static void take_format(column_t *column, bool *taken, int i)
{
    const uint64_t test = UINT64_C(1) << i;

    if (i >= column->format_count) {
        const origin_t origin = ORIGIN_SHORTUUID + i - column->format_count;
        add_finding(column, origin, SUBJECT_TEXT, 0,
                    sum_texts(column, taken, test_of(origin), true));
        return;
    }
    add_finding(column, ORIGIN_FORMAT, SUBJECT_TEXT, i,
                sum_texts(column, taken, test << PASSED_WRITTEN | test, true));
    add_finding(column, ORIGIN_FORMAT_OTHER_CASE, SUBJECT_TEXT, i,
                sum_texts(column, taken, test, true));
}

/* What more of the texts that nothing explains would be. */
static void suggest_alphabet(const column_t *column, bool *taken, int64_t count, finding_t *finding)
{
    for (int i = 0; i < column->format_count + 2; i++)
        if (sum_texts(column, taken, alphabet_test(column, i), false).count == count) {
            const bool is_format = i < column->format_count;

            finding->maybe =
                is_format ? ORIGIN_FORMAT : ORIGIN_SHORTUUID + i - column->format_count;
            finding->maybe_detail = is_format ? i : 0;
            return;
        }
}

INTERNAL void settle_texts(column_t *column)
{
    static const origin_t around[] = {ORIGIN_NSUNIQUEID, ORIGIN_WHITE_SPACE, ORIGIN_QUOTED,
                                      ORIGIN_PREFIX};
    bool taken[TEXT_CELLS] = {false};
    int64_t rest;

    for (int i = 0; i < column->format_count; i++)
        if (is_implied(column->formats[i])) {
            add_finding(column, ORIGIN_FORMAT, SUBJECT_TEXT, i,
                        sum_slot(column, SLOT_FORMAT + 2 * i));
            add_finding(column, ORIGIN_FORMAT_OTHER_CASE, SUBJECT_TEXT, i,
                        sum_slot(column, SLOT_FORMAT + 2 * i + 1));
        }
    for (size_t i = 0; i < sizeof around / sizeof *around; i++)
        add_finding(column, around[i], SUBJECT_TEXT, 0,
                    sum_texts(column, taken, test_of(around[i]), true));
    for (int best; (best = best_alphabet(column, taken)) >= 0;)
        take_format(column, taken, best);
    add_finding(column, ORIGIN_INSIDE, SUBJECT_TEXT, 0,
                sum_texts(column, taken, test_of(ORIGIN_INSIDE), true));
    rest = sum_texts(column, taken, 0, false).count;
    for (int fault = 0; fault < MALFORMED_COUNT; fault++) {
        bool others[TEXT_CELLS];
        finding_t *finding;

        for (int i = 0; i < TEXT_CELLS; i++)
            others[i] = taken[i] || (int)(column->text_passed[i] >> PASSED_MALFORMED) != fault;
        finding = add_finding(column, ORIGIN_MALFORMED, SUBJECT_TEXT, fault,
                              sum_texts(column, others, 0, false));
        if (finding != NULL)
            suggest_alphabet(column, taken, rest, finding);
    }
}
