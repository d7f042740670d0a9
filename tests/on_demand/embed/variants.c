/*
 * examples/embed with what a host may do to it: `variants NAME [ARGUMENT]`. Each generates in all
 * four hosts, and checks the order as the example does.
 */
#define main example
#include "../../../examples/embed/main.c"
#undef main

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/time.h>

static text_t texts[COUNT];

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Each host in a thread of its own, four times. With UUID9562_STATE, the four name one node. */
static void *in_a_thread(void *to)
{
    const size_t host = (size_t)((text_t *)to - texts) / (COUNT / HOSTS);
    const PyGILState_STATE held = hosts[host].write == in_python ? PyGILState_Ensure() : 0;

    for (size_t i = 0; i < COUNT / HOSTS; i++)
        hosts[host].write(hosts[host].uuid7, ((text_t *)to)[i]);
    if (hosts[host].write == in_python)
        PyGILState_Release(held);
    return NULL;
}

static void in_threads(const char *unused)
{
    static const char *const uuid1[] = {NULL, "SELECT uuid1()", "return uuid.uuid1()",
                                        "str(uuid.uuid1())"};
    PyThreadState *const main_thread = PyEval_SaveThread();
    text_t first, text;
    pthread_t threads[HOSTS];

    (void)unused;
    for (int round = 0; round < 4; round++) {
        for (size_t i = 0; i < HOSTS; i++)
            CHECK(pthread_create(&threads[i], NULL, in_a_thread, texts + i * (COUNT / HOSTS)) == 0,
                  "thread", "cannot start");
        for (size_t i = 0; i < HOSTS; i++)
            pthread_join(threads[i], NULL);
        for (size_t i = 0; i < COUNT; i++)
            CHECK(i % (COUNT / HOSTS) == 0 || strcmp(texts[i - 1], texts[i]) < 0, "thread",
                  "out of order");
        qsort(texts, COUNT, sizeof *texts, compare);
        for (size_t i = 1; i < COUNT; i++)
            CHECK(strcmp(texts[i - 1], texts[i]) < 0, texts[i], "repeated");
    }
    PyEval_RestoreThread(main_thread);
    for (size_t i = 1; i < HOSTS && getenv("UUID9562_STATE") != NULL; i++) {
        hosts[i].write(uuid1[i], i == 1 ? first : text);
        CHECK(i == 1 || strcmp(first + 19, text + 19) == 0, hosts[i].name, "another node");
    }
}

static volatile sig_atomic_t signals;

static void count_signal(int number)
{
    (void)number;
    signals++;
}

/* A timer interrupts system calls, which are not restarted. */
static void under_signals(const char *unused)
{
    const struct itimerval fast = {{0, 50}, {0, 50}}, off = {{0, 0}, {0, 0}};
    const struct sigaction action = {.sa_handler = count_signal};

    (void)unused;
    CHECK(sigaction(SIGALRM, &action, NULL) == 0 && setitimer(ITIMER_REAL, &fast, NULL) == 0,
          "timer", strerror(errno));
    for (int round = 0; round < 20; round++)
        generate_in_turns(texts);
    setitimer(ITIMER_REAL, &off, NULL);
    CHECK(signals > 0, "timer", "no signal came");
}

/* Children that share this process's memory until they run another program or end. */
static void beside_children(const char *unused)
{
    char *const arguments[] = {"true", NULL};
    text_t before;

    (void)unused;
    for (int round = 0; round < 20; round++) {
        pid_t spawned, child;

        generate_in_turns(texts);
        strcpy(before, texts[COUNT - 1]);
        CHECK(posix_spawn(&spawned, "/bin/true", NULL, NULL, arguments, NULL) == 0 &&
                  waitpid(spawned, NULL, 0) == spawned,
              "posix_spawn", strerror(errno));
        child = vfork();
        if (child == 0)
            _exit(0);
        CHECK(waitpid(child, NULL, 0) == child, "vfork", strerror(errno));
        generate_in_turns(texts);
        CHECK(strcmp(before, texts[0]) < 0, "child", "the order began anew");
    }
}

/* A second copy of the core: the package's own module in C, which Python loads from a file. The
 * first is an hour ahead of the clock, so that an order of the second's own shows. */
static void with_a_second_copy(const char *file)
{
    char code[1000];
    text_t before = "", now;

    snprintf(code, sizeof code,
             "from importlib.util import module_from_spec, spec_from_file_location\n"
             "spec = spec_from_file_location('uuid9562._core', '%s')\n"
             "second = module_from_spec(spec)\n"
             "spec.loader.exec_module(second)\n"
             "assert second.uuid7_str is not uuid.uuid7_str\n",
             file);
    CHECK(PyRun_SimpleString(code) == 0, file, "cannot be loaded");
    in_sql("SELECT value FROM uuid_advance(uuid7_min((unixepoch() + 3600) * 1000))", now);
    for (int i = 0; i < COUNT; i++) {
        if (i % 2)
            in_python("second.uuid7_str()", now);
        else
            hosts[i / 2 % HOSTS].write(hosts[i / 2 % HOSTS].uuid7, now);
        if (strcmp(before, now) >= 0) {
            puts("two orders");
            return;
        }
        strcpy(before, now);
    }
    puts("one order");
}

static const struct {
    const char *name;
    void (*run)(const char *argument);
} variants[] = {
    {"threads", in_threads},
    {"signals", under_signals},
    {"children", beside_children},
    {"second", with_a_second_copy},
};

int main(int argc, char **argv)
{
    start();
    for (size_t i = 0; i < sizeof variants / sizeof *variants && argc > 1; i++)
        if (strcmp(variants[i].name, argv[1]) == 0) {
            variants[i].run(argv[2]);
            return 0;
        }
    return 2;
}
