"""The fuzz targets, as OSS-Fuzz builds and runs them, for FUZZ_SECONDS each: under clang's
libFuzzer, which coverage guides, with AddressSanitizer and UndefinedBehaviorSanitizer. A run goes
on from the archive of seeds and from what earlier runs have found, in build/fuzz/corpus."""

import os
import shutil
from zipfile import ZipFile

import pytest
from harness import BUILD, ROOT, TESTS, run

CLANG = os.environ.get("CLANG", "clang")
SECONDS = os.environ.get("FUZZ_SECONDS", "10")
FOLDER = BUILD / "fuzz"
TARGETS = sorted(path.stem for path in (TESTS / "fuzz").glob("*.c"))
SANITIZE = "-fsanitize=address,undefined"


@pytest.fixture(scope="module")
def out():
    if not os.path.exists("/proc/self/maps"):
        pytest.skip("it needs /proc")
    if not shutil.which(CLANG):
        pytest.skip("there is no clang")
    for folder in ("out", "work"):
        (FOLDER / folder).mkdir(parents=True, exist_ok=True)
    probe = FOLDER / "probe.c"
    probe.write_text("int LLVMFuzzerTestOneInput(void) { return 0; }")
    if run(CLANG, f"{SANITIZE},fuzzer", probe, "-o", FOLDER / "probe", check=False).returncode:
        pytest.skip("this clang has no libFuzzer")
    run("sh", "-eu", "oss-fuzz/build.sh", cwd=ROOT, env={
        "CC": CLANG, "CXX": f"{CLANG}++", "CXXFLAGS": SANITIZE, "LIB_FUZZING_ENGINE":
        "-fsanitize=fuzzer", "WORK": str(FOLDER / "work"), "OUT": str(FOLDER / "out"),
        "CFLAGS": f"-O1 -gline-tables-only {SANITIZE},fuzzer-no-link -fno-sanitize-recover=all"})
    return FOLDER / "out"


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_fuzz(out, target):
    seeds, corpus = FOLDER / "seeds" / target, FOLDER / "corpus" / target
    shutil.rmtree(seeds, ignore_errors=True)
    for folder in (seeds, corpus):
        folder.mkdir(parents=True, exist_ok=True)
    with ZipFile(out / f"{target}_seed_corpus.zip") as archive:
        archive.extractall(seeds)
    # It looks for leaks at the end alone: a host allocates in one call what it frees in another.
    done = run(out / target, f"-max_total_time={SECONDS}", "-max_len=600", "-detect_leaks=0",
               f"-dict={out}/{target}.dict", f"-artifact_prefix={FOLDER}/{target}-", corpus, seeds,
               check=False, timeout=None, universal_newlines=True, errors="replace")
    if done.returncode != 0:
        pytest.fail(f"{done.stderr[-6000:]}\nthe input lies in {FOLDER}", pytrace=False)
    print(target, done.stderr.splitlines()[-1])
