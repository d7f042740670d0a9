"""What every binding must answer, the page's engine answers: the vectors, and the SQL with its
results of tests/hosts/sqlite; but for the digests that it is built without."""

import re
from itertools import groupby

import pytest
import sql_file
from harness import TESTS, VECTORS, host_rows

# The page cannot have a clock that tells no time, a source of randomness that fails, a libcrypto
# that refuses digests, and a database of another encoding.
LEFT_OUT = {"no_clock", "no_random", "refused", "utf16"}
FILES = sorted({path.stem for path in (TESTS / "hosts/sqlite").glob("*.sql")} - LEFT_OUT)


def differences(connection, tests):
    for is_script, group in groupby(tests, lambda test: test[1].startswith("RUN ")):
        group = list(group)
        if not is_script:
            connection.ahead([statement for _, statement, _ in group])
        for test, (failed, got) in sql_file.on_connection(connection, group):
            # JavaScript has one type for whole numbers.
            if not sql_file.holds(re.sub(r"\.0(?=\||$)", "", test[2]), failed, got):
                yield *test, got


OPERATIONS = sorted({cells[0] for _, cells in host_rows(VECTORS)} - {"constant"})


@pytest.mark.parametrize("operation", OPERATIONS)
def test_vectors(sql, operation):
    tests = list(sql_file.vectors(VECTORS, operation))
    assert tests
    assert list(differences(sql, tests)) == []


@pytest.mark.parametrize("name", FILES)
def test_file(new_database, name):
    tests = list(sql_file.statements(TESTS / f"hosts/sqlite/{name}.sql"))
    assert tests
    assert list(differences(new_database, tests)) == []
