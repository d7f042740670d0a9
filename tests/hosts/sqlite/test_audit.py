"""uuid_audit over columns of many kinds, in each encoding of a database: each expression that it
advises is run, each example is looked up, each quantifier is compared with the counts.

A quantifier that no row of SHARES or CLAIMS knows fails the test: add what it says of the rows.
"""

import random
import re
import sqlite3

import pytest
from harness import EXTENSION

pytestmark = pytest.mark.skipif(not hasattr(sqlite3.Connection, "enable_load_extension"),
                                reason="this Python loads no extensions into SQLite")

TYPES = ("", "BLOB", "TEXT", "UUID", "CHAR(32)", "INTEGER", "REAL")
KINDS = {  # of values, as SQL; {u} is a UUID
    "v4": "'{u}'", "blob": "uuid_blob('{u}')", "hex": "uuid_hex('{u}')", "upper": "upper('{u}')",
    "urn": "uuid_format('{u}', 'urn')", "mixed": "substr(upper('{u}'), 1, 30) || substr('{u}', 31)",
    "ulid": "uuid_format('{u}', 'ulid')", "lower ulid": "lower(uuid_format('{u}', 'ulid'))",
    "base58": "uuid_format('{u}', 'base58')", "typeid": "uuid_typeid('user', '{u}')",
    "guid": "uuid_guid_swap(uuid_blob('{u}'))", "guid text": "uuid_guid_swap('{u}')",
    "mysql": "uuid_format('{v1}', 'mysql')", "mysql text": "uuid_str(uuid_format('{v1}', 'mysql'))",
    "v7": "uuid7_make({n} + 1700000000000, X'00000000{u8}0000')", "v1": "'{v1}'",
    "seconds": "uuid7_make({n} + 1700000000, substr(uuid_blob('{u}'), 7))",
    "seconds upper": "upper(uuid7_make({n} + 1700000000, substr(uuid_blob('{u}'), 7)))",
    "seconds blob": "uuid7_make_blob({n} + 1700000000, substr(uuid_blob('{u}'), 7))",
    "fixed": "substr('{u}', 1, 24) || '00000000' || substr('{u}', 33)",
    "text in blob": "X'{ascii}'", "nil": "'00000000-0000-0000-0000-000000000000'", "max": "X'ffffffffffffffffffffffffffffffff'",
    "variant": "substr('{u}', 1, 19) || '0' || substr('{u}', 21)", "NULL": "NULL",
    "integer": "{n}", "negative": "-{n}", "digits": "CAST('{d}' AS REAL)", "real": "{n} / 7.0",
    "infinite": "iif({n} % 2, 9e999, -9e999)", "huge": "1.5e300", "empty": "X''", "n/a": "'n/a'",
    "bytes": "X'{u8}'", "line": "'{u}' || char(10)", "quote": "char(27) || 'it''s' || {n}",
    "no text": "CAST(X'00D8FF41' AS TEXT)", "emoji": "'\U0001f600' || {n}",
    "prefix": "'0x' || uuid_hex('{u}')", "quoted": "'\"{u}\"'", "url": "'https://x.org/{u}/y'",
    "utf-16": "X'{utf16}'", "nsuniqueid": "substr('{h1}', 1, 8) || '-' || substr('{h1}', 9, 8) || '-'"
    " || substr('{h1}', 17, 8) || '-' || substr('{h1}', 25)", "random": "X'{digits}'",
    "long": "printf('%.*c', 49, 'x')", "long bytes": "printf('%.*c', 49, char(233))",
}
COLUMNS = [  # what most people have, and what public reports had; then any
    {"ulid": 100, "hex": 3}, {"n/a": 99, "hex": 1}, {"hex": 5, "NULL": 2}, {"hex": 5, "n/a": 5},
    {"upper": 4, "v4": 3}, {"v4": 3, "blob": 3}, {"blob": 4, "v4": 1, "text in blob": 2},
    {"integer": 3}, {"integer": 3, "negative": 1}, {"digits": 40}, {"fixed": 150}, {"v7": 150}]


def values(column, chance):
    for kind, count in column.items():
        for _ in range(count):
            digits = f"{chance.getrandbits(128):032x}"
            u = f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"
            yield KINDS[kind].format(
                u=u, v1=f"{u[:14]}1{u[15:]}", h1=f"{digits[:12]}1{digits[13:16]}a{digits[17:]}",
                digits=digits, utf16=u.encode("utf-16-le").hex(), u8=digits[:8], n=chance.randrange(1, 10**6),
                d=chance.randrange(10**31, 10**32), ascii=u.encode().hex())


# ---- the rows of a finding

TEXT_OF = "text_of(id)"  # reads the bytes of a BLOB, whatever the encoding of the database
VALID = "(uuid_valid(id) AND uuid_blob(id) NOT IN (zeroblob(16), X'ffffffffffffffffffffffffffffffff'))"
FINDINGS = (
    ("null", "id IS NULL"), ("integer", "typeof(id) = 'integer'"),
    ("real", "typeof(id) = 'real' AND abs(id) < 1e15"),
    ("digits turned real", "typeof(id) = 'real' AND abs(id) >= 1e15"),
    ("text malformed|text in (?:white space|quotes)|text with a prefix|text nsuniqueid"
     "|uuid inside text",
     "typeof(id) = 'text' AND NOT uuid_valid(id)"),
    ("blob of 16 bytes", "typeof(id) = 'blob' AND length(id) = 16"),
    ("blob of text", f"typeof(id) = 'blob' AND length(id) <> 16 AND uuid_valid({TEXT_OF})"),
    ("blob of utf-16 text", "typeof(id) = 'blob' AND length(id) = 72"),
    ("blob of another length", "typeof(id) = 'blob' AND length(id) NOT IN (16, 72) AND NOT"
     f" uuid_valid({TEXT_OF})"),
    (r"(blob|text) (?:in \w+ order|of \w+|without a version)", f"typeof(id) = '{{1}}' AND {VALID}"),
    (r"text (\w+)( in another case)?", "typeof(id) = 'text' AND {text}"),
    ("same uuid, other value", "uuid_valid(id)"),
    ("version 7 of early 1970", f"{VALID} AND uuid_version(id) = 7"
     " AND uuid_timestamp_ms(id) BETWEEN 100000000 AND 4294967295"),
    (r"version (\d+)( .*)?", f"{VALID} AND uuid_version(id) = {{1}}"),
    ("nil", "uuid_blob(id) = zeroblob(16)"),
    ("max", f"uuid_blob(id) = X'{'f' * 32}'"),
    (r"variant (\w+)", f"{VALID} AND uuid_variant(id) = '{{1}}'"))
OF_SOME = ("same uuid.*|text (malformed|nsuniqueid|with .*|ulid.*|base.*)|text in (white.*|quotes)"
           "|uuid inside.*|.* counts up|version.*|variant.*|(blob|text) (in|of|without) .*")
ONCE = "(blob|text) in (guid|mysql|halves) order"  # of one value it cannot be told


def text_rows(formats, name, other_case):
    """Of the text of a format as it is written, behind a prefix; or in another case. Digits alone
    are written alike in both cases: the first format has them."""
    uuid = f"uuid_parse(id, '{name}')"
    written = "substr(id, -length({0})) IS {0}".format(f"uuid_format({uuid}, '{name}')")
    case = f"{uuid} IS NOT NULL AND {'NOT ' if other_case else ''}({written})"
    if formats[name]:
        implied = [one for one in formats if formats[one]]
        others = implied if other_case else implied[:implied.index(name)]
        return case + "".join(f" AND uuid_format(id, '{one}') <> id" for one in others)
    return f"{case} AND NOT uuid_valid(id) AND " + (
        f"ifnull(uuid_version({uuid}) BETWEEN 1 AND 8, 0)" if name != "ulid" else "1")


def rows_of(finding, formats):
    """A condition that is true for the rows that the finding counts."""
    for pattern, condition in FINDINGS:
        if found := re.fullmatch(pattern, finding):
            text = "{text}" in condition and text_rows(formats, found[1], found[2])
            return condition.format(finding, *found.groups(), text=text)
    raise AssertionError(f"a finding that is not known here: {finding}")


# ---- what is said of them

QUANTIFIER = r"\b(?:all|any|both|each|every|half|most|nearly|no|none|only|several|\d+ of \d+)\b"
SHARES = {"TEXT": "typeof(id) = 'text'", "BLOB": "typeof(id) = 'blob'", "in this format": None}
SHARE = rf"({QUANTIFIER}) are ({'|'.join(SHARES)})"
CLAIMS = {"only uuid_parse reads it": "NOT uuid_valid(id)"}  # true of each row of the finding
OF_NO_ROWS = ("greater than any TEXT", "defines no such version", "at most 17", "before each UUID",
              "UNIQUE see several values", "there is no version", "no version, and no time",
              "some values have a version in both orders, and stay", "with each half reversed",
              "half of them are lost", "no key of now is greater", "no reader of the newest")
FIXED = r"(\d+) random bits, (\d+) in the first half, are the same in all"


def fixed_bits(keys):
    """How many random bits of version 4, or of the last 48 of version 7, are the same in all: in
    both halves, in the first."""
    bits = (1 << 128) - 1 - (0xf << 76) - (3 << 62) if keys[0] >> 76 & 0xf == 4 else (1 << 48) - 1
    for key in keys:
        bits &= ~(key ^ keys[0])
    return bin(bits).count("1"), bin(bits >> 64).count("1")


def calls(advice):
    """The expressions in it: calls, with the comparison behind them."""
    at = 0
    while found := re.search(r"\b(uuid\w*|printf|CAST)\(", advice[at:]):
        end = at + found.end()
        while advice[at + found.start():end].count("(") > advice[at + found.start():end].count(")"):
            end += 1
        yield advice[at + found.start():end] + re.match(r'( = (\w+|".*"))?', advice[end:])[0]
        at = end


def cure_faults(one, finding, level, cure, rows):
    if level != "fault":
        yield "a cure without a fault"
    if one(f"SELECT count(*) FROM t WHERE ({cure}) IS NULL AND id IS NOT NULL"):
        yield f"loses values: {cure}"
    if one(f"SELECT count(*) FROM t WHERE ({rows}) AND NOT uuid_valid({cure}) AND ({cure}) IS NOT id"):
        yield f"makes no UUID: {cure}"
    if not re.fullmatch(ONCE, finding) and one(
            f"SELECT count(*) FROM (SELECT {cure} AS id FROM t) WHERE ({cure}) IS NOT id"):
        yield f"differs when it is applied twice: {cure}"


def faults(connection, formats, finding, level, count, example, advice, cure):
    one = lambda query: connection.execute(query).fetchone()[0]
    rows = rows_of(finding, formats)
    number = one(f"SELECT count(*) FROM t WHERE {rows}")
    if number < count or number > count and not re.fullmatch(OF_SOME, finding):
        yield f"{number} rows"
    for literal in example.split(" and ") if finding.startswith("same") else [example]:
        if literal is not None and "..." not in literal and not one(
                f"SELECT count(*) FROM t WHERE id = {literal}"):
            yield f"no such row as {literal}"
    if cure is not None:
        yield from cure_faults(one, finding, level, cure, rows)
    for call in calls(advice):
        wrong = f"({call}) IS NULL OR typeof({call}) IN ('text', 'blob') AND NOT uuid_valid({call})"
        if re.search(r"\bX\b", call):  # a query has it with its own X, here the value itself
            call = re.sub(r"\bX\b", '"id"', call)
            wrong = f"({call}) IS NOT {1 if ' = ' in call else 'id'}"
        if one(f"SELECT count(*) FROM t WHERE ({rows}) AND ({wrong})"):
            yield f"wrong for some rows: {call}"
    values_in_all = one("SELECT count(id) FROM t")
    for quantifier, what in re.findall(SHARE, advice):
        share = one(f"SELECT count(*) FROM t WHERE {SHARES[what] or rows}")
        if not {"all": share == values_in_all, "most": 2 * share > values_in_all}.get(
                quantifier, quantifier == f"{share} of {values_in_all}"):
            yield f"{share} of {values_in_all} are {what}"
    for claim, of_each in CLAIMS.items():
        if claim in advice and one(f"SELECT count(*) FROM t WHERE {rows} AND ({of_each}) IS NOT 1"):
            yield f"untrue: {claim}"
    if found := re.search(FIXED, advice):
        keys = [int.from_bytes(key, "big") for key, in
                connection.execute(f"SELECT uuid_blob(id) FROM t WHERE {rows}")]
        if fixed_bits(keys) != tuple(map(int, found.groups())):
            yield f"fixed bits: {fixed_bits(keys)}"
    known = "|".join((SHARE, FIXED, *map(re.escape, (*CLAIMS, *OF_NO_ROWS))))
    if found := re.search(QUANTIFIER, re.sub(known, "", advice)):
        yield f"unknown quantifier: {found[0]}"


@pytest.mark.parametrize("encoding", ("UTF-8", "UTF-16le", "UTF-16be"))
def test_what_it_says_is_true(encoding):
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.enable_load_extension(True)
    connection.load_extension(str(EXTENSION.with_suffix("")))
    connection.create_function("text_of", 1, lambda blob: blob.decode("latin-1"))
    connection.execute(f"PRAGMA encoding = '{encoding}'")
    chance = random.Random(9562)
    formats = dict(connection.execute("SELECT name, implied FROM uuid_formats WHERE writable"))
    said, wrong = 0, []
    for column in COLUMNS + [{kind: chance.choice((1, 1, 2, 3, 5, 40, 110)) for kind in chance.sample(
            sorted(KINDS), chance.choice((1, 2, 2, 3, 5)))} for _ in range(150)]:
        declared = chance.choice(TYPES)
        connection.execute(f"CREATE TABLE t (id {declared})")
        for value in values(column, chance):
            connection.execute(f"INSERT INTO t VALUES ({value})")
        for found in connection.execute(
                "SELECT finding, level, count, example, ifnull(advice, ''), cure"
                " FROM uuid_audit('t', 'id') WHERE finding <> 'declared'").fetchall():
            said += 1
            wrong += [f"{column} as {declared!r}: {found}: {fault}"
                      for fault in faults(connection, formats, *found)]
        connection.execute("DROP TABLE t")
    assert said > 300 and not wrong, f"{len(wrong)} of {said}:\n" + "\n".join(wrong[:10])
