"""What every binding must answer, the page's engine answers: the vectors, and the SQL with its
results of tests/hosts/sqlite; but for the digests that it is built without."""

import re
from itertools import groupby

import pytest
import sql_file
from harness import ROOT, TESTS, VECTORS, host_rows

# What the page has no way to do to its engine.
LEFT_OUT = {
    "no_clock": "a clock that tells no time",
    "no_random": "a source of randomness that fails",
    "refused": "a libcrypto that refuses digests",
    "utf16": "a database of another encoding",
}
FILES = [pytest.param(path.stem, marks=[pytest.mark.skip(reason=LEFT_OUT[path.stem])]
                      if path.stem in LEFT_OUT else [])
         for path in sorted((TESTS / "hosts/sqlite").glob("*.sql"))]


def differences(connection, tests):
    for is_script, group in groupby(tests, lambda test: test[1].startswith("RUN ")):
        group = list(group)
        if not is_script:
            connection.ahead([statement for _, statement, _ in group])
        for test, (failed, got) in sql_file.on_connection(connection, group):
            # JavaScript has one type for whole numbers.
            if not sql_file.holds(re.sub(r"\.0(?=\||$)", "", test[2]), failed, got):
                yield *test, got


@pytest.mark.parametrize("operation", sorted({cells[0] for _, cells in host_rows(VECTORS)} - {"constant"}))
def test_vectors(sql, operation):
    tests = list(sql_file.vectors(VECTORS, operation))
    assert tests
    assert list(differences(sql, tests)) == []


@pytest.mark.parametrize("name", FILES)
def test_file(new_database, name):
    tests = list(sql_file.statements(TESTS / f"hosts/sqlite/{name}.sql"))
    assert tests
    assert list(differences(new_database, tests)) == []
