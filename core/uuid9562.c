/*
 * The core as one translation unit, and the one list of its sources: the C library and every face
 * compile this file and nothing else of the core.
 *
 * So everything inside the core is static, and what uuid9562.h declares is hidden from the outside
 * of whatever it is linked into, unless UUID9562_SHARED says that this is the shared C library.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* MADV_WIPEONFORK, AF_PACKET */
#endif

#if defined __GNUC__ && defined UUID9562_SHARED
#define UUID9562_API __attribute__((visibility("default")))
#elif defined __GNUC__
#define UUID9562_API __attribute__((visibility("hidden")))
#endif

#include "include/uuid9562.h"
#include "src/internal.h"

/* Pure: no clock, no randomness, no state. */
#include "src/status.c"
#include "src/layout.c"
#include "src/build.c"
#include "src/hex.c"
#include "src/hex_x86.c"
#include "src/hex_neon.c"
#include "src/hex_pick.c"
#include "src/text.c"
#include "src/text_pattern.c"
#include "src/text_number.c"
#include "src/text_bits.c"
#include "src/calendar.c"
#include "src/match.c"
#include "src/ldap.c"

/* The two that talk to the outside: the system, and OpenSSL. */
#include "src/os.c"
#include "src/crypto.c"

/* What is made of both. */
#include "src/name.c"
#include "src/entropy.c"
#include "src/word.c"
#include "src/generator.c"
#include "src/versions.c"
#include "src/batch.c"
