"""A test that cannot fail is worse than none: each of the four runners of vectors fails for a wrong
result, for a wrong error, and for an operation that it does not know."""

import pytest
from harness import built, run_vectors

GOOD = "uuid5\ts:2ed6657d-e927-568b-95e1-2665a8aea6a2\ts:@dns\ts:www.example.com\n"
ROWS = {
    "a right result": "",
    "a wrong result": GOOD.replace("s:2ed", "s:3ed"),
    "an error for a result": "parse\ts:6ba7b810-9dad-11d1-80b4-00c04fd430c8\ts:nonsense\n",
    "a refused argument": "uuid7_min\ts:00000000-0000-7000-8000-000000000000\ti:-1\n",
    "a wrong offset": "parse\te:malformed@3\ts:nonsense\n",
    "a wrong kind of error": "uuid7_min\te:type\ti:-1\n",
    "another message": "uuid7_make\te:range random\ti:-1\tb:00\n",
    "an unknown operation": "uuid9\ts:x\ts:y\n",
}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.replace(" ", "_"))
@pytest.mark.parametrize("suite", ("C", "SQL", "Lua", "Python"))
def test_suite(suite, row, tmp_path):
    built("core")
    path = tmp_path / "vectors.tsv"
    path.write_text(GOOD + ROWS[row])
    done = run_vectors(suite, path)
    right = row == "a right result"
    assert (done.returncode == 0) == right, done.stdout
    assert f"vectors: 1 passed, {0 if right else 1} failed, 0 skipped" in done.stdout
