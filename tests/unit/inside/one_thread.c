/*
 * A build against a glibc before 2.32 asks whether the process has one thread by a variable that
 * may not be there when it runs. This file compiles the core into itself as such a build, with the
 * name of a variable that no C library has in its place.
 */
#include <features.h>
#ifdef __GLIBC__
#undef __GLIBC_MINOR__
#define __GLIBC_MINOR__ 31
#endif
#define __libc_single_threaded no_library_has_this
#include "../../../core/uuid9562.c"

#include "../run.c"

TEST(a_process_whose_threads_are_not_known)
{
    uuid9562_t last = UUID9562_INIT_NIL, uuid;

    require(!os_has_one_thread());
    for (int i = 0; i < 1000; i++) {
        assert_ok(uuid9562_uuid7(NULL, &uuid));
        require(uuid9562_compare(&uuid, &last) > 0);
        last = uuid;
    }
}
