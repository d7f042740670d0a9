"""The tests in C once more, where a tool watches every access: the sanitizers and valgrind.
tests/on_demand/analyze does the same for the hosts."""

import os
import shutil

import pytest
from harness import BUILD, ROOT, built, make, run

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/maps"),
                                reason="sanitizers and valgrind need /proc")
ONE_PROCESS = {"CK_FORK": "no"}


# Nothing but texts, each of which ends at a page that is not there (fence.h), in great number.
EXHAUSTIVE = {"text.every_byte_at_every_place", "text.every_length_and_every_beginning_and_end",
              "text.random_mixtures", "times.every_byte_in_every_place",
              "times.fractions_of_others_keep_their_order_and_their_millisecond",
              "times.text_as_the_naive_definition_has_it",
              "times.the_first_nanosecond_of_every_fraction", "typeid.every_byte_at_every_place"}


def watched_tests():
    make(BUILD / "tests/core")
    for test in run(BUILD / "tests/core", "--list").stdout.split():
        yield pytest.param(test, marks=[pytest.mark.slow] if test in EXHAUSTIVE else [])


@pytest.mark.parametrize("test", watched_tests())
def test_address_and_undefined_behaviour(test, asan):
    run(asan, test, cwd=ROOT, env=ONE_PROCESS)


@pytest.fixture(scope="module")
def asan():
    return built("core-asan")


@pytest.mark.slow
@pytest.mark.parametrize("name", ("hex", "stream", "build_n", "entropy", "entropy_life", "fork",
                                  "os", "cycle_counter", "wipe", "openssl"))
def test_address_and_undefined_behaviour_inside(name):
    run(built(f"inside-asan-{name}"), cwd=ROOT, env=ONE_PROCESS)


@pytest.mark.slow
@pytest.mark.parametrize("file", ("order", "process"))
def test_threads(file):
    run(built("core-tsan"), file, cwd=ROOT, env=ONE_PROCESS)


def valgrind(*command):
    if not shutil.which("valgrind"):
        pytest.skip("valgrind is not installed")
    run("valgrind", "-q", "--leak-check=full", "--error-exitcode=1", *command, cwd=ROOT,
        env=ONE_PROCESS)


@pytest.mark.slow
def test_valgrind_versions():
    valgrind(built("core"), "versions")


@pytest.mark.slow
def test_valgrind_entropy():
    valgrind(built("inside-entropy"))
    valgrind(built("inside-entropy_life"))


def test_valgrind_stream():
    valgrind(built("inside-stream"), "stream.nothing_is_decided_by_the_key_in_each_variant")
