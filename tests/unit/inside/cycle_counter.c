/*
 * The time by the cycle counter, from the inside; and whether the counter may be used.
 */
#if defined __x86_64__
#include "fake_counter.h"

/* ---- a clock that keeps its rate ---- */

TEST(the_clock_is_read_once_for_each_anchor)
{
    anchor_thread();
    clock_readings = 0;
    read_for(1e8);
    require(fabs(clock_readings * (double)ANCHOR_NS / 1e8 - 1) < 0.01);
}

TEST(no_counter_is_read_before_it_pays)
{
    for (int i = 0; i < 64; i++)
        require_right(read_ahead());
    require_eq(counter_readings, 0);
    for (int i = 0; i < 1000; i++) {
        pass(ANCHOR_NS / 8);
        require_right(read_ahead());
    }
    require(counter_readings <= 2);
    require_eq(clock_readings, 1064);
    /* a thread that has paused does without the counter again */
    anchor_thread();
    pass(2 * ANCHOR_NS);
    require_right(read_ahead());
    counter_readings = 0;
    for (int i = 0; i < 1000; i++) {
        pass(ANCHOR_NS);
        require_right(read_ahead());
    }
    require_eq(counter_readings, 0);
}

/* And then, within a while, has its anchor again at once. */
TEST(a_thread_that_has_paused)
{
    const double pauses[] = {1e5, 1e9, 4e9};

    for (int i = 0; i < 3; i++) {
        anchor_thread();
        pass(pauses[i]);
        for (int n = 0; n < 66; n++)
            require_right(read_ahead());
        require(anchor_is_set(&anchor));
    }
    pass(5e9); /* no rate is trusted for so long */
    for (int n = 0; n < 1000; n++)
        require_right(read_ahead());
    require(!anchor_is_set(&anchor));
    anchor_thread();
}

/* Slewed by 500 ppm from NTP and 500 from adjtime, both ways, again and again. */
TEST(a_clock_that_is_slewed)
{
    anchor_thread();
    for (int i = 0; i < 20; i++) {
        const double rates[] = {1.001, 0.999, 1, 1.0005};

        clock_rate = rates[i % 4];
        for (const double end = counter + 3e6 * counter_rate; counter < end;) {
            const double ahead = read_ahead();
            const double by_rate = 0.002 * ANCHOR_NS * 9 / 8;

            require_msg(ahead >= -bracket - by_rate && ahead <= 46 + by_rate, "%f", ahead);
        }
    }
}

/* The kernel bends a tick by a tenth at most. Then the next reading disagrees, and the clock itself
 * is read until two spans agree. */
TEST(a_rate_that_leaps)
{
    const double rates[] = {1.1, 0.9, 1, 0.9, 1.1, 1}, worst = (1.1 / 0.9 - 1) * ANCHOR_NS;

    for (int i = 0; i < 6; i++) {
        double end;

        anchor_thread();
        clock_rate = rates[i];
        for (end = counter + 1.2 * ANCHOR_NS * counter_rate; counter < end;) {
            const double ahead = read_ahead();

            require_msg(ahead >= -bracket - worst && ahead <= 46 + worst, "%f", ahead);
        }
        require(!anchor.is_trusted);
        read_for(1.5e6);
        require(!anchor_is_set(&anchor));
    }
}

/* ---- a clock that is set ---- */

TEST(a_step)
{
    const double steps[] = {3600e9, -3600e9, 1e6, -1e6, 1000, -1000, -86400e9};

    for (int i = 0; i < 7; i++) {
        double end;

        anchor_thread();
        pass(ANCHOR_NS / 2.0);
        clock_ns += steps[i];
        require_right(read_ahead() + steps[i]); /* as if it had not been set */
        for (end = counter + ANCHOR_NS * counter_rate / 2; counter < end;)
            read_ahead();
        read_for(1e6);
        require(!anchor_is_set(&anchor));
    }
}

/* Two of the longest brackets, 625 ns, pass for what a reading may differ by. */
TEST(a_step_that_is_small)
{
    const double steps[] = {615, -600, 635, -650};

    for (int i = 0; i < 4; i++) {
        anchor_thread();
        clock_ns += steps[i];
        for (const uint64_t old = anchor.cycles; anchor.cycles == old && anchor.is_trusted;)
            read_ahead();
        require_eq(anchor.is_trusted, i < 2);
    }
}

TEST(a_clock_that_stands_still_or_is_bent)
{
    const struct {
        double rate, bend;
    } clocks[] = {{0, 0}, {1, -1e9}, {1, 1e9}, {-1, 0}, {1e7, 0}};

    for (int i = 0; i < 5; i++) {
        clock_rate = 1;
        bend = 0;
        anchor_thread();
        clock_rate = clocks[i].rate;
        bend = clocks[i].bend;
        pass(ANCHOR_NS * 1.01);
        read_ahead();
        for (int n = 0; n < 100000; n++) {
            clock_readings = 0;
            read_ahead();
            require_eq(clock_readings, 1);
        }
    }
}

TEST(a_clock_that_fails)
{
    reading_t now;

    anchor_thread();
    clock_fails = true;
    pass(ANCHOR_NS);
    for (int i = 0; i < 3; i++)
        assert_status(read_time(&process_generator, &now), UUID9562_ERR_CLOCK);
    clock_fails = false;
    counter_readings = 0;
    require_right(read_ahead());
    require_eq(counter_readings, 0); /* the failure has ended the anchor */
}

/* ---- a counter that is not what it was ---- */

/* The machine has moved, or was suspended; forward by less than an anchor is all that cannot be
 * seen, and makes the time wrong by as much. */
TEST(a_counter_that_jumps)
{
    const double jumps[] = {1e15, -1e11, 50000, -50000, -100, -1};

    for (int i = 0; i < 6; i++) {
        anchor_thread();
        counter = (double)anchor.cycles + jumps[i];
        require_right(read_ahead());
        read_for(3e6);
    }
    anchor_thread();
    counter += ANCHOR_NS * counter_rate / 2;
    require(read_ahead() <= ANCHOR_NS);
    pass(ANCHOR_NS);
    require_right(read_ahead());
}

TEST(a_counter_of_another_rate)
{
    const double rates[] = {4.2, 1.05, 2.1, 2.3, 2.1, 0.5};

    for (int i = 0; i < 6; i++) {
        anchor_thread();
        for (double end = clock_ns + ANCHOR_NS * counter_rate / rates[i] * 1.2; clock_ns < end;) {
            counter_rate = rates[i];
            require(fabs(read_ahead()) <= ANCHOR_NS * fmax(1, 2.1 / rates[i]) * 2);
        }
        read_for(1e6);
        require(!anchor_is_set(&anchor));
    }
}

TEST(what_comes_between_the_two_counters)
{
    const double slow[] = {2000, 500}; /* the second is fast enough to be dense */

    for (int i = 0; i < 2; i++) {
        to_read_clock = 15;
        anchor_thread();
        to_read_clock = slow[i];
        pass(ANCHOR_NS);
        require_right(read_ahead());
        require(!anchor_is_set(&anchor));
        require(anchor.is_trusted);
        read_for(5e6); /* a clock that takes long is never helped */
        require(!anchor_is_set(&anchor));
    }
}

/* Whatever comes between a reading and the counter after it, the rate that is used is the clock's,
 * but for one bracket in a span. */
TEST(what_comes_between_while_the_rate_is_measured)
{
    const double interruptions[] = {500, 1000, 1900, 1e4, 9e5, 1e7, 6e9};

    for (int i = 0; i < 7 * 5; i++) {
        interruption = interruptions[i % 7];
        until_interrupted = i / 7;
        memset(&anchor, 0, sizeof anchor);
        for (const double end = counter + (4 * to_trust + interruption) * counter_rate;
             counter < end;) {
            require_right(read_ahead());
            if (anchor_is_set(&anchor))
                require_msg(fabs((double)anchor.rate / 4294967296.0 * counter_rate - 1) <
                                1.01 * bracket / (double)SPAN_NS,
                            "%f, %d", interruption, i / 7);
        }
        require(anchor_is_set(&anchor));
        require(until_interrupted < 0);
    }
}

TEST(rates_that_no_counter_has)
{
    const double rates[] = {0, 0.0009, 21};

    for (int i = 0; i < 3; i++) {
        counter_rate = rates[i];
        for (int n = 0; n < 400000; n++) {
            read_ahead();
            require(!anchor_is_set(&anchor));
        }
    }
}

/* A little slower than 20 GHz, a little faster than 1 MHz. */
TEST(rates_that_a_counter_may_have)
{
    const double rates[] = {19.9, 0.00101};

    for (int i = 0; i < 2; i++) {
        counter_rate = rates[i];
        memset(&anchor, 0, sizeof anchor);
        for (int n = 0; n < 400000 && !anchor.is_trusted; n++)
            read_ahead();
        require(anchor.is_trusted);
    }
}

/* ---- calls ---- */

TEST(what_reads_the_clock_itself)
{
    uint64_t lead;

    anchor_thread();
    clock_readings = 0;
    assert_ok(uuid9562_lead_ns(NULL, &lead));
    require_eq(clock_readings, 1);
    clock_ns -= 5e9;
    assert_ok(uuid9562_resync(NULL));
    require_eq(clock_readings, 2);
    require_right(read_ahead());
    require_eq(clock_readings, 3);
    require_right(read_ahead());
}

TEST(an_anchor_from_before_a_resync_is_not_used)
{
    anchor_thread();
    atomic_fetch_add(&process_clock_state()->resyncs_begun, 1);
    clock_readings = 0;
    require_right(read_ahead());
    require_eq(clock_readings, 1);
    require_right(read_ahead());
    require_eq(clock_readings, 1);
}

static int own_readings;

static int own_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    (void)context;
    own_readings++;
    *seconds = 17;
    *nanoseconds = 0;
    return 0;
}

TEST(a_clock_of_one_s_own_is_read_each_time)
{
    const uuid9562_sources_t sources = {own_clock, NULL, NULL};
    uuid9562_generator_t *generator;
    uuid9562_t out;

    assert_ok(uuid9562_generator_new(&generator, &sources, NULL, NULL));
    anchor_thread();
    counter_readings = 0;
    for (int i = 0; i < 1000; i++)
        assert_ok(uuid9562_uuid7(generator, &out));
    require_eq(own_readings, 1000);
    require_eq(counter_readings, 0);
    uuid9562_generator_free(generator);
}

/* Since an anchor knows no resync of such a generator, it is helped only before the first. */
TEST(other_generators_with_the_system_s_clock)
{
    uuid9562_generator_t *generator;
    uuid9562_t out;

    assert_ok(uuid9562_generator_new(&generator, NULL, NULL, NULL));
    anchor_thread();
    clock_readings = 0;
    assert_ok(uuid9562_uuid7(generator, &out));
    assert_ok(uuid9562_uuid1(generator, &out, NULL, NULL));
    assert_ok(uuid9562_batch(generator, &out, 7, 1));
    require_eq(clock_readings, 0);
    assert_ok(uuid9562_resync(generator));
    clock_readings = counter_readings = 0;
    for (int i = 0; i < 1000; i++)
        assert_ok(uuid9562_uuid7(generator, &out));
    require(clock_readings >= 1000); /* and a few for seeds */
    require_eq(counter_readings, 0);
    uuid9562_generator_free(generator);
}

/* A file that the environment names is opened before the first time of the process's generator. */
TEST(an_anchor_of_another_generator_does_not_hide_the_state_file)
{
    uuid9562_t out;

    for (int version = 6; version <= 7; version++) {
        anchor_thread();
        atomic_store(&state_file_is_settled, false);
        assert_ok(version == 6 ? uuid9562_uuid6(NULL, &out, NULL, NULL)
                               : uuid9562_batch(NULL, &out, 7, 1));
        require(atomic_load(&state_file_is_settled));
    }
}

TEST(the_calls_that_are_helped)
{
    static const uint64_t node = 5;
    uuid9562_t out[8];

    anchor_thread();
    clock_readings = 0;
    assert_ok(uuid9562_uuid7(NULL, out));
    assert_ok(uuid9562_uuid6(NULL, out, NULL, NULL));
    assert_ok(uuid9562_uuid1(NULL, out, NULL, NULL));
    assert_ok(uuid9562_uuid1(NULL, out, &node, NULL));
    for (int version = 1; version <= 7; version++)
        if (uuid9562_check_batch(version, 8) == UUID9562_OK)
            assert_ok(uuid9562_batch(NULL, out, version, 8));
    require_eq(clock_readings, 0);
}

/* ---- whether the counter may be used ---- */

static bool is_clock(void)
{
    bool answer;
    int state;

    errno = 17;
    interrupted = 2;
    answer = os_counter_is_clock();
    require_eq(errno, 17);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
    require_eq(state, PTHREAD_CANCEL_ENABLE);
    require_eq(files_open, 0);
    return answer;
}

TEST(counters_that_the_kernel_trusts)
{
    const char *others[] = {"kvm-clock\n",
                            "hpet\n",
                            "",
                            "\n",
                            "tsc",
                            "tsc\n\n",
                            "tsc-early\n",
                            "acpi_pm\n",
                            "pit\n",
                            "ts\n",
                            NULL,
                            "tsc\n..............................................................."};
    require(is_clock());
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        kernel_s_clock = others[i];
        require(!is_clock());
    }
    kernel_s_clock = "tsc\n";
    require(is_clock());
    next_file = 0; /* in a process whose standard input is closed */
    require(is_clock());
    next_file = 95;
    read_fails = true;
    require(!is_clock());
    read_fails = false;
    is_invariant = false;
    require(!is_clock());
    is_invariant = true;
    last_leaf = 0x80000006;
    require(!is_clock());
    last_leaf = 0x80000007;
    may_read = PR_TSC_SIGSEGV;
    require(!is_clock());
    may_read = PR_TSC_ENABLE;
    prctl_fails = true;
    require(!is_clock());
    prctl_fails = false;
    require(is_clock());
}

/* Once, at the 64th reading, however far apart they are: a program that is killed for opening a
 * file finds out early, and one that generates a few opens none. */
TEST(when_the_kernel_is_asked)
{
    for (int i = 0; i < 64; i++) {
        require_eq(files_opened, 0);
        pass(1e6);
        require_right(read_ahead());
    }
    require_eq(files_opened, 1);
    read_for(1e7);
    require_eq(files_opened, 1);
    require(anchor_is_set(&anchor));
    ck_assert_str_eq(uuid9562_clock_source(), "counter");
}

TEST(who_asks_for_the_source_has_the_kernel_asked)
{
    for (int i = 0; i < 2; i++) {
        ck_assert_str_eq(uuid9562_clock_source(), "counter");
        require_eq(files_opened, 1);
    }
}

TEST(where_it_may_not_be_used)
{
    const char *values[] = {NULL, "system", "tsc", "counter", ""};

    for (int i = 0; i < 5; i++) {
        const bool usable = i > 2;

        kernel_s_clock = i == 0 ? "kvm-clock\n" : "tsc\n";
        if (values[i] != NULL)
            setenv("UUID9562_CLOCK", values[i], 1);
        process_source = UNDECIDED;
        readings_before = 0;
        memset(&anchor, 0, sizeof anchor);
        counter_readings = 0;
        read_for(to_trust * 2);
        require_eq(counter_readings > 0, usable);
        ck_assert_str_eq(uuid9562_clock_source(), usable ? "counter" : "system");
    }
}

static void set_up(void)
{
    memset(&anchor, 0, sizeof anchor);
    process_source = UNDECIDED;
    readings_before = 0;
    counter = 1e12; /* so that little is lost when nanoseconds are added */
    counter_rate = 2.1;
    clock_ns = 0;
    clock_rate = 1;
    to_read_clock = 15;
    bend = 0;
    clock_readings = counter_readings = files_opened = 0;
}

static const fixture_t fixture = {set_up, NULL};
#else
#include "../../../core/uuid9562.c"

#include "../run.c"

/* No other processor's counter can be replaced by a name: what is left is the real one. */
TEST(the_real_counter)
{
    const uint64_t before = os_counter();
    anchor_t none = {0};
    uint64_t ns;

    require(os_counter() >= before);
    require(!anchor_is_set(&none) && !anchor_is_wanted(&none));
    require(!anchor_time(&none, os_counter(), 0, &ns));
}
#endif
