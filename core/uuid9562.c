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

#include "src/os.h"

#ifdef UUID9562_SHARED
#define UUID9562_API OS_VISIBILITY("default")
#else
#define UUID9562_API OS_VISIBILITY("hidden")
#endif

/* Pure: no clock, no randomness, no state. */
#include "src/layout.c"
#include "src/fields.c"
#include "src/build.c"
#include "src/step.c"
#include "src/hex.c"
#include "src/hex_x86.c"
#include "src/hex_neon.c"
#include "src/hex_dispatch.c"
#include "src/text_digits.c"
#include "src/text.c"
#include "src/text_pattern.c"
#include "src/text_bits.c"
#include "src/text_number.c"
#include "src/text_z85.c"
#include "src/text_ncname58.c"
#include "src/text_bytes.c"
#include "src/mask.c"
#include "src/status.c"
#include "src/calendar.c"
#include "src/time_text.c"
#include "src/match.c"
#include "src/ldap.c"
#include "src/anchor.c"

/* The operating system (os.h says which), and what computes digests. */
#include "src/os_posix.c"
#include "src/os_interfaces.c"
#include "src/os_linux.c"
#include "src/os_macos.c"
#include "src/os_wasm.c"
#include "src/os_windows.c"
#include "src/fork.c"
#include "src/thread.c"
#include "src/file_posix.c"
#include "src/file_none.c"
#include "src/libcrypto.c"
#include "src/digest_context.c"
#include "src/crypto.c"
#include "src/crypto_cng.c"

/* What is built on both. */
#include "src/name.c"
#include "src/node.c"
#include "src/slab.c"
#include "src/entropy.c"
#include "src/state_file.c"
#include "src/state.c"
#include "src/generator.c"
#include "src/generate.c"
#include "src/batch.c"
