/*
 * The life of a buffer of random bytes from the inside (fake_entropy.h): its age and that of its
 * seed, a new fork generation, children, and the slots of threads that begin and end.
 */
#include <setjmp.h>
#include <signal.h>
#include <ucontext.h>

#include "fake_entropy.h"

/* ---- ages and generations ---- */

/* The age is checked every ENTROPY_PREPARE_MAX bytes. */
TEST(an_expired_buffer_is_dropped_and_seeded_anew)
{
    for (int i = 0; i < (GROWING + 8) / 8; i++)
        draw8();
    ck_assert_uint_eq(seeds, 1);
    seconds++;
    for (int i = 0; i < ENTROPY_PREPARE_MAX / 8; i++)
        draw8();
    ck_assert_uint_eq(readings, 2); /* a second is not too old */
    seconds++;
    for (int i = 0; i < ENTROPY_PREPARE_MAX / 8; i++)
        draw8();
    ck_assert_uint_eq(readings, 3);
    for (int i = 0; i < ENTROPY_PREPARE_MAX / 8; i++)
        draw8();
    ck_assert_uint_eq(seeds, 2);
    seconds -= 1000; /* a clock that was set back */
    for (int i = 0; i < ENTROPY_PREPARE_MAX / 8; i++)
        draw8();
    ck_assert_uint_eq(readings, 5);
}

/* A buffer that never expires has a seed that does. */
TEST(a_seed_expires)
{
    for (int i = 0; i < FIRST_FILLS / 8; i++)
        draw8();
    ck_assert_uint_eq(seeds, 1);
    for (int fill = 0; fill < 3; fill++) {
        seconds++;
        for (int i = 0; i < FULL_FILL / 8; i++)
            draw8();
    }
    ck_assert_uint_eq(fills, 5);
    ck_assert_uint_eq(seeds, 2);
    ck_assert_uint_eq(readings, 3);
}

static void generate_time_based(int version, bool batch)
{
    uuid9562_t uuid;

    ck_assert_int_eq(batch          ? uuid9562_batch(NULL, &uuid, version, 1)
                     : version == 6 ? uuid9562_uuid6(NULL, &uuid, NULL, NULL)
                                    : uuid9562_uuid7(NULL, &uuid),
                     0);
}

/* Versions that have read the clock look each time, by that reading. */
TEST(no_expired_byte_goes_into_a_time_based_uuid)
{
    for (int row = 0; row < 4; row++) {
        const int version = 6 + row % 2;
        const bool batch = row / 2 != 0;
        unsigned before;

        setup();
        generate_time_based(version, batch);
        before = readings;
        seconds++;
        generate_time_based(version, batch);
        ck_assert_uint_eq(readings, before);
        ahead_ns = 1;
        generate_time_based(version, batch);
        ck_assert_uint_eq(readings, before + 1);
    }
    for (int i = 0; i < (GROWING + 8) / 8; i++)
        draw8();
    for (uint64_t late = 0; late < 2; late++) /* more than are ready */
        ck_assert_int_eq(entropy_take_if_left(2 * ENTROPY_PREPARE_MAX,
                                              buffer_of_thread()->head.expires_ns + late) != NULL,
                         late == 0);
}

TEST(a_new_fork_generation_drops_all_at_once)
{
    for (int i = 0; i < (GROWING + 8) / 8; i++)
        draw8();
    ck_assert_int_eq(uuid9562_reseed(), UUID9562_OK);
    ck_assert_uint_eq(readings, 3);
    ck_assert_uint_eq(bytes_left(buffer_of_thread()), SMALL_FILL - 1);
    ck_assert(all_zero(buffer_of_thread()->seed, STREAM_KEY));
    failing_reading = 4;
    ck_assert_int_eq(uuid9562_reseed(), UUID9562_ERR_ENTROPY);
    ck_assert_uint_eq(bytes_left(buffer_of_thread()), 0);
    ck_assert(all_zero(buffer_of_thread()->bytes, BUFFER_SIZE));
    draw8(); /* fills anew without another uuid9562_reseed */
    ck_assert_uint_eq(readings, 5);
    for (int way = 0; way < 3; way++) { /* and does not only look at how many are ready */
        uuid9562_t uuid;

        fork_end_generation();
        assert_ok(way == 0   ? uuid9562_uuid4(NULL, &uuid)
                  : way == 1 ? uuid9562_batch(NULL, &uuid, 4, 1)
                             : uuid9562_batch(NULL, &uuid, 7, 1));
        ck_assert_uint_eq(readings, 6 + (unsigned)way);
    }
}

/* Another thread ends it while this one looks at the age of its bytes. */
TEST(a_generation_that_ends_beside_a_draw)
{
    draw8();
    interruption = fork_end_generation;
    until_interrupted = 0;
    ck_assert_ptr_nonnull(refresh(0));
    ck_assert(interruption == NULL);
    draw8();
    ck_assert_uint_eq(readings, 2);
}

/* ---- children ---- */

/* What a child of the thread finds: where the kernel wipes, zeros. */
static void be_a_child(bool is_wiped)
{
    if (is_wiped) {
        memset(buffer_of_thread(), 0, SECRET_SLOT_SIZE);
        for (int slab = 0; slab < SLABS && slabs[slab] != NULL; slab++)
            memset((void *)slabs[slab], 0, owners_size(slab));
    }
    atomic_store(atomic_load(&generation_word), 0);
}

LOOP_TEST(a_child_gets_nothing_of_its_parent, 2)
{
    static uint8_t inherited[BUFFER_SIZE];
    uint8_t first[8];

    for (int i = 0; i < (GROWING + 8) / 8; i++)
        draw8();
    memcpy(inherited, buffer_of_thread()->bytes, sizeof inherited);
    be_a_child(_i != 0);
    ck_assert_int_eq(entropy_draw(NULL, first, sizeof first), 0);
    for (size_t i = 0; i < sizeof inherited; i += sizeof first)
        ck_assert_mem_ne(inherited + i, first, sizeof first);
    ck_assert_uint_eq(bytes_left(buffer_of_thread()), SMALL_FILL - 8);
    ck_assert_uint_eq(readings, 3);
    ck_assert(all_zero(buffer_of_thread()->bytes + SMALL_FILL, BUFFER_SIZE - SMALL_FILL));
    ck_assert(all_zero(buffer_of_thread()->seed, STREAM_KEY));
}

/* ---- handlers that interrupt a call ---- */

static uuid9562_t made[5000];

static uuid9562_status_t make(int call)
{
    static const int versions[] = {4, 7, 6, 4, 7, 4}, sizes[] = {3, 1, 3, 200, 700, 5000};

    return call == 0   ? uuid9562_uuid4(NULL, made)
           : call == 1 ? uuid9562_uuid7(NULL, made)
           : call == 2 ? uuid9562_uuid6(NULL, made, NULL, NULL)
           : call == 3 ? uuid9562_uuid8(NULL, made, NULL, NULL, NULL)
                       : uuid9562_batch(NULL, made, versions[call - 4], (uint64_t)sizes[call - 4]);
}
enum { CALLS = 10, SHORT_CALLS = 6 };

/* No byte that a source gives is zero, except what a child finds wiped, and what comes of a key of
 * zeros. */
static void check_made(uuid9562_status_t status)
{
    assert_ok(status);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        require(memchr(made[i].bytes + 10, 0, 6) == NULL && !all_zero(made[i].bytes, 6));
    memset(made, 0xff, sizeof made);
}

static void begin(size_t drawn)
{
    setup();
    memset(made, 0xff, sizeof made);
    for (size_t i = 0; i < drawn; i++)
        draw8();
}

static void become_a_child(void)
{
    be_a_child(true);
}

/* As a handler of fork() may. */
static void become_a_child_that_draws(void)
{
    be_a_child(true);
    draw8();
}

static jmp_buf back;

static void leave(void)
{
    longjmp(back, 1);
}

/* Whatever of the system or the cipher is called then, before a buffer is filled, and as it is: the
 * handler forks and returns, in the child; or it leaves the call for good. */
LOOP_TEST(a_handler_interrupts_a_source, 3 * CALLS)
{
    const size_t drawn[] = {0, 1, SMALL_FILL / 8, GROWING / 8, GROWING / 8 + 8};
    void (*const handlers[])(void) = {leave, become_a_child, become_a_child_that_draws};
    void (*const handler)(void) = handlers[_i % 3];

    for (volatile int row = handler != leave; row < 5; row++) {
        volatile bool has_come = true;

        for (volatile unsigned k = 0; has_come; k++) {
            begin(drawn[row]);
            interruption = handler;
            until_interrupted = k;
            if (setjmp(back) == 0)
                check_made(make(_i / 3));
            has_come = interruption == NULL;
            interruption = NULL;
            require(is_kept || !secret_slot_is_held(&thread_entropy.slot));
            for (int i = 0; i < 3; i++)
                check_made(make(_i / 3));
        }
    }
}

#ifdef __x86_64__
static long steps_left;

static void step(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)info;
    if (steps_left-- > 0)
        return;
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~0x100;
    be_a_child(true);
}

static void set_trap_flag(unsigned long flag)
{
    __asm__ volatile("lea -128(%%rsp), %%rsp; pushfq; andq $~0x100, (%%rsp); orq %0, (%%rsp);"
                     "popfq; lea 128(%%rsp), %%rsp" : : "r"(flag) : "cc", "memory");
}

/* It forks and returns after any instruction: the processor stops behind each. */
LOOP_TEST(a_handler_interrupts_an_instruction, SHORT_CALLS)
{
    const struct sigaction by_step = {.sa_sigaction = step, .sa_flags = SA_SIGINFO};
    uuid9562_status_t status;
    long steps;

    require_eq(sigaction(SIGTRAP, &by_step, NULL), 0);
    for (steps = 0; steps == 0 || steps_left < 0; steps++) {
        begin(9);
        steps_left = steps;
        set_trap_flag(0x100);
        status = make(_i);
        set_trap_flag(0);
        check_made(status);
        check_made(make(_i));
    }
    if (steps == 1)
        puts("skipped: a handler after any instruction, where the processor does not stop");
    signal(SIGTRAP, SIG_DFL);
}

/* In the midst of a fill by a real cipher, which then has a key of zeros, or part of one: the child
 * draws what the system gives it, and nothing of that fill stays. */
TEST(a_handler_interrupts_a_fill)
{
    const struct sigaction by_step = {.sa_sigaction = step, .sa_flags = SA_SIGINFO};
    const entropy_buffer_t *buffer;

    require_eq(sigaction(SIGTRAP, &by_step, NULL), 0);
    for (long steps = 0; steps == 0 || steps_left < 0; steps += 5003) {
        begin(GROWING / 8);
        atomic_store(&stream_chosen, NULL);
        steps_left = steps;
        set_trap_flag(0x100);
        draw8();
        set_trap_flag(0);
        if (steps_left >= 0)
            break;
        buffer = thread_entropy.slot.memory; /* or, if it came at the very end, was before */
        require(bytes_left(buffer) == (secret_slot_is_held(&thread_entropy.slot) ? SMALL_FILL - 8 : 0));
        require(all_zero(buffer->bytes + SMALL_FILL, BUFFER_SIZE - SMALL_FILL));
        require(all_zero((const uint8_t *)&buffer->head.work, sizeof buffer->head.work));
    }
    signal(SIGTRAP, SIG_DFL);
}
#endif

static _Atomic bool others_may_end;

static void *draw_and_wait(void *drawn)
{
    *(uint64_t *)drawn = draw8();
    while (!others_may_end)
        usleep(1000);
    draw8();
    return thread_entropy.slot.memory;
}

/* In a child another thread is faster, and takes the slot that the thread had in the parent. */
TEST(a_slot_that_another_thread_has_taken)
{
    void *before, *taken;
    pthread_t other;
    uint64_t drawn = 0;

    draw8();
    before = thread_entropy.slot.memory;
    be_a_child(true);
    others_may_end = false;
    pthread_create(&other, NULL, draw_and_wait, &drawn);
    while (*(volatile uint64_t *)&drawn == 0)
        usleep(1000);
    ck_assert(!secret_slot_is_held(&thread_entropy.slot));
    draw8();
    ck_assert_ptr_ne(thread_entropy.slot.memory, before);
    others_may_end = true;
    pthread_join(other, &taken);
    ck_assert_ptr_eq(taken, before);
    ck_assert(all_zero(before, SECRET_SLOT_SIZE));
}

/* A thread of a child that ends before it draws leaves the slot to whom it belongs now. */
TEST(a_slot_is_released_by_its_owner_alone)
{
    draw8();
    atomic_store(thread_entropy.slot.owner, 1);
    release_buffer(&thread_entropy);
    ck_assert_uint_eq(atomic_load(&slabs[0][0]), 1);
    atomic_store(&slabs[0][0], 0);
}

/* Slots are smaller than the pages of some machines: what the kernel wipes is never more. */
TEST(no_slot_is_wiped_with_its_neighbour)
{
    for (page_size = 4096; page_size <= 65536; page_size *= 4) {
        draw8();
        discarded = 0;
        release_buffer(&thread_entropy);
        ck_assert_uint_eq(discarded, page_size <= SECRET_SLOT_SIZE ? SECRET_SLOT_SIZE : 0);
    }
}

/* ---- threads ---- */

static void *own_buffer(void *unused)
{
    draw8();
    ck_assert_ptr_nonnull(thread_entropy.slot.memory);
    return thread_entropy.slot.memory != unused ? thread_entropy.slot.memory : NULL;
}

TEST(each_thread_has_a_buffer_of_its_own)
{
    pthread_t thread;
    void *other;

    draw8();
    pthread_create(&thread, NULL, own_buffer, thread_entropy.slot.memory);
    pthread_join(thread, &other);
    ck_assert_ptr_nonnull(other);
}

/* More threads than the first slab has slots: each has one of its own, and those that end leave
 * theirs, wiped, to others. */
TEST(slots_of_many_threads)
{
    enum { THREADS = 5 * FIRST_SLOTS };
    static pthread_t threads[THREADS];
    static uint64_t drawn[THREADS];
    static void *slots[THREADS];

    for (int round = 0; round < 3; round++) {
        others_may_end = false;
        memset(drawn, 0, sizeof drawn);
        for (int i = 0; i < THREADS; i++)
            pthread_create(&threads[i], NULL, draw_and_wait, &drawn[i]);
        for (int i = 0; i < THREADS; i++)
            while (*(volatile uint64_t *)&drawn[i] == 0)
                usleep(1000);
        others_may_end = true;
        for (int i = 0; i < THREADS; i++)
            pthread_join(threads[i], &slots[i]);
        for (int i = 0; i < THREADS; i++) {
            ck_assert(all_zero(slots[i], SECRET_SLOT_SIZE));
            for (int j = 0; j < i; j++)
                require(slots[i] != slots[j]);
        }
        ck_assert_ptr_nonnull(slabs[2]);
        ck_assert_ptr_null(slabs[3]);
        for (int slab = 0; slab < 3; slab++)
            for (size_t i = 0; i < slots_in(slab); i++)
                require_eq(atomic_load(&slabs[slab][i]), 0);
    }
}

/* More threads than the slabs have slots for. */
TEST(no_slot_is_left)
{
    const size_t size = slots_in(SLABS - 1) * sizeof(uintptr_t);
    _Atomic uintptr_t *full = malloc(size), *before[SLABS];
    secret_slot_t slot = {NULL, NULL};

    memset((void *)full, 0xff, size);
    for (int slab = 0; slab < SLABS; slab++)
        before[slab] = atomic_exchange(&slabs[slab], full);
    ck_assert_int_eq(secret_slot_claim(&slot), -1);
    ck_assert(!secret_slot_is_held(&slot));
    for (int slab = 0; slab < SLABS; slab++)
        atomic_store(&slabs[slab], before[slab]);
    free((void *)full);
}

/* A thread ended without a release, and another one has the same address. */
TEST(a_slot_is_taken_over)
{
    secret_slot_t slot = {NULL, NULL};
    const void *memory;

    ck_assert_int_eq(secret_slot_claim(&slot), 0);
    memory = slot.memory;
    slot.memory = NULL;
    ck_assert_int_eq(secret_slot_claim(&slot), 0);
    ck_assert_ptr_eq(slot.memory, memory);
    secret_slot_release(&slot);
}
