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
    X(sha384, UUID9562_SHA384, "SHA2-384")                                                         \
    X(sha512, UUID9562_SHA512, "SHA2-512")

enum { DIGEST_COUNT = UUID9562_SHA512 + 1 };
enum { DIGEST_ROOM = 64 }; /* bytes for each of them */

#endif
