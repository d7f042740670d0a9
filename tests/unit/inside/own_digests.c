/*
 * The digests of a build without OpenSSL, beside those of OpenSSL: names of all lengths around the
 * ends of blocks, in two pieces. This file compiles the core into itself without OpenSSL.
 */
#define UUID9562_OMIT_OPENSSL
#include "../../../core/uuid9562.c"

#include <openssl/evp.h>

#include "../run.c"

enum { LONGEST = 300 };

static const struct {
    uuid9562_digest_t digest;
    const char *name;
} own[] = {{UUID9562_SHA256, "SHA256"}, {UUID9562_MD5, "MD5"}, {UUID9562_SHA1, "SHA1"}};

static void require_digest(uuid9562_digest_t digest, const EVP_MD *md, const uint8_t *bytes,
                           size_t head, size_t length)
{
    uint8_t got[DIGEST_ROOM], expected[EVP_MAX_MD_SIZE];

    assert_ok(crypto_digest(got, digest, bytes, head, bytes + head, length - head));
    require(EVP_Digest(bytes, length, expected, NULL, md, NULL));
    require_eq(memcmp(got, expected, sizeof(uuid9562_t)), 0);
}

TEST(digests_are_those_of_openssl)
{
    static uint8_t bytes[1 << 20];
    unsigned seed = 1321;

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(rand_r(&seed) >> 8);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        EVP_MD *md = EVP_MD_fetch(NULL, own[i].name, NULL);
        digest_run_t run = {.kind = &digest_kinds[own[i].digest], .length = UINT64_C(1) << 32};

        require(md != NULL);
        for (size_t length = 0; length <= LONGEST; length++)
            for (int round = 0; round < 4; round++)
                require_digest(own[i].digest, md, bytes + (size_t)rand_r(&seed) % LONGEST,
                               (size_t)rand_r(&seed) % (length + 1), length);
        require_digest(own[i].digest, md, bytes, 16, sizeof bytes);
        EVP_MD_free(md);
        add_end(&run); /* the number of bits after 4 GiB, which take half a minute */
        require_eq(run.block[LENGTH_AT + (run.kind->is_little ? 4 : 3)], 8);
    }
}

TEST(other_digests_are_refused)
{
    uint8_t out[DIGEST_ROOM];

    for (int digest = 0; digest < DIGEST_COUNT; digest++)
        if (digest != UUID9562_SHA256 && digest != UUID9562_MD5 && digest != UUID9562_SHA1)
            assert_status(crypto_digest(out, (uuid9562_digest_t)digest, "", 0, "", 0),
                          UUID9562_ERR_DIGEST_POLICY);
}
