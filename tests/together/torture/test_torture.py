"""Each call that can fail fails, in each host: fail.c makes those of the shipped libraries fail,
calls.* do the same in each host, and here is what must come of it. A result is right, or an error
that fits the call; nothing leaks or stays locked; and once the fault is over all is right again.
Of a call that happens often, TORTURE_EACH=1000000 makes each fail in turn, which takes long.
"""

import errno
import os
import re
import shutil
import subprocess
import sys

import pytest
from harness import BUILD, CC, EXTENSION, LUA, PYTHON, ROOT, SQLITE3, TESTS, run

HERE = TESTS / "together/torture"
WORK = BUILD / "torture"
PASSES = 5
EACH = os.environ.get("TORTURE_EACH", "2")
LIBRARIES = [BUILD / "lib/libuuid9562.so", EXTENSION, BUILD / "lua/uuid9562.so",
             *(BUILD / "python/uuid9562").glob("_core*.so")]

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="not Linux")

# ---- what is right

UUID = {version: "xxxxxxxx-xxxx-Vxxx-[89ab]xxx-xxxxxxxxxxxx".replace("x", "[0-9a-f]")
        .replace("V", str(version)) for version in (1, 4, 6, 7)}
RIGHT = {
    "uuid1": UUID[1],
    "uuid4": UUID[4],
    "uuid6": UUID[6],
    "uuid7": UUID[7],
    "batch4": f"600 {UUID[4]} {UUID[4]}",  # how many differ, the first and the last
    "batch7": f"300 {UUID[7]} {UUID[7]}",
    "many7": f"64 {UUID[7]} {UUID[7]}",
    "child4": UUID[4],
    "child7": UUID[7],
    "host": UUID[1] + "|!.*no network interface has a hardware address",
    "generator": UUID[7],
    "state_open": "state",
}
SAME = {
    "uuid5": "2ed6657d-e927-568b-95e1-2665a8aea6a2",
    "uuid8_name": "94ee4ddb-9f36-8018-9ccf-86a4441691e0",
    "parse": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
}
ORDERED = {"uuid6": "6", "uuid7": "7", "batch7": "7", "many7": "7"}

# ---- what may be said of a call that fails

RANDOM = "the random generator failed"
CLOCK = "the clock cannot be read"
MEMORY = "out of memory|not enough memory|MemoryError: "
DIGEST = "this digest is not available"
HOST = "no network interface has a hardware address"
BOOT = "the boot ID of the machine cannot be determined"


def file(error):
    return ("the state file cannot be (opened or created|written or synchronised): "
            f"{os.strerror(error)}: ")


ALL_MEMORY = "|".join([MEMORY, DIGEST, HOST, file(errno.ENOMEM),
                       "error during initialization: $",  # of SQLite, which had none for more
                       "(OS|Runtime|Value)Error: $"])  # of PyErr_Format, likewise
FITTING = {
    "malloc": ALL_MEMORY, "calloc": ALL_MEMORY, "realloc": ALL_MEMORY,
    "__asprintf_chk": file(errno.ENOMEM),
    "__register_atfork": RANDOM,
    "clock_gettime": CLOCK,
    "fchmod": file(errno.EPERM),
    "fdatasync": file(errno.EIO),
    "flock": file(errno.ENOLCK),
    "fstat64": file(errno.EOVERFLOW),
    "fsync": file(errno.EDQUOT),
    "getcwd": file(errno.EACCES),
    "getifaddrs": HOST,
    "getrandom": RANDOM,
    "link": file(errno.EMLINK),
    "lstat64": file(errno.EACCES),
    "mmap64": f"{MEMORY}|{RANDOM}",
    "open64": f"{BOOT}|{file(errno.EMFILE)}",
    "pread64": file(errno.EIO),
    "pthread_key_create": f"{MEMORY}|{RANDOM}", "pthread_setspecific": f"{MEMORY}|{RANDOM}",
    "pwrite64": file(errno.ENOSPC),
    "read": BOOT,
    "rename": file(errno.EXDEV),
    "EVP_DigestFinal_ex": DIGEST, "EVP_DigestInit_ex2": MEMORY, "EVP_DigestUpdate": DIGEST,
    "EVP_MD_CTX_copy_ex": MEMORY, "EVP_MD_CTX_new": MEMORY, "EVP_MD_fetch": DIGEST,
    "OPENSSL_atexit": DIGEST, "OPENSSL_init_crypto": DIGEST,
    "OSSL_LIB_CTX_get0_global_default": DIGEST,
}
OF_MEMORY = {"malloc", "calloc", "realloc"}
# Without any of these all goes on, by another way.
NOT_NEEDED = {"OPENSSL_version_major", "close", "dlopen", "dlsym", "getrlimit64", "ioctl", "madvise",
              "prctl", "sysconf", "unlink"}
# These are not called here; tests/unit/inside/disk and fork.c make them fail.
ELSEWHERE = {"fallocate64", "getgroups", "nanosleep", "syncfs"}

# Imports that cannot fail, or whose failure is a mistake of the caller.
CANNOT_FAIL = set("""
    _ITM_deregisterTMCloneTable _ITM_registerTMCloneTable __cxa_finalize __errno_location
    __gmon_start__ __libc_single_threaded __memcpy_chk __memset_chk __snprintf_chk __stack_chk_fail
    dl_iterate_phdr free freeifaddrs getegid getenv geteuid getpid memchr memcmp memcpy memmove
    memset munmap pthread_mutex_lock pthread_mutex_unlock pthread_setcancelstate secure_getenv
    snprintf strchr strcmp strcpy strerror strlen strncmp strrchr strspn strtod
    ERR_set_mark ERR_pop_to_mark EVP_MD_free EVP_MD_CTX_free
""".split())

# ---- the hosts


@pytest.fixture(scope="module")
def library():
    WORK.mkdir(exist_ok=True)
    built = WORK / "fail.so"
    run(*CC, "-std=c11", "-Wall", "-Wextra", "-D_GNU_SOURCE", "-O2", "-fPIC", "-shared",
        HERE / "fail.c", "-o", built)
    return built


def in_c(library):
    program = WORK / "calls"
    run(*CC, "-std=c11", "-Wall", "-Wextra", "-D_GNU_SOURCE", "-O2", f"-I{ROOT}/core/include",
        HERE / "calls.c", library, BUILD / "lib/libuuid9562.so", "-o", program, "-pthread",
        f"-Wl,-rpath,{WORK}:{BUILD}/lib")
    return [program], None


def in_lua(library):
    return [LUA, HERE / "calls.lua", library], None


def in_python(library):
    return [PYTHON, "-B", HERE / "calls.py"], None


def in_sql(library):
    """A statement a line, in as many passes."""
    calls = (HERE / "calls.sql").read_text("utf-8")
    calls = calls.replace("LIBRARY", str(EXTENSION.with_suffix("")))
    torture = f".load {library.with_suffix('')} torture_"
    script = WORK / "calls.sql"
    script.write_text(f"{torture}cases\n" + f"{torture}on\n{calls}{torture}off\n" * PASSES + calls)
    return [SQLITE3, "-batch", ":memory:"], script


HOSTS = {"C": in_c, "Lua": in_lua, "Python": in_python, "SQL": in_sql}


def transcript(host, library, each):
    """What a host writes: (operation, result) or (line of fail.c, its words)."""
    command, script = HOSTS[host](library)
    folder = WORK / host
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    done = subprocess.run(
        list(map(str, command)), cwd=folder, stdin=open(script or os.devnull), timeout=3600,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
        env={**os.environ, "LD_PRELOAD": str(library), "TORTURE_EACH": str(each),
             "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0",  # so that free memory is free
             "PYTHONMALLOC": "malloc"})
    assert done.returncode == 0, done.stdout[-2000:]
    statements = script.read_text().splitlines() if script else []
    for line in done.stdout.splitlines():
        problem = re.match(r"(?:(?:Runtime|Parse) e|E)rror(?:: near| near)? line (\d+): (.*)", line)
        if problem:
            yield re.search(r"'(\w+)'", statements[int(problem[1]) - 1])[1], "!" + problem[2]
        elif script and line.startswith("Error: "):
            yield "load", "!" + line
        elif not (script and line.startswith("  ")):  # where in the statement it is
            yield tuple(line.split("\t", 1)) if "\t" in line else ("", line)


# ---- the verdict


def is_right(name, result, case):
    """Whether it is what it must be, and comes after those before, and was not there before."""
    if name in SAME or name not in RIGHT:
        return result == SAME.get(name, "done")
    if not re.fullmatch(RIGHT[name], result):
        return False
    uuids = re.findall(r"[0-9a-f-]{36}", result)
    order = ORDERED.get(name)
    is_new = not case["seen"].intersection(uuids) and (
        order is None or uuids[0] > case["last"].get(order, ""))
    case["seen"].update(uuids)
    if order is not None:
        case["last"][order] = uuids[-1]
    return is_new


def is_growing(uses):
    """Whether a process uses more descriptors, mappings or memory with each pass but the first."""
    return any(all(a < b for a, b in zip(kind[1:], kind[2:]))
               for kind in zip(*(map(int, line.split()) for line in uses)))


def judge(lines, host):
    """How often each call failed, and the mistakes."""
    failed, mistakes, case, call = {}, [], {}, ""
    for name, result in lines:
        if name == "case":
            call = result.split()[0]
            case = {"name": result, "seen": set(), "last": {}, "uses": [], "count": [0],
                    "may_say": "$^"}
            continue
        def mistake(what):
            mistakes.append(f"{case.get('name')}, pass {len(case.get('uses', ())) + 1}: {what}")
        if name == "end":
            status, faults = result.split()
            failed[call] = failed.get(call, 0) + int(faults)
            if status != "0" and (host, status) != ("SQL", "256"):  # the shell's, after an error
                mistake(f"ended with {status}")
            if len(set(case["count"]) - {0}) != 1 or len(case["count"]) != PASSES + 1:
                mistake(f"numbers of results: {case['count']}")
            if is_growing(case["uses"]):
                mistake(f"uses ever more: {case['uses']}")
        elif name == "left":
            if call != "unlink":
                mistake(f"left {result}")
        elif name == "uses":
            # Python has caches, SQLite's shell a list of what it loads, and OpenSSL, where memory
            # is short, starts again from where it was.
            is_exact = host in ("C", "Lua") and call not in OF_MEMORY
            case["uses"].append(result if is_exact else result.split()[0])
            case["count"].append(0)
            case["may_say"] = "$^"
        else:
            case["count"][-1] += name != "load"
            may_say = FITTING.get(call, "$^") if len(case["uses"]) < PASSES else "$^"
            if call in OF_MEMORY and name in ("uuid5", "uuid8_name"):
                may_say += f"|{DIGEST}"  # OpenSSL does not start twice
            may_say += f"|{case['may_say']}"
            is_fitting = result.startswith("!") and re.search(may_say, result)
            if name == "load" and is_fitting:
                case["may_say"] = "no such (function|table)|wrong number of arguments"
            if not is_fitting and not is_right(name, result, case):
                mistake(f"{name}: {result}")
            if name == "resync":
                case["last"] = {}
    return failed, mistakes


CALLS = set(re.findall(r"\bX\((\w+), [0-9A-Z-]", (HERE / "fail.c").read_text("utf-8")))


@pytest.mark.parametrize("host", HOSTS)
def test_host(host, library):
    failed, mistakes = judge(transcript(host, library, EACH), host)
    assert not mistakes, "\n".join([f"{len(mistakes)} mistakes:", *mistakes[:40]])
    if host == "C":  # which calls everything
        assert {name for name in failed if not failed[name]} == ELSEWHERE
        assert set(failed) == CALLS


def test_all_calls_are_known():
    """A new call needs a row in fail.c, unless it cannot fail."""
    assert CALLS == ELSEWHERE | NOT_NEEDED | set(FITTING)
    libcrypto = (ROOT / "core/src/crypto/libcrypto.h").read_text("utf-8")
    imported = set(re.findall(r"X\((\w+_\w+)\)", libcrypto))
    for path in LIBRARIES:
        symbols = run("nm", "-D", "--undefined-only", path).stdout
        imported.update(re.findall(r" [Uw] (\w+)", symbols))
    hosts = re.compile(r"_?Py|luaL?_|LIBCRYPTO")
    assert {name for name in imported - CALLS - CANNOT_FAIL if not hosts.match(name)} == set()
