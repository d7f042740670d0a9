/*
 * uuid9562_mask.h - masks, which hide the time of version 7 UUIDs by a key. EXPERIMENTAL.
 *
 * For programs that use version 7 as keys but show UUIDs that do not reveal their time. In a
 * library built with UUID9562_OMIT_MASK the functions answer MASK_METHOD: it has no method.
 */
#ifndef UUID9562_PUBLIC_MASK_H
#define UUID9562_PUBLIC_MASK_H

#include "uuid9562.h"

/* The bytes of a key. */
#define UUID9562_MASK_KEY_LENGTH 16

#ifdef __cplusplus
extern "C" {
#endif

/* Hides the time of a version 7 UUID: masked, it looks like version 4 to others, and the same key
 * turns it back into version 7. docs/security.md says what a mask does not do.
 *
 * The method `wide`, the default, is a permutation of all 122 bits other than version and variant:
 * without the key, its results look random. It is a Feistel network of 8 rounds over the first and
 * the last 61 of these bits. Its round function is the low 61 bits of SipHash-2-4 of one 64-bit
 * word: the number of the round (from 0) in the high 3 bits, a half below.
 *
 * The method `v47` is that of UUIDv47: the time is XORed with the low 48 bits of the SipHash-2-4 of
 * the other 74, in 2 and 8 bytes. These stay readable; in the UUIDs of uuid7, 20 of them are the
 * fraction of the millisecond, which show the order of a batch.
 * Args: uuid  (mask) version 7; (unmask) version 4
 *       key   random bytes, which SipHash reads as two numbers, each the least significant byte
 *             first. Another key is not an error: it gives another UUID
 * Errors: NOT_V7, NOT_V4, MASK_METHOD for a value that is not below */
typedef enum uuid9562_mask_method { UUID9562_MASK_WIDE, UUID9562_MASK_V47 } uuid9562_mask_method_t;

UUID9562_API uuid9562_status_t uuid9562_mask(uuid9562_t *out, const uuid9562_t *uuid,
                                             const uint8_t key[UUID9562_MASK_KEY_LENGTH],
                                             uuid9562_mask_method_t method) UUID9562_MUST_CHECK;
UUID9562_API uuid9562_status_t uuid9562_unmask(uuid9562_t *out, const uuid9562_t *uuid,
                                               const uint8_t key[UUID9562_MASK_KEY_LENGTH],
                                               uuid9562_mask_method_t method) UUID9562_MUST_CHECK;

/* The method of a name, `wide` or `v47`; NULL is the default, `wide`.
 * Errors: MASK_METHOD (the message lists them) */
UUID9562_API uuid9562_status_t uuid9562_find_mask_method(uuid9562_mask_method_t *method,
                                                         const char *name,
                                                         size_t length) UUID9562_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
