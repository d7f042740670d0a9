/*
 * Atomic numbers of 64 bits for a Cortex-M, which has no instructions for them: what the compiler
 * calls instead, for toolchains without libatomic (Debian's is one). Interrupts wait meanwhile.
 */
#include <stdbool.h>
#include <stdint.h>

uint64_t load(const volatile uint64_t *at, int order) __asm__("__atomic_load_8");
void store(volatile uint64_t *at, uint64_t value, int order) __asm__("__atomic_store_8");
uint64_t add(volatile uint64_t *at, uint64_t value, int order) __asm__("__atomic_fetch_add_8");
bool replace(volatile uint64_t *at, uint64_t *expected, uint64_t value, int success,
             int failure) __asm__("__atomic_compare_exchange_8");

static uint32_t hold_interrupts(void)
{
    uint32_t before;

    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(before) : : "memory");
    return before;
}

static void restore_interrupts(uint32_t before)
{
    __asm__ volatile("msr primask, %0" : : "r"(before) : "memory");
}

uint64_t load(const volatile uint64_t *at, int order)
{
    const uint32_t before = hold_interrupts();
    const uint64_t value = *at;

    (void)order;
    restore_interrupts(before);
    return value;
}

void store(volatile uint64_t *at, uint64_t value, int order)
{
    const uint32_t before = hold_interrupts();

    (void)order;
    *at = value;
    restore_interrupts(before);
}

uint64_t add(volatile uint64_t *at, uint64_t value, int order)
{
    const uint32_t before = hold_interrupts();
    const uint64_t old = *at;

    (void)order;
    *at = old + value;
    restore_interrupts(before);
    return old;
}

bool replace(volatile uint64_t *at, uint64_t *expected, uint64_t value, int success, int failure)
{
    const uint32_t before = hold_interrupts();
    const uint64_t old = *at;
    const bool is_same = old == *expected;

    (void)success, (void)failure;
    if (is_same)
        *at = value;
    else
        *expected = old;
    restore_interrupts(before);
    return is_same;
}
