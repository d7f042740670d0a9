/*
 * The matching rules of RFC 4530: uuidMatch (section 2.2) and uuidOrderingMatch (section 2.3),
 * which are octetStringMatch and octetStringOrderingMatch on the value, with the assertion as
 * the text of section 2.1. Any other assertion makes the rule Undefined.
 *
 * Pure.
 */
#include "text.h"

enum { UNDEFINED = -1 };

int uuid9562_match(const uuid9562_t *stored, const char *assertion, size_t length)
{
    uuid9562_t asserted;
    if (text_read_strict(&asserted, assertion, length) != UUID9562_OK)
        return UNDEFINED;
    return uuid9562_compare(stored, &asserted) == 0;
}

int uuid9562_ordering_match(const uuid9562_t *stored, const char *assertion, size_t length)
{
    uuid9562_t asserted;
    if (text_read_strict(&asserted, assertion, length) != UUID9562_OK)
        return UNDEFINED;
    return uuid9562_compare(stored, &asserted) < 0;
}
