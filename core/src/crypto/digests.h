/*
 * The digests that names are hashed with (RFC 9562 sections 5.3, 5.5 and B.2), in one table.
 */
#ifndef UUID9562_DIGESTS_H
#define UUID9562_DIGESTS_H

#include "../../include/uuid9562.h"

/* X(name, value, OpenSSL's name), in the order of the values. */
#define DIGESTS(X)                                                                                 \
    X(sha256, UUID9562_SHA256, "SHA2-256")                                                         \
    X(md5, UUID9562_MD5, "MD5")                                                                    \
    X(sha1, UUID9562_SHA1, "SHA1")                                                                 \
    X(sha224, UUID9562_SHA224, "SHA2-224")                                                         \
    X(sha384, UUID9562_SHA384, "SHA2-384")                                                         \
    X(sha512, UUID9562_SHA512, "SHA2-512")                                                         \
    X(sha512_224, UUID9562_SHA512_224, "SHA2-512/224")                                             \
    X(sha512_256, UUID9562_SHA512_256, "SHA2-512/256")                                             \
    X(sha3_224, UUID9562_SHA3_224, "SHA3-224")                                                     \
    X(sha3_256, UUID9562_SHA3_256, "SHA3-256")                                                     \
    X(sha3_384, UUID9562_SHA3_384, "SHA3-384")                                                     \
    X(sha3_512, UUID9562_SHA3_512, "SHA3-512")                                                     \
    X(blake2b, UUID9562_BLAKE2B, "BLAKE2B-512")                                                    \
    X(blake2s, UUID9562_BLAKE2S, "BLAKE2S-256")                                                    \
    X(shake128, UUID9562_SHAKE128, "SHAKE-128")                                                    \
    X(shake256, UUID9562_SHAKE256, "SHAKE-256")

enum { DIGEST_COUNT = UUID9562_SHAKE256 + 1 };
enum { DIGEST_ROOM = 64 }; /* bytes for each of them */

#endif
