"""Text under a fuzzer that coverage guides (text.c), for FUZZ_SECONDS. What it finds worth keeping
stays in build/fuzz/corpus, so that the next run goes on from there."""

import os
import shutil

import pytest
from harness import BUILD, ROOT, TESTS, VECTORS, run, table

CLANG = os.environ.get("CLANG", "clang")
SECONDS = os.environ.get("FUZZ_SECONDS", "10")
FOLDER = BUILD / "fuzz"
SANITIZERS = ["-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all"]


def seeds():
    """The texts and bytes of the shared vectors, to be tried in every way, and some in a row."""
    cells = {cell for _, (_, *row) in table(VECTORS) for cell in row}
    found = {cell[2:].encode() for cell in cells if cell.startswith("s:")}
    found |= {bytes.fromhex(cell[2:]) for cell in cells if cell[:2] in ("x:", "b:")}
    some = sorted(text for text in found if len(text) == 36)[:3]
    return found | {separator.join([*some, b""]) for separator in (b"", b"\n", b"\0", b"\xff")}


@pytest.fixture(scope="module")
def program():
    if not os.path.exists("/proc/self/maps"):
        pytest.skip("it needs /proc")
    if not shutil.which(CLANG):
        pytest.skip("there is no clang")
    FOLDER.mkdir(parents=True, exist_ok=True)
    probe = FOLDER / "probe.c"
    probe.write_text("int LLVMFuzzerTestOneInput(void) { return 0; }")
    if run(CLANG, *SANITIZERS, probe, "-o", FOLDER / "probe", check=False).returncode != 0:
        pytest.skip("this clang has no libFuzzer")
    run(CLANG, "-std=c11", "-O1", "-g", *SANITIZERS, "-Icore/include", "tests/fuzz/text.c",
        "tests/core/naive.c", "tests/core/naive_time.c", "-o", FOLDER / "text", "-pthread",
        "-lcrypto", cwd=ROOT)
    return FOLDER / "text"


@pytest.mark.slow
def test_text(program):
    shutil.rmtree(FOLDER / "seeds", ignore_errors=True)
    for folder in ("corpus", "seeds"):
        (FOLDER / folder).mkdir(exist_ok=True)
    for number, seed in enumerate(sorted(seeds())):
        (FOLDER / "seeds" / str(number)).write_bytes(b"*" + seed)
    done = run(program, f"-max_total_time={SECONDS}", "-max_len=300", "-timeout=10",
               f"-dict={TESTS}/fuzz/text.dict", f"-artifact_prefix={FOLDER}/", FOLDER / "corpus",
               FOLDER / "seeds", check=False, timeout=None, env={"ASAN_OPTIONS": "detect_leaks=0"},
               universal_newlines=True, errors="replace")
    if done.returncode != 0:
        pytest.fail(f"{done.stderr[-6000:]}\nthe input lies in {FOLDER}", pytrace=False)
    print(done.stderr.splitlines()[-1])
