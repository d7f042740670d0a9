/*
 * RFC 4530, sections 2.1 to 2.3, sentence by sentence, as far as a library without tables can have
 * them; section 2.4 is tests/hosts/sqlite/entryuuid.sql.
 */
#include "suite.h"

static const char example[] = "597ae2f6-16a6-1027-98f4-d28b5365dc14";
static const uint8_t bytes[] = {0x59, 0x7a, 0xe2, 0xf6, 0x16, 0xa6, 0x10, 0x27,
                                0x98, 0xf4, 0xd2, 0x8b, 0x53, 0x65, 0xdc, 0x14};

static int match(const char *stored, const char *assertion)
{
    const uuid9562_t uuid = uuid_from_text(stored);
    return uuid9562_match(&uuid, assertion, strlen(assertion));
}

static int ordering_match(const char *stored, const char *assertion)
{
    const uuid9562_t uuid = uuid_from_text(stored);
    return uuid9562_ordering_match(&uuid, assertion, strlen(assertion));
}

/* "A Universally Unique Identifier (UUID) is a 16-byte (128-bit) value" */
TEST(section_2_1_a_value_of_16_bytes)
{
    const uuid9562_t uuid = uuid_from_text(example);

    require_eq(sizeof uuid, 16);
    require_mem(uuid.bytes, bytes, sizeof bytes);
}

/* "UUID ::= OCTET STRING (SIZE(16)) -- constrained to an UUID [RFC4122]" */
TEST(section_2_1_asn1)
{
    const uuid9562_format_t *der;
    const uuid9562_t uuid = uuid_from_text(example);
    uuid9562_t back;
    char out[UUID9562_TEXT_MAX];

    assert_status(uuid9562_find_format(&der, "der", 3, true), UUID9562_OK);
    require_eq(uuid9562_format_as(out, der, &uuid), 18);
    require_mem(out, "\x04\x10", 2);
    require_mem(out + 2, bytes, sizeof bytes);
    assert_status(uuid9562_parse_as(&back, NULL, der, out, 18), UUID9562_OK);
    require_mem(back.bytes, bytes, sizeof bytes);
    for (size_t length = 0; length < 18; length++)
        assert_status(uuid9562_parse_as(&back, NULL, der, out, length), UUID9562_ERR_DER);
}

/* "In LDAP, UUID values are encoded using the [ASCII] character string representation described in
 * [RFC4122].  For example, ..." */
TEST(section_2_1_the_string)
{
    const uuid9562_t uuid = uuid_from_text(example);
    char out[UUID9562_CANONICAL_LENGTH];

    uuid9562_format(out, &uuid);
    require_mem(out, example, sizeof out);
}

/* "compares an asserted UUID with a stored UUID for equality. Its semantics are the same as the
 * 'octetStringMatch'": of the same length, and byte by byte (RFC 4517 section 4.2.27) */
TEST(section_2_2_uuid_match)
{
    char other[] = "597ae2f6-16a6-1027-98f4-d28b5365dc14";

    require_eq(match(example, example), 1);
    for (size_t i = 0; i < sizeof other - 1; i++) {
        if (other[i] == '-')
            continue;
        other[i] = other[i] == '0' ? '1' : '0';
        require_eq(match(example, other), 0);
        other[i] = example[i];
    }
}

/* "differs from 'octetStringMatch' in that the assertion value is encoded using the UUID string
 * representation": hex digits in either case (RFC 4122 section 3), and no other format */
TEST(section_2_2_the_assertion_is_a_string)
{
    static const char *const undefined[] = {
        "",
        "597ae2f616a6102798f4d28b5365dc14",
        "{597ae2f6-16a6-1027-98f4-d28b5365dc14}",
        "urn:uuid:597ae2f6-16a6-1027-98f4-d28b5365dc14",
        "597ae2f6-16a6-1027-98f4-d28b5365dc1",
        "597ae2f6-16a6-1027-98f4-d28b5365dc14 ",
        " 597ae2f6-16a6-1027-98f4-d28b5365dc14",
        "597ae2f6-16a6-1027-98f4-d28b5365dc1g",
        "'597ae2f616a6102798f4d28b5365dc14'H",
        "\\59\\7a\\e2\\f6\\16\\a6\\10\\27\\98\\f4\\d2\\8b\\53\\65\\dc\\14",
    };

    require_eq(match(example, "597AE2F6-16A6-1027-98F4-D28B5365DC14"), 1);
    require_eq(match(example, "597Ae2F6-16a6-1027-98F4-d28b5365dC14"), 1);
    for (size_t i = 0; i < sizeof undefined / sizeof *undefined; i++) {
        require_eq(match(example, undefined[i]), -1);
        require_eq(ordering_match(example, undefined[i]), -1);
    }
}

/* "Its semantics are the same as the 'octetStringOrderingMatch'": the stored value comes first
 * where its first byte that differs is smaller, as an unsigned number (RFC 4517 section 4.2.28);
 * "not all UUID variants have a defined ordering": bytes have, whatever the variant */
TEST(section_2_3_uuid_ordering_match)
{
    static const char *const ascending[] = {
        "00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-0000000000ff",
        "597ae2f6-16a6-1027-98f4-d28b5365dc14", "597ae2f6-16a6-1027-98f4-d28b5365dc80",
        "597ae2f6-16a6-8027-18f4-d28b5365dc14", "7fffffff-16a6-1027-d8f4-d28b5365dc14",
        "80000000-16a6-1027-98f4-d28b5365dc14", "ffffffff-ffff-ffff-ffff-ffffffffffff",
    };
    enum { COUNT = sizeof ascending / sizeof *ascending };

    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            require_eq(ordering_match(ascending[i], ascending[j]), i < j);
            require_eq(match(ascending[i], ascending[j]), i == j);
        }
}

/* The four descriptions "suitable for publication in subschema subentries" are in vectors.tsv. */
TEST(sections_2_1_to_2_4_are_four)
{
    for (size_t i = 0; i < 4; i++)
        ck_assert_ptr_nonnull(uuid9562_ldap_schema(i));
    ck_assert_ptr_null(uuid9562_ldap_schema(4));
    ck_assert_ptr_null(uuid9562_ldap_schema(SIZE_MAX));
}
