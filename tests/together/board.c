/*
 * The board of examples/embed/firmware.c, for tests: all that it gives can be foretold. On ARM it
 * also has the table from which the processor starts.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static uint64_t now_ms;
static uint32_t seed = 1;
/* 2026-07-24T12:00:00.000999999Z */
static uint8_t stored[16] = {0x01, 0x9f, 0x94, 0x0b, 0x9a, 0x00, 0x7f, 0xff,
                             0xbf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

uint64_t board_ms_since_boot(void)
{
    return now_ms++ / 2; /* two keys a millisecond */
}

int board_random(void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        seed = (uint32_t)(seed * UINT64_C(16807) % 2147483647);
        ((uint8_t *)bytes)[i] = (uint8_t)seed;
    }
    return 0;
}

bool board_load(uint8_t last[16])
{
    memcpy(last, stored, sizeof stored);
    return true;
}

void board_store(const uint8_t last[16])
{
    memcpy(stored, last, sizeof stored);
}

#ifdef __arm__
void _start(void);
extern const uintptr_t vectors[2];
const uintptr_t vectors[2] __attribute__((section(".vectors"))) = {0x400000, (uintptr_t)_start};
#endif
