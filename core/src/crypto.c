/*
 * OpenSSL 3: digests and random octets. The only file of the core that talks to it.
 *
 * A library is a guest in its process: whatever goes wrong here is told by the return value, and
 * OpenSSL's error queue, which belongs to the program, is left as it was found.
 */
#include <limits.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <string.h>

#define DIGEST_NAMES(name, openssl_name) {#name, openssl_name},
static const struct {
    const char *name;
    const char *openssl_name;
} digest_table[DIGEST_COUNT] = {DIGESTS(DIGEST_NAMES)};
#undef DIGEST_NAMES

static digest_t crypto_digest_find(const char *name, size_t length)
{
    int i;

    for (i = 0; i < DIGEST_COUNT; i++)
        if (text_is(digest_table[i].name, name, length))
            break;
    return (digest_t)i;
}

/* A digest of variable length has to be asked for one; of the others the first octets are taken. */
static int finish(EVP_MD_CTX *context, const EVP_MD *md, uint8_t out[16])
{
    uint8_t whole[EVP_MAX_MD_SIZE];

    if (EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF)
        return EVP_DigestFinalXOF(context, out, 16);
    if (!EVP_DigestFinal_ex(context, whole, NULL))
        return 0;
    memcpy(out, whole, 16);
    return 1;
}

static uuid9562_status_t crypto_digest(digest_t digest, uint8_t out[16], const void *head,
                                       size_t head_length, const void *tail, size_t tail_length)
{
    uuid9562_status_t status = UUID9562_ERR_DIGEST_POLICY;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_MD *md;

    if (context == NULL)
        return UUID9562_ERR_MEMORY;
    ERR_set_mark();
    md = EVP_MD_fetch(NULL, digest_table[digest].openssl_name, NULL);
    if (md != NULL && EVP_DigestInit_ex2(context, md, NULL) &&
        EVP_DigestUpdate(context, head, head_length) &&
        EVP_DigestUpdate(context, tail, tail_length) && finish(context, md, out))
        status = UUID9562_OK;
    ERR_pop_to_mark();
    EVP_MD_free(md);
    EVP_MD_CTX_free(context);
    return status;
}

static int crypto_random(void *octets, size_t count)
{
    uint8_t *next = octets;
    int result = 0;

    ERR_set_mark();
    while (count > 0 && result == 0) {
        int part = count < INT_MAX ? (int)count : INT_MAX;
        if (RAND_bytes(next, part) != 1)
            result = -1;
        next += part;
        count -= (size_t)part;
    }
    ERR_pop_to_mark();
    return result;
}
