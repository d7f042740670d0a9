/*
 * The hardware address, the clocks and memory from the inside: this file compiles the core into
 * itself, with a list of network interfaces, a clock, random bytes and advice of its own in the
 * place of the system's.
 */
#include <ifaddrs.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <time.h>
#if defined __linux__
#include <net/if.h>
#include <netpacket/packet.h>
#include <sys/random.h>
#include <sys/socket.h>
#endif

static int fake_getifaddrs(struct ifaddrs **all);
static void fake_freeifaddrs(struct ifaddrs *all);
static int fake_clock(clockid_t clock, struct timespec *now);

static int fake_madvise(void *pages, size_t size, int advice);
static void *fake_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);
static int fake_munmap(void *pages, size_t size);
#if defined __linux__
static ssize_t fake_getrandom(void *bytes, size_t count, unsigned flags);
#endif

#define madvise       fake_madvise
#define mmap          fake_mmap
#define munmap        fake_munmap
#define getifaddrs    fake_getifaddrs
#define freeifaddrs   fake_freeifaddrs
#define clock_gettime fake_clock
#define getrandom     fake_getrandom
#include "../../../core/uuid9562.c"
#undef madvise
#undef mmap
#undef munmap
#undef getifaddrs
#undef freeifaddrs
#undef clock_gettime
#undef getrandom

#include "../run.c"

/* ---- the replaced clock ---- */

static struct timespec time_of[16]; /* by the clock's number */
static bool clock_fails;

static int fake_clock(clockid_t clock, struct timespec *now)
{
    *now = time_of[clock];
    return clock_fails ? -1 : 0;
}

TEST(the_system_s_clocks)
{
    int64_t seconds = 0;
    uint32_t nanoseconds = 0;

    time_of[CLOCK_REALTIME] = (struct timespec){-17, 999999999};
    require_eq(os_clock(NULL, &seconds, &nanoseconds), 0);
    require_eq(seconds, -17);
    require_eq(nanoseconds, 999999999);
    time_of[CLOCK_REALTIME] = (struct timespec){18446744072, 123456789};
    require_eq(os_fine_ns(), UINT64_C(18446744072123456789));
#ifdef CLOCK_REALTIME_COARSE
    time_of[CLOCK_REALTIME_COARSE] = (struct timespec){1700000000, 7};
    require_eq(os_coarse_ns(), UINT64_C(1700000000000000007));
#endif
    clock_fails = true;
    require_eq(os_clock(NULL, &seconds, &nanoseconds), -1);
    require_eq(seconds, -17);
    require_eq(nanoseconds, 999999999);
    require_eq(os_fine_ns(), 0);
    require_eq(os_coarse_ns(), 0);
    clock_fails = false;
}

/* ---- the replaced random bytes ---- */

#if defined __linux__
static size_t piece; /* the most that a call gives; 0: the system's own */
static int calls, failing_call;
static ssize_t failure;

static void require_cancel_state(int expected)
{
    int state;

    pthread_setcancelstate(expected, &state);
    require_eq(state, expected);
}

/* Each second call is interrupted. errno means nothing where 0 is returned. */
static ssize_t fake_getrandom(void *bytes, size_t count, unsigned flags)
{
    require_eq(flags, 0);
    require_cancel_state(PTHREAD_CANCEL_DISABLE);
    if (piece == 0)
        return getrandom(bytes, count, flags);
    calls++;
    errno = calls % 2 == 0 || failure == 0 ? EINTR : EIO;
    if (calls == failing_call)
        return failure;
    if (calls % 2 == 0)
        return -1;
    count = count < piece ? count : piece;
    memset(bytes, calls, count);
    return (ssize_t)count;
}

TEST(random_bytes_in_pieces)
{
    uint8_t bytes[8];

    for (piece = 1; piece <= 9; piece++) {
        memset(bytes, 0, sizeof bytes);
        calls = failing_call = 0;
        require_eq(os_random(bytes, 7), 0);
        require_cancel_state(PTHREAD_CANCEL_ENABLE);
        for (size_t i = 0; i < 7; i++)
            require_eq(bytes[i], i / piece * 2 + 1);
        require_eq(bytes[7], 0);
    }
    piece = 2;
    for (failure = -1; failure <= 0; failure++) {
        calls = 0;
        failing_call = 3;
        require_ne(os_random(bytes, 7), 0);
        require_eq(calls, failing_call);
    }
    piece = 0;
}
#endif

/* ---- the replaced memory ---- */

static bool no_memory, accepts_all, refuses_wiping, kept_from_dumps, small_pages;
static int mappings; /* that are there */
static _Atomic uintptr_t *slab_of_another; /* thread, which is faster in the next mmap */

static int fake_madvise(void *pages, size_t size, int advice)
{
#ifdef MADV_DONTDUMP
    kept_from_dumps |= advice == MADV_DONTDUMP;
#endif
#ifdef MADV_NOHUGEPAGE
    small_pages |= advice == MADV_NOHUGEPAGE;
#endif
#ifdef MADV_WIPEONFORK
    if (advice == MADV_WIPEONFORK && !accepts_all)
        return refuses_wiping ? -1 : 0;
#endif
    return accepts_all ? 0 : madvise(pages, size, advice);
}

static void *fake_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    require_eq(file, -1); /* as some systems demand */
    mappings += !no_memory;
    if (slab_of_another != NULL)
        atomic_store(&slabs[3], slab_of_another);
    return no_memory ? MAP_FAILED : mmap(at, size, protection, flags, file, offset);
}

static int fake_munmap(void *pages, size_t size)
{
    mappings--;
    return munmap(pages, size);
}

/* The advice to wipe is believed where the kernel tells it from one that does not exist. */
TEST(memory_that_is_wiped)
{
    bool is_wiped = false;
    void *pages = os_map(4096, &is_wiped);

    require(pages != NULL);
#ifdef MADV_WIPEONFORK
    require_eq(is_wiped, madvise(pages, 4096, -1) != 0);
#endif
#ifdef MADV_DONTDUMP
    require(kept_from_dumps);
#endif
#ifdef MADV_NOHUGEPAGE
    require(small_pages);
#endif
    os_unmap(pages, 4096);
    for (int way = 0; way < 2; way++) {
        accepts_all = way == 0;
        refuses_wiping = way == 1;
        is_wiped = true;
        pages = os_map(4096, &is_wiped);
        require(pages != NULL && !is_wiped);
        os_unmap(pages, 4096);
    }
    refuses_wiping = false;
    no_memory = true;
    require(os_map(4096, &is_wiped) == NULL);
    no_memory = false;
}

static void forget_detection(void)
{
    atomic_store(&generation_word, NULL);
    atomic_store(&fast_word, &no_generation);
}

/* The page of the generation is given back where it does not help. */
TEST(a_page_that_is_not_wiped)
{
    const int before = mappings;

    forget_detection();
    refuses_wiping = true;
    require(fork_generation() != 0);
    require(generation_word == &watched_word);
    require_eq(mappings, before);
    refuses_wiping = false;
}

/* What two threads have mapped at once is one slab, and the other is given back. */
TEST(a_slab_that_another_thread_has_mapped)
{
    const int before = mappings;
    _Atomic uintptr_t owner;

    slab_of_another = &owner;
    require(get_slab(3) == &owner);
    require_eq(mappings, before);
    slab_of_another = NULL;
    atomic_store(&slabs[3], NULL);
}

/* The owners of a slab take as many slots as they need. */
TEST(the_size_of_a_slab)
{
    for (int slab = 0; slab < SLABS; slab++) {
        size_t size = 0;

        while (size < slots_in(slab) * sizeof(uintptr_t))
            size += SECRET_SLOT_SIZE;
        require_eq(owners_size(slab), size);
    }
}

/* Without memory forks are detected all the same, and there are no random bytes. */
TEST(no_memory_at_all)
{
    secret_slot_t slot = {NULL, NULL};
    uuid9562_t out;

    forget_detection();
    no_memory = true;
    require_eq(secret_slot_claim(&slot), -1);
    require(fork_generation() != 0);
    require(generation_word == &watched_word);
    assert_status(uuid9562_uuid4(NULL, &out), UUID9562_ERR_ENTROPY);
    no_memory = false;
    assert_ok(uuid9562_uuid4(NULL, &out));
}

/* ---- the replaced interfaces ---- */

static struct ifaddrs *interfaces, *freed;
static bool interfaces_fail;

static int fake_getifaddrs(struct ifaddrs **all)
{
    if (interfaces_fail)
        return -1;
    *all = interfaces;
    freed = NULL;
    return 0;
}

static void fake_freeifaddrs(struct ifaddrs *all)
{
    freed = all;
}

#if defined __linux__
typedef struct interface {
    uint64_t address;
    bool up;
    unsigned char length; /* 0: 6 */
    bool internet;        /* an address of another family */
    bool none;            /* it has no address at all */
} interface_t;

static int64_t host_node(const interface_t *list, size_t count)
{
    struct ifaddrs chain[4];
    struct sockaddr_ll links[4];
    uint64_t node = 0;
    uuid9562_status_t status;

    memset(chain, 0, sizeof chain);
    memset(links, 0, sizeof links);
    for (size_t i = 0; i < count; i++) {
        links[i].sll_family = list[i].internet ? AF_INET : AF_PACKET;
        links[i].sll_halen = list[i].length != 0 ? list[i].length : 6;
        for (int byte = 0; byte < 6; byte++)
            links[i].sll_addr[byte] = (unsigned char)(list[i].address >> (40 - 8 * byte));
        chain[i].ifa_addr = list[i].none ? NULL : (struct sockaddr *)&links[i];
        /* every other flag as the other way */
        chain[i].ifa_flags = list[i].up ? IFF_UP : ~(unsigned)IFF_UP;
        chain[i].ifa_next = i + 1 < count ? &chain[i + 1] : NULL;
    }
    interfaces = count > 0 ? chain : NULL;
    freed = NULL;
    status = uuid9562_parse_node(&node, "@host", 5);
    require(freed == interfaces);
    interfaces = NULL;
    if (status != UUID9562_OK) {
        require_eq(status, UUID9562_ERR_HOST_NODE);
        return -1;
    }
    return (int64_t)node;
}

/* From the best on: universally administered and up, universally administered, up, neither. Of two
 * that are as good, the first. */
TEST(the_best_hardware_address)
{
    static const interface_t ranks[] = {{.address = 0x001122334455, .up = true},
                                        {.address = 0xfc1122334456},
                                        {.address = 0x021122334457, .up = true},
                                        {.address = 0xfe1122334458}};

    for (size_t i = 0; i < 4; i++) {
        const interface_t alike[] = {ranks[i],
                                     {.address = ranks[i].address ^ 1, .up = ranks[i].up}};

        require_eq(host_node(&ranks[i], 4 - i), ranks[i].address);
        require_eq(host_node(alike, 2), ranks[i].address);
        for (size_t better = 0; better < i; better++) {
            const interface_t both[] = {ranks[i], ranks[better], ranks[i]};
            require_eq(host_node(both, 3), ranks[better].address);
        }
    }
}

TEST(what_is_no_hardware_address)
{
    static const interface_t unusable[] = {
        {.address = 0, .up = true},              /* loopback */
        {.address = 0x011122334455, .up = true}, /* a group */
        {.address = 0xffffffffffff, .up = true}, /* broadcast */
        {.address = 0x001122334455, .up = true, .length = 5},
        {.address = 0x001122334455, .up = true, .length = 8}, /* InfiniBand has 20 */
        {.address = 0x001122334455, .up = true, .internet = true},
        {.address = 0x001122334455, .up = true, .none = true},
    };
    const interface_t poor = {.address = 0x020000000001}, low = {.address = 1};

    require_eq(host_node(NULL, 0), -1);
    for (size_t i = 0; i < sizeof unusable / sizeof *unusable; i++) {
        const interface_t around[] = {unusable[i], poor, unusable[i]};

        require_eq(host_node(&unusable[i], 1), -1);
        require_eq(host_node(around, 3), poor.address);
    }
    require_eq(host_node(&low, 1), 1);
}

TEST(the_host_by_name)
{
    struct sockaddr_ll link = {
        .sll_family = AF_PACKET, .sll_halen = 6, .sll_addr = {0, 0x1b, 0x21, 0xa, 0xb, 0xc}};
    struct ifaddrs one = {.ifa_addr = (struct sockaddr *)&link};
    uint64_t node = 7;

    interfaces = &one;
    assert_ok(uuid9562_parse_node(&node, "@host", 5));
    require_eq(node, 0x001b210a0b0c);
    interfaces_fail = true;
    freed = NULL;
    assert_status(uuid9562_parse_node(&node, "@host", 5), UUID9562_ERR_HOST_NODE);
    require(freed == NULL); /* there is nothing to free */
    require_eq(node, 0x001b210a0b0c);
    interfaces_fail = false;
    interfaces = NULL;
    for (size_t length = 0; length < 5; length++)
        assert_status(uuid9562_parse_node(&node, "@host", length), UUID9562_ERR_NODE_NAME);
    assert_status(uuid9562_parse_node(&node, "@hosts", 6), UUID9562_ERR_NODE_NAME);
    assert_status(uuid9562_parse_node(&node, "@Host", 5), UUID9562_ERR_NODE_NAME);
}
#endif
