/*
 * What is left in a thread's buffer of random bytes: this file compiles the core into itself, with
 * a count of the keys of the cipher, and looks into the buffer after every function that draws.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <link.h>
#include <openssl/evp.h>

static int counted_init(EVP_CIPHER_CTX *context, const EVP_CIPHER *cipher, const unsigned char *key,
                        const unsigned char *iv, const OSSL_PARAM params[]);

#define EVP_EncryptInit_ex2       counted_init
#define dl_iterate_phdr(look, at) ((void)(look), ALL_WITHIN) /* as if all were OpenSSL's */
#include "../../core/uuid9562.c"
#undef EVP_EncryptInit_ex2
#undef dl_iterate_phdr

#include "../core/run.c"

static const uint8_t zeros[BUFFER_SIZE];
static int keys; /* that are not the key of zeros */

static int counted_init(EVP_CIPHER_CTX *context, const EVP_CIPHER *cipher, const unsigned char *key,
                        const unsigned char *iv, const OSSL_PARAM params[])
{
    keys += key != NULL && memcmp(key, zeros, 32) != 0;
    return EVP_EncryptInit_ex2(context, cipher, key, iv, params);
}

/* Bytes that were handed out are zeros, and those that are left are not. */
static void check_buffer(const char *after)
{
    const entropy_buffer_t *buffer = mine.slot.memory;
    const size_t left = bytes_left(buffer);

    require_msg(memcmp(buffer->bytes + left, zeros, BUFFER_SIZE - left) == 0,
                "%s leaves bytes that it has handed out", after);
    for (size_t i = 0; i + 8 <= left; i += 8)
        require_msg(memcmp(buffer->bytes + i, zeros, 8) != 0,
                    "%s wipes bytes that it has not handed out", after);
}

START_TEST(every_function_wipes_what_it_takes)
{
    static uuid9562_t out[600];
    static uint8_t bytes[20000];
    const size_t counts[] = {1, 7, 1024, 1025, 5000, 8192, 8193};

    for (int round = 0; round < 3000; round++) {
        assert_ok(uuid9562_uuid4(NULL, &out[0]));
        check_buffer("uuid4");
        assert_ok(uuid9562_uuid7(NULL, &out[0]));
        check_buffer("uuid7");
        assert_ok(uuid9562_uuid6(NULL, &out[0], NULL, NULL));
        check_buffer("uuid6");
        if (round % 10 != 0)
            continue;
        assert_ok(uuid9562_uuid1(NULL, &out[0], NULL, NULL));
        check_buffer("uuid1");
        assert_ok(uuid9562_uuid8(NULL, &out[0], NULL, NULL, NULL));
        check_buffer("uuid8");
        for (uint64_t n = 1; n <= 600; n = n * 3 + 1) {
            assert_ok(uuid9562_batch(NULL, out, 4, n));
            check_buffer("batch of version 4");
            assert_ok(uuid9562_batch(NULL, out, 7, n));
            check_buffer("batch of version 7");
        }
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            require_eq(entropy_draw(NULL, bytes, counts[i]), 0);
            check_buffer("entropy_draw");
        }
    }
}
END_TEST

/* A large request has a key for each 64 KiB. */
START_TEST(keys_of_a_large_request)
{
    enum { KIB_64 = 65536 };
    uint8_t *bytes = malloc(3 * KIB_64 + 1);

    for (size_t n = 1; n <= 3; n++) {
        keys = 0;
        require_eq(entropy_draw(NULL, bytes, n * KIB_64), 0);
        require_eq(keys, n);
        keys = 0;
        require_eq(entropy_draw(NULL, bytes, n * KIB_64 + 1), 0);
        require_eq(keys, n + 1);
    }
    free(bytes);
}
END_TEST

static TCase *wipe_case(void)
{
    TCase *tcase = tcase_create("wipe");
    add_test(tcase, every_function_wipes_what_it_takes);
    add_test(tcase, keys_of_a_large_request);
    return tcase;
}

int main(int argc, char **argv)
{
    static TCase *(*const cases[])(void) = {wipe_case};
    return run_tests(argc, argv, cases, 1);
}
