"""A test that cannot fail is worse than none: each of the four runners of vectors sees a wrong
result, a wrong error, and an operation that it does not know."""

import pytest
from harness import built, run_vectors

GOOD = "uuid5\ts:2ed6657d-e927-568b-95e1-2665a8aea6a2\ts:@dns\ts:www.example.com\n"
WRONG = (
    GOOD.replace("s:2ed", "s:3ed"),
    "parse\ts:6ba7b810-9dad-11d1-80b4-00c04fd430c8\ts:nonsense\n",  # which is an error
    "uuid7_min\ts:00000000-0000-7000-8000-000000000000\ti:-1\n",  # of range
    "parse\te:malformed@3\ts:nonsense\n",  # another offset
    "uuid7_min\te:type\ti:-1\n",  # another kind
    "uuid7_make\te:range random\ti:-1\tb:00\n",  # another message
    "uuid9\ts:x\ts:y\n",  # no operation
)


@pytest.mark.parametrize("suite", ("C", "SQL", "Lua", "Python"))
def test_suite(suite, tmp_path):
    built("core")
    path = tmp_path / "vectors.tsv"
    path.write_text(GOOD + "".join(WRONG))
    done = run_vectors(suite, path)
    assert done.returncode
    assert f"vectors: 1 passed, {len(WRONG)} failed, 0 skipped" in done.stdout
