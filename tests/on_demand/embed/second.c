/*
 * examples/embed with a second copy of the core: `second FILE`, the package's own module in C, which
 * Python loads from that file. The first copy is an hour ahead of the clock, so that an order of the
 * second's own shows.
 */
#define main example
#include "../../../examples/embed/main.c"
#undef main

int main(int argc, char **argv)
{
    char code[1000];
    text_t before = "", now;

    if (argc < 2)
        return 2;
    start();
    snprintf(code, sizeof code,
             "from importlib.util import module_from_spec, spec_from_file_location\n"
             "spec = spec_from_file_location('uuid9562._core', '%s')\n"
             "second = module_from_spec(spec)\n"
             "spec.loader.exec_module(second)\n"
             "assert second.uuid7_str is not uuid.uuid7_str\n",
             argv[1]);
    CHECK(PyRun_SimpleString(code) == 0, argv[1], "cannot be loaded");
    in_sql("SELECT value FROM uuid_advance(uuid7_min((unixepoch() + 3600) * 1000))", now);
    for (int i = 0; i < COUNT; i++) {
        if (i % 2)
            in_python("second.uuid7_str()", now);
        else
            hosts[i / 2 % HOSTS].write(hosts[i / 2 % HOSTS].uuid7, now);
        if (strcmp(before, now) >= 0) {
            puts("two orders");
            return 0;
        }
        strcpy(before, now);
    }
    puts("one order");
    return 0;
}
