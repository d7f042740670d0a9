/*
 * The readers and writers of texts, for harnesses that prove a FORMAT, whose name is CASE. The hex
 * digits are those of portable C; `simd` proves that the variants equal them.
 */
#include "prove.h"

#include <stdatomic.h> /* before the processor's name goes: the headers need it */

#undef __x86_64__
#define UUID9562_SINGLE_UNIT
#include "../../../core/src/bits/layout.c"
#include "../../../core/src/text/hex.c"
#include "../../../core/src/text/hex_dispatch.c"
#include "../../../core/src/text/digits.c"
#include "../../../core/src/text/formats.c"
#include "../../../core/src/text/patterns.c"
#include "../../../core/src/text/base32_base64.c"
#include "../../../core/src/text/typeid.c"
#include "../../../core/src/text/numbers.c"
#include "../../../core/src/text/byte_orders.c"
#include "../../../core/src/text/rfc4530.c"

#ifndef CASE
#define CASE canonical
#endif
#define FORMAT_NAMED(name) FORMAT_##name
#define FORMAT_OF(name)    FORMAT_NAMED(name)
enum { FORMAT = FORMAT_OF(CASE) };
