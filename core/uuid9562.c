/*
 * The core as one translation unit, and the one list of its sources: the C library and every
 * binding compile this file and nothing else of the core. Each file below also parses alone
 * (compiler.h).
 *
 * So everything inside the core is static, and what uuid9562.h declares is hidden from the outside
 * of whatever it is linked into, unless UUID9562_SHARED says that this is the shared C library.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* MADV_WIPEONFORK, AF_PACKET */
#endif
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64 /* a 32-bit process sees the numbers of all files, */
#endif
#ifndef _TIME_BITS
#define _TIME_BITS 64 /* and clocks beyond 2038 (glibc 2.34) */
#endif
#define UUID9562_SINGLE_UNIT

#ifdef __cplusplus
#error "The core is C: compile uuid9562.c as C, and what must be C++ with -DUUID9562_OMIT_CORE."
#endif

#include "src/system/os.h"

#if defined UUID9562_OMIT_DIGESTS || defined UUID9562_OMIT_FORMATS ||                              \
    defined UUID9562_OMIT_OPENSSL || defined UUID9562_OMIT_STATE || defined UUID9562_OS_BARE ||    \
    !defined OS_FILES
#pragma GCC diagnostic ignored "-Wunused-function" /* omitted parts used some of them */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* outputs of functions that only fail */
#endif
#endif

#ifdef UUID9562_SHARED
#define UUID9562_API OS_VISIBILITY("default")
#else
#define UUID9562_API OS_VISIBILITY("hidden")
#endif
#define UUID9562_PRIVATE OS_VISIBILITY("hidden")

/* A UUID and a time as numbers. Pure. */
#include "src/bits/layout.c"
#include "src/bits/fields.c"
#include "src/bits/build.c"
#include "src/bits/build_n.c"
#include "src/bits/build_n_x86.c"
#include "src/bits/clock_step.c"
#include "src/bits/times.c"

/* A UUID as text and bytes. Pure. */
#include "src/text/hex.c"
#include "src/text/hex_x86.c"
#include "src/text/hex_neon.c"
#include "src/text/hex_dispatch.c"
#include "src/text/digits.c"
#include "src/text/formats.c"
#include "src/text/patterns.c"
#include "src/text/base32_base64.c"
#include "src/text/typeid.c"
#include "src/text/numbers.c"
#include "src/text/byte_orders.c"
#include "src/text/rfc4530.c"

/* The one place that knows a platform (os.h says which). */
#include "src/system/os_posix.c"
#include "src/system/interfaces.c"
#include "src/system/os_linux.c"
#include "src/system/os_macos.c"
#include "src/system/os_wasm.c"
#include "src/system/os_windows.c"
#include "src/system/os_bare.c"
#include "src/system/os_missing.c"
#include "src/system/fork.c"
#include "src/system/thread.c"
#include "src/system/secret_memory.c"

/* The stream cipher; and digests, the one place that knows a cryptographic library. */
#include "src/crypto/stream.c"
#include "src/crypto/stream_aes_x86.c"
#include "src/crypto/stream_aes_arm.c"
#include "src/crypto/chacha20.c"
#include "src/crypto/md5.c"
#include "src/crypto/sha1.c"
#include "src/crypto/sha2.c"
#include "src/crypto/sha_x86.c"
#include "src/crypto/sha_arm.c"
#include "src/crypto/own_digests.c"
#include "src/crypto/libcrypto.c"
#include "src/crypto/openssl.c"

#include "src/names.c"

/* The state of an order, and the file in which processes share one. */
#include "src/state/storage_posix.c"
#include "src/state/record.c"
#include "src/state/locked_file.c"
#include "src/state/state_file.c"
#include "src/state/no_state_file.c"
#include "src/state/open_state_file.c"

/* All else that changes. */
#include "src/generate/entropy.c"
#include "src/generate/entropy_direct.c"
#include "src/generate/generator.c"
#include "src/generate/cycle_clock.c"
#include "src/generate/time_source.c"
#include "src/generate/order.c"
#include "src/generate/gregorian.c"
#include "src/generate/uuid.c"
#include "src/generate/batch.c"

/* The messages of errors. */
#include "src/status.c"
