/*
 * Digests by Windows, CNG (crypto.h).
 */
#include "../system/os.h"

#ifdef OS_CNG
/* windows.h must precede bcrypt.h. */
#include <windows.h>
#include <bcrypt.h>
#include <stdatomic.h>
#include <string.h>

#include "crypto.h"

static const WCHAR *const cng_names[DIGEST_COUNT] = {
    [UUID9562_SHA256] = L"SHA256", [UUID9562_MD5] = L"MD5",       [UUID9562_SHA1] = L"SHA1",
    [UUID9562_SHA384] = L"SHA384", [UUID9562_SHA512] = L"SHA512",
};

/* Looked up once in a process, and kept; NULL if a policy of the system forbids it. */
static BCRYPT_ALG_HANDLE look_up(uuid9562_digest_t digest)
{
    static _Atomic(BCRYPT_ALG_HANDLE) found[DIGEST_COUNT];
    BCRYPT_ALG_HANDLE kept = found[digest], opened;

    if (kept != NULL || BCryptOpenAlgorithmProvider(&opened, cng_names[digest], NULL, 0) != 0)
        return kept;
    if (atomic_compare_exchange_strong(&found[digest], &kept, opened))
        return opened;
    BCryptCloseAlgorithmProvider(opened, 0); /* another thread was faster */
    return kept;
}

static bool add(BCRYPT_HASH_HANDLE hash, const void *data, size_t length)
{
    for (size_t done = 0, part; done < length; done += part) {
        part = length - done < 1 << 30 ? length - done : 1 << 30;
        if (BCryptHashData(hash, (PUCHAR)(uintptr_t)data + done, (ULONG)part, 0) != 0)
            return false;
    }
    return true;
}

INTERNAL uuid9562_status_t crypto_digest(uint8_t out[DIGEST_ROOM], uuid9562_digest_t digest,
                                         const void *head, size_t head_length, const void *tail,
                                         size_t tail_length)
{
    BCRYPT_ALG_HANDLE algorithm = look_up(digest);
    BCRYPT_HASH_HANDLE hash;
    DWORD length = 0, got;
    bool done;

    if (algorithm == NULL)
        return UUID9562_ERR_DIGEST_POLICY;
    if (BCryptGetProperty(algorithm, BCRYPT_HASH_LENGTH, (PUCHAR)&length, sizeof length, &got, 0) !=
            0 ||
        length > DIGEST_ROOM || BCryptCreateHash(algorithm, &hash, NULL, 0, NULL, 0, 0) != 0)
        return UUID9562_ERR_DIGEST_POLICY;
    done = add(hash, head, head_length) && add(hash, tail, tail_length) &&
           BCryptFinishHash(hash, out, length, 0) == 0;
    BCryptDestroyHash(hash);
    return done ? UUID9562_OK : UUID9562_ERR_DIGEST_POLICY;
}

#endif
