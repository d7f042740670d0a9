/*
 * The digests that names are hashed with (RFC 9562 sections 5.3, 5.5 and B.2), in one table.
 */
#ifndef UUID9562_DIGESTS_H
#define UUID9562_DIGESTS_H

/* X(name, OpenSSL's name). The first is the default. */
#define DIGESTS(X)                                                                                 \
    X(sha256, "SHA2-256")                                                                          \
    X(md5, "MD5")                                                                                  \
    X(sha1, "SHA1")                                                                                \
    X(sha224, "SHA2-224")                                                                          \
    X(sha384, "SHA2-384")                                                                          \
    X(sha512, "SHA2-512")                                                                          \
    X(sha512_224, "SHA2-512/224")                                                                  \
    X(sha512_256, "SHA2-512/256")                                                                  \
    X(sha3_224, "SHA3-224")                                                                        \
    X(sha3_256, "SHA3-256")                                                                        \
    X(sha3_384, "SHA3-384")                                                                        \
    X(sha3_512, "SHA3-512")                                                                        \
    X(blake2b, "BLAKE2B-512")                                                                      \
    X(blake2s, "BLAKE2S-256")                                                                      \
    X(shake128, "SHAKE-128")                                                                       \
    X(shake256, "SHAKE-256")

#define DIGEST_ENUM(name, openssl_name) DIGEST_##name,
typedef enum digest { DIGESTS(DIGEST_ENUM) DIGEST_COUNT } digest_t;
#undef DIGEST_ENUM

enum { DIGEST_ROOM = 64 }; /* bytes for each of them */

#endif
