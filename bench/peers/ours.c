/*
 * This library and libuuid, for peers.py: run_NAME, and of what generates one_NAME.
 */
#include <dlfcn.h>
#include <stdlib.h>

#include "uuid9562_generator.h"

enum { BATCH = 256 };

static const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
static const char text[] = "01890a5d-ac96-774b-bcce-b302099a8057";
static void (*libuuid4)(uint8_t *), (*libuuid1)(uint8_t *), (*libuuid7)(uint8_t *);

__attribute__((constructor)) static void load_libuuid(void)
{
    void *library = dlopen("libuuid.so.1", RTLD_NOW);

    if (library == NULL)
        return;
    *(void **)&libuuid4 = dlsym(library, "uuid_generate_random");
    *(void **)&libuuid1 = dlsym(library, "uuid_generate_time");
    *(void **)&libuuid7 = dlsym(library, "uuid_generate_time_v7"); /* of util-linux 2.41 */
}

static uuid9562_generator_t *own(void)
{
    static _Thread_local uuid9562_generator_t *generator;

    if (generator == NULL && uuid9562_generator_new(&generator, NULL, NULL, NULL) != UUID9562_OK)
        abort();
    return generator;
}

/* `call` writes to `written`, or `n` UUIDs to `uuid`: `each` if they are many. */
#define ROW(name, each, call)                                                                      \
    void run_##name(uint32_t calls);                                                               \
    void run_##name(uint32_t calls)                                                                \
    {                                                                                              \
        static uuid9562_t uuid[BATCH];                                                             \
        static char written[UUID9562_STRING_SIZE];                                                 \
        const uint32_t n = each;                                                                   \
        (void)written;                                                                             \
        for (; calls >= n; calls -= n)                                                             \
            if ((call) != UUID9562_OK)                                                             \
                abort();                                                                           \
    }
#define GENERATOR(name, each, call)                                                                \
    ROW(name, each, call)                                                                          \
    void one_##name(uuid9562_t *uuid);                                                             \
    void one_##name(uuid9562_t *uuid)                                                              \
    {                                                                                              \
        const uint32_t n = 1;                                                                      \
        (void)n;                                                                                   \
        if ((call) != UUID9562_OK)                                                                 \
            abort();                                                                               \
    }

GENERATOR(uuid9562_uuid4, 1, uuid9562_uuid4(NULL, uuid))
GENERATOR(uuid9562_uuid4_in_batches_of_256, BATCH, uuid9562_batch(NULL, uuid, 4, n))
GENERATOR(uuid9562_uuid7, 1, uuid9562_uuid7(NULL, uuid))
GENERATOR(uuid9562_uuid7_in_batches_of_256, BATCH, uuid9562_batch(NULL, uuid, 7, n))
GENERATOR(uuid9562_uuid7_by_a_generator_for_each_thread, 1, uuid9562_uuid7(own(), uuid))
GENERATOR(libuuid_uuid4, 1, (libuuid4(uuid->bytes), UUID9562_OK))
GENERATOR(libuuid_uuid7, 1, (libuuid7(uuid->bytes), UUID9562_OK))
ROW(uuid9562_uuid1, 1, uuid9562_uuid1(NULL, uuid, NULL, NULL))
ROW(uuid9562_uuid6, 1, uuid9562_uuid6(NULL, uuid, NULL, NULL))
ROW(libuuid_uuid1, 1, (libuuid1(uuid->bytes), UUID9562_OK))
ROW(uuid9562_uuid5, 1, uuid9562_uuid5(uuid, &dns, "www.example.com", 15))
ROW(uuid9562_format, 1, (uuid9562_format(written, uuid), UUID9562_OK))
ROW(uuid9562_parse, 1, uuid9562_parse(uuid, NULL, text, sizeof text - 1))
