/*
 * What entropy.c and entropy_life.c begin with: the core, compiled into the program, with a cipher,
 * a source of seeds and a clock of its own in the place of OpenSSL's and the system's, so that it
 * can make them fail, look at what is left in the buffer, and let time pass.
 */
#ifndef FAKE_ENTROPY_H
#define FAKE_ENTROPY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>
#include <openssl/evp.h>

#include "one_library.h"

static int fake_encrypt(EVP_CIPHER_CTX *context, unsigned char *out, int *out_length,
                        const unsigned char *in, int count);
static int fake_init(EVP_CIPHER_CTX *context, const EVP_CIPHER *cipher, const unsigned char *key,
                     const unsigned char *iv, const OSSL_PARAM params[]);
static EVP_CIPHER_CTX *fake_new(void);
static ssize_t fake_getrandom(void *bytes, size_t count, unsigned flags);
static int fake_clock(clockid_t clock, struct timespec *now);
static int fake_madvise(void *pages, size_t size, int advice);
static long fake_sysconf(int name);
static int fake_setspecific(pthread_key_t key, const void *value);

#define EVP_EncryptUpdate   fake_encrypt
#define EVP_EncryptInit_ex2 fake_init
#define EVP_CIPHER_CTX_new  fake_new
#define getrandom           fake_getrandom
#define clock_gettime       fake_clock
#define madvise             fake_madvise
#define sysconf             fake_sysconf
#define pthread_setspecific fake_setspecific
#include "../../../core/uuid9562.c"
#undef EVP_EncryptUpdate
#undef EVP_EncryptInit_ex2
#undef EVP_CIPHER_CTX_new
#undef getrandom
#undef clock_gettime
#undef madvise
#undef sysconf
#undef pthread_setspecific

#include "../run.c"

/* ---- the replaced cipher, system and clock ---- */

static unsigned fills, readings, seeds; /* so far: by the cipher, of the system, of those seeds */
static unsigned failing_fill;           /* the number of the fill that fails, from 1 */
static unsigned failing_reading;
static unsigned asked; /* for a cipher */
static bool no_cipher, clock_fails;
static void (*interruption)(void); /* what comes in the midst of a call: of the functions below, */
static unsigned until_interrupted; /* this one, from 0 */
static uint64_t next_bytes;        /* a counter: no two groups of eight bytes are the same */
static unsigned char last_key[32]; /* that the cipher has */
static bool fills_next;            /* the first bytes beyond a seed that follow a key are a fill */
static bool cannot_forget;         /* that key */
static time_t seconds;
static long ahead_ns; /* the exact clock, of the coarse one */

static bool all_zero(const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

static void interrupt(void)
{
    void (*const come)(void) = interruption;

    if (come == NULL || until_interrupted-- > 0)
        return;
    interruption = NULL;
    come();
}

/* A failing source leaves its bytes as well. */
static void make_bytes(unsigned char *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i % 8 == 0)
            next_bytes++;
        out[i] = (unsigned char)((next_bytes * UINT64_C(0x9e3779b97f4a7c15)) >> i % 8 * 8) | 1;
    }
}

static int fake_encrypt(EVP_CIPHER_CTX *context, unsigned char *out, int *out_length,
                        const unsigned char *in, int count)
{
    (void)context;
    *out_length = count;
    require(all_zero(in, (size_t)count));
    interrupt();
    make_bytes(out, (size_t)count);
    if (count > 1 && all_zero(last_key + 8, sizeof last_key - 8)) /* beside the time */
        memset(out, 0, (size_t)count);
    interrupt();
    if (count <= STREAM_CIPHER_SEED)
        return true;
    fills += fills_next;
    fills_next = false;
    return fills != failing_fill;
}

static int fake_init(EVP_CIPHER_CTX *context, const EVP_CIPHER *cipher, const unsigned char *key,
                     const unsigned char *iv, const OSSL_PARAM params[])
{
    if (cannot_forget && key != NULL && iv == NULL)
        return 0;
    if (key != NULL)
        memcpy(last_key, key, sizeof last_key);
    fills_next |= key != NULL;
    if (cipher == NULL)
        interrupt();
    return EVP_EncryptInit_ex2(context, cipher, key, iv, params);
}

static EVP_CIPHER_CTX *fake_new(void)
{
    asked++;
    return no_cipher ? NULL : EVP_CIPHER_CTX_new();
}

static ssize_t fake_getrandom(void *bytes, size_t count, unsigned flags)
{
    (void)flags;
    make_bytes(bytes, count);
    interrupt();
    seeds += count == STREAM_CIPHER_SEED;
    return ++readings != failing_reading ? (ssize_t)count : -1;
}

static int fake_clock(clockid_t clock, struct timespec *now)
{
    interrupt();
    *now = (struct timespec){seconds, clock == CLOCK_REALTIME_COARSE ? 0 : ahead_ns};
    return clock_fails ? -1 : 0;
}

static size_t page_size = 4096, discarded;

static long fake_sysconf(int name)
{
    (void)name;
    return (long)page_size;
}

/* Nothing is wiped by the system alone. */
static int fake_madvise(void *pages, size_t size, int advice)
{
    if (advice != MADV_DONTNEED)
        return madvise(pages, size, advice);
    discarded = (size + page_size - 1) / page_size * page_size; /* as the kernel counts */
    return 0;
}

static bool is_kept; /* the end of the thread will be seen */

static int fake_setspecific(pthread_key_t key, const void *value)
{
    interrupt();
    is_kept = value != NULL;
    return pthread_setspecific(key, value);
}

/* Each test begins without a buffer. */
static void setup(void)
{
    interruption = NULL;
    if (thread_entropy.slot.memory != NULL) {
        thread_keep(&end_of_thread, NULL);
        release_buffer(&thread_entropy);
    }
    fills = readings = seeds = failing_fill = failing_reading = asked = 0;
    no_cipher = cannot_forget = clock_fails = false;
    seconds = 1700000000;
    ahead_ns = 0;
    atomic_store(&environment, BUFFERED);
}

static const fixture_t fixture = {setup, NULL};

static entropy_buffer_t *buffer_of_thread(void)
{
    ck_assert(secret_slot_is_held(&thread_entropy.slot));
    return thread_entropy.slot.memory;
}

static uint64_t draw8(void)
{
    uint64_t bytes = 0;
    require(entropy_draw(NULL, &bytes, sizeof bytes) == 0);
    return bytes;
}

/* Bytes of the first fills, until they have their full size. */
enum { GROWING = SMALL_FILL + 3072, FIRST_FILLS = GROWING + BUFFER_SIZE };

#endif
