"""What uuid_audit finds in the columns of audit_corpus.py: how often it names them (recall), and
that it says nothing else of them; each cure is run.

The slow tests have many more columns; -s prints the recall of each kind: ./dev test test_corpus
"""

import itertools
import random
import sqlite3
from collections import Counter

import pytest
from audit_corpus import HONEST, KINDS, WRITINGS, Text, column, number
from harness import EXTENSION

pytestmark = pytest.mark.skipif(not hasattr(sqlite3.Connection, "enable_load_extension"),
                                reason="this Python loads no extensions into SQLite")


@pytest.fixture
def database():
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.enable_load_extension(True)
    connection.load_extension(str(EXTENSION.with_suffix("")))
    return connection


def few_and_many(few, many):
    return pytest.mark.parametrize("columns", (few, pytest.param(many, marks=pytest.mark.slow)))


def store(database, values, declared=""):
    database.execute("DROP TABLE IF EXISTS t")
    database.execute(f"CREATE TABLE t (n INTEGER PRIMARY KEY, id {declared})")
    text = "CAST(? AS TEXT)" if isinstance(values[0], Text) else "?"
    database.executemany(f"INSERT INTO t (id) VALUES ({text})", ((one,) for one in values))


def audit(database, what="finding, count"):
    return database.execute(
        f"SELECT {what} FROM uuid_audit('t', 'id') WHERE finding <> 'declared'").fetchall()


def differing(found, expected, within=0):
    """By how much the counts are wrong. The first key of a millisecond does not count up."""
    return {one: found.get(one, 0) - expected.get(one, 0) for one in {*found, *expected}
            if not -(9 if one.endswith("counts up") else within)
            <= found.get(one, 0) - expected.get(one, 0) <= within}


@few_and_many(4, 200)
def test_recall(database, columns):
    """Exactly what is there is found in 99 % of columns of 100 and more, and in 95 % of columns of
    up to 20, if so few are enough."""
    chance, wrong = random.Random(9562), []
    for name, kind in KINDS.items():
        short = range(max(8, kind.least), 21)
        long, recall = (100, 160) if kind.least <= 100 else (kind.least,), {}
        for sizes, goal in (long, 0.99), (short, 0.95):
            missed = []
            for _ in range(columns if sizes else 0):
                n = chance.choice(sizes)
                store(database, column(kind, chance, n)[0])
                found = dict(audit(database))
                if differing(found, dict.fromkeys(kind.findings, n)):
                    missed.append(f"{n} {name}: {found}")
            recall[goal] = 1 - len(missed) / columns
            wrong += missed if recall[goal] < goal else []
        print(f"{name:40}{recall[0.99]:7.1%}" + (f"{recall[0.95]:7.1%}" if short else ""))
    assert not wrong, f"{len(wrong)}:\n" + "\n".join(wrong[:50])


@few_and_many(2000, 10000)
def test_honest(database, columns):
    """Nothing is found in columns of one to three honest generators but their versions."""
    chance, wrong = random.Random(9562), []
    storages = {"blob": "blob of 16 bytes", "canonical": "text canonical", "hex": "text hex"}
    for _ in range(columns):
        writing, n = chance.choice(list(storages)), chance.choice((1, 2, 5, 10, 20, 40, 100, 300))
        names = chance.sample(sorted(HONEST), chance.choice((1, 1, 2, 3)))
        made = [(name[1], one) for name in names for one in HONEST[name](chance, n)]
        if chance.random() < 0.3:
            chance.shuffle(made)
        store(database, [WRITINGS[writing](one) for _, one in made])
        found = dict(audit(database))
        expected = Counter([storages[writing]] * len(made) + [f"version {v}" for v, _ in made])
        if found != expected:
            wrong.append(f"{n} each of {names} as {writing}: {found}")
    assert not wrong, f"{len(wrong)}:\n" + "\n".join(wrong[:50])


DISTINCT = "v4", "v7", "v1", "36-bit seconds", "seconds", "nil"
MIXED = (*DISTINCT, "guid order of v4", "guid order of v7", "mysql order", "halves of v4", "ulids",
         "digests", "random", "ef core", "ef core of .NET")


@few_and_many(1, 20)
def test_mixtures(database, columns):
    """Two or three kinds, 100 of each. A value that passes for two kinds, as one in 16 does in GUID
    order, is counted once: as it is stored, if its version is in the column."""
    chance, wrong = random.Random(9562), []
    triples = [*itertools.combinations(MIXED, 3)]
    mixtures = [*itertools.combinations(MIXED, 2), *chance.choices(triples, k=40)] * columns
    for some in mixtures:
        kinds = [KINDS[f"{name} as blob"] for name in some]
        made = [one for kind in kinds for one in column(kind, chance, 100)[0]]
        chance.shuffle(made)
        store(database, made)
        expected = Counter(one for kind in kinds for one in kind.findings * 100)
        within = 0 if {*some} <= {*DISTINCT} else 30
        if off := differing(dict(audit(database)), expected, within):
            wrong.append(f"{some}: {off}")
    assert not wrong, f"{len(wrong)} of {len(mixtures)}:\n" + "\n".join(wrong[:50])


# ---- cures

# A cure gives the UUIDs that the source made; those of a wrong time get the time that was meant.
# Version 7 with 36 bits of seconds has the first 12 bits of the fraction before the version.
TIMES = {"version 7 of early 1970": lambda one: number(one[:6]) * 1000,
         "version 7 of 36-bit seconds":
             lambda one: (number(one) >> 92) * 1000 + ((number(one) >> 80 & 4095) * 1000 >> 12)}
# Bytes look alike in both orders: run twice, such a cure takes itself back.
NOT_TWICE = "in guid order", "in mysql order", "in halves order"


@pytest.mark.parametrize("declared", ("", "BLOB", "TEXT"))
def test_cures(database, declared):
    chance, cured, wrong = random.Random(9562), set(), []
    column_of = lambda what: [one for one, in database.execute(f"SELECT {what} FROM t")]
    for name, kind in KINDS.items():
        values, made = column(kind, chance, max(40, kind.least))
        store(database, values, declared)
        for finding, level, cure in audit(database, "finding, level, cure"):
            if cure is None:
                continue
            cured.add(finding)
            store(database, values, declared)
            database.execute(f"CREATE INDEX t_id ON t ({cure})")
            database.execute(f"UPDATE t SET id = {cure}")
            found = [one for one, in audit(database, "finding")]
            once = column_of("id")
            uuid = "ifnull(uuid_blob(id), uuid_blob(uuid_parse(id, 'base64')))"
            if finding in TIMES:
                right = column_of(f"uuid_timestamp_ms({uuid})") == [*map(TIMES[finding], made)]
            else:  # the first finding is of the storage alone
                meant = map(kind.order, made) if finding == kind.findings[0] else made
                right = column_of(uuid) == [*meant]
            database.execute(f"UPDATE t SET id = {cure}")
            if not (level == "fault" and right and finding not in found
                    and (once == column_of("id") or finding.endswith(NOT_TWICE))):
                wrong.append(f"{name} as {declared!r}: {finding}: {cure}: {level}, {values[0]!r} "
                             f"becomes {once[0]!r}, then {column_of('id')[0]!r}; {found}")
    assert len(cured) > 9 and not wrong, f"{len(wrong)} of {cured}:\n" + "\n".join(wrong[:30])
