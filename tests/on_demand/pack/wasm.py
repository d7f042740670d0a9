"""The package of `./dev pack wasm`, installed from its file without a network, in Node.js, Deno and
Bun, and in Chromium: in a page, a worker, and a file that a bundler made. Each answers
tests/vectors.tsv, with the messages of the Python package.

Hosts are fetched once, into build/pack/hosts; those not to be had are skipped.
"""

import functools
import http.server
import json
import re
import shutil
import sqlite3
import sys
import tarfile
import threading

import pytest
import uuid9562
from harness import BUILD, EXTENSION, ROOT, TESTS, VECTORS, host_rows, run
from npm import (NO_SCRIPTS, TYPESCRIPT, fetched, install, node,  # noqa: F401
                 test_linters, test_the_same_bits_another_time)
from release import VERSION

sys.path[:0] = [str(TESTS / name) for name in ("on_demand/playground", "python", "docs")]
from examples import blocks  # noqa: E402
from test_vectors import decode, find  # noqa: E402

PACKED = BUILD / f"pack/wasm/uuid9562-{VERSION}.tgz"
PROGRAMS = TESTS / "on_demand/pack/wasm"
# Operations that the package has no function for.
LEFT_OUT = {"batch", "constant", "guid_swap", "ldap_schema", "match", "ordering_match", "typeid",
            "typeid_prefix", "uuid4_make", "uuid7_make", "uuid7_name", "uuid8"}


def is_left_out(operation, expected, *cells):
    """A node has no name: WebAssembly sees no network interface."""
    return (operation in LEFT_OUT
            or (operation in ("uuid1", "uuid6") and cells[0][0] == "s"))


ROWS = [cells for _, cells in host_rows(VECTORS) if not is_left_out(*cells)]


def value(cell):
    """[type, text] of a cell. Bytes that are not UTF-8 are lone surrogates, as in Python."""
    return ["s", decode(cell)] if cell[0] == "x" else cell.split(":", 1)


def message(operation, cells):
    """That of the Python package."""
    try:
        return find(operation)(*map(decode, cells))
    except ValueError as error:
        return str(error)


def check(told):
    """What every host answers."""
    assert len(told["answers"]) == len(ROWS) > 1500
    wrong, messages = [], 0
    for (operation, expected, *cells), (got, said) in zip(ROWS, told["answers"], strict=True):
        if expected in ("e:null", "e:type"):
            expected = "e:null or e:type"
        if expected.startswith("e:range"):
            expected = "e:range"
        if expected[0] == "x":
            expected = f"s:{decode(expected)}"
        if said is not None:
            messages += 1
            got, expected = (got, said), (expected, message(operation, cells))
        if got != expected:
            wrong.append((operation, cells, expected, got))
    assert wrong == []
    assert messages > 500
    long = "a" * 1_000_000
    assert told["facts"] == {
        "inOrder": True, "distinct": True, "now": True, "resynced": True, "again": True,
        "date": True, "formats": True,
        "behind": "UUIDError: the clock is too far behind the last UUID, or the one to advance "
                  "to; if both are right, wait, raise max_lead_ns, or resync, which gives up the "
                  "order",
        "noClock": "UUIDError: the clock cannot be read",
        "noRandom": "UUIDError: the random generator failed; UUID9562_RANDOM, if set, must be "
                    "system",
        "kept": [[1, True], [0, False], [1, True], [1, True]],
        "long": [str(uuid9562.uuid5("@dns", long)), f"UUIDError: {message('parse', [f's:{long}'])}",
                 str(uuid9562.uuid5("@dns", long))],
        "ns": "1645557742123456789",
        "kinds": ["made from a time and random bits, sorts by time", "Nil UUID"],
        "surrogate": "TypeError: name must be well-formed Unicode, not string",
        "huge": f"UUIDError: {message('uuid7_at', [f'i:{2**64}'])}",
        "inexact": "TypeError: time must be an integer that is exact, as a bigint is, "
                   "not 1645557742123456800",
    }


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with the package in it, and the programs."""
    place = install(PACKED, PROGRAMS, tmp_path_factory.mktemp("wasm"))
    (place / "rows.json").write_text(json.dumps(
        [[operation, *map(value, cells)] for operation, _, *cells in ROWS]))
    return place


def test_what_it_holds():
    with tarfile.open(PACKED) as archive:
        held = {member.name: member.size for member in archive}
    assert set(held) == {f"package/{name}" for name in (
        "LICENSE", "LICENSE.musl", "README.md", "index.d.mts", "index.mjs", "package.json")}
    assert held["package/index.mjs"] < 100 * 1024


def test_what_is_left_out():
    """Is in the table: nothing is listed in vain."""
    assert {cells[0] for _, cells in host_rows(VECTORS)} > LEFT_OUT


@pytest.mark.parametrize("version", (20, 22, 24))
def test_node(version, place):
    check(json.loads(run(node(version), "run.mjs", cwd=place).stdout))


def test_a_copy_of_its_memory(place):
    """Of WebAssembly's: the two go on with other UUIDs."""
    assert run(node(22), "copies.mjs", cwd=place).stdout == "400\n"


def test_bun(place):
    check(json.loads(run(fetched("bun@1.4.5") / ".bin/bun", "run.mjs", cwd=place).stdout))


def test_deno(place):
    """Which needs no permission but that of reading the rows."""
    check(json.loads(run(fetched("deno@2.9.6") / ".bin/deno", "run", "--no-prompt",
                         "--allow-read=rows.json", "--node-modules-dir=manual", "run.mjs",
                         cwd=place, env={"DENO_DIR": str(place / "deno")}).stdout))


@pytest.fixture(scope="module")
def browser():
    driver = pytest.importorskip("chromium", reason="selenium is not installed").start()
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def address(place):
    """Of a server of the folder."""
    handler = type("Handler", (http.server.SimpleHTTPRequestHandler,), {
        "extensions_map": {".mjs": "text/javascript"}, "log_message": lambda *_: None})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(
            handler, directory=place)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


PAGE = """
    const [done] = arguments;
    const rows = fetch("/rows.json").then((got) => got.json());
    const modules = ["/node_modules/uuid9562/index.mjs", "/answers.mjs"];
    Promise.all([rows, ...modules.map((path) => import(path))]).then(([rows, uuid9562, { answers, facts }]) =>
        done({ answers: answers(uuid9562, rows), facts: facts(uuid9562) }));
"""
WORKER = """
    const [done] = arguments;
    const worker = new Worker("/worker.mjs", { type: "module" });
    worker.onerror = ({ message }) => done(message);
    worker.onmessage = ({ data }) => done(data);
"""


@pytest.mark.parametrize("script", (PAGE, WORKER), ids=("page", "worker"))
def test_chromium(script, address, browser):
    browser.get(address)
    check(browser.execute_async_script(script))


def test_bundled_in_a_file(place, browser):
    """With the address file://, and a policy that allows WebAssembly and no other compiler."""
    (place / "entry.mjs").write_text(
        "import { uuid7 } from 'uuid9562'; document.title = uuid7();")
    bundle = run(fetched("esbuild@0.28.2", NO_SCRIPTS) / ".bin/esbuild", "--bundle",
                 "--format=esm", "--minify", "--target=es2022", "entry.mjs", cwd=place).stdout
    (place / "page.html").write_text(
        "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; "
        f"script-src 'unsafe-inline' 'wasm-unsafe-eval'\"><script type=module>{bundle}</script>")
    browser.get((place / "page.html").as_uri())
    title = browser.execute_async_script(
        "const [done] = arguments;"
        "setInterval(() => document.title && done(document.title), 20);")
    assert uuid9562.version(title) == 7


# ---- with SQLite's own package

RFC = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
SCRIPT = """PRAGMA trusted_schema = OFF;
    CREATE TABLE t (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()) CHECK (uuid_version(id) = 7),
        text TEXT AS (uuid_str(id)), random TEXT DEFAULT (uuid4()), bytes BLOB DEFAULT (uuid4_blob()));
    CREATE INDEX i ON t (uuid_hex(id)); INSERT INTO t (random) VALUES (uuid7()), (uuid4())"""
VALUES = [
    f"'{RFC}'", f"upper('{RFC}')", f"X'{RFC.replace('-', '')}'", f"'{RFC}' || char(0)",
    "'00000000-0000-0000-0000-000000000000'", "'00000000-0000-7000-8000-000000000000'",
    "'ffffffff-ffff-7fff-bfff-ffffffffffff'", "'00000000-0000-1000-8000-000000000000'",
    "'017f22e2-79b0-7cc3-98c4-dc0c0co7398f'", "CAST(X'30ff' AS TEXT)", "X'00'", "''", "5", "0.5",
    "1645557742000", "1645557742000.0", "-1", "9223372036854775807", "'2022-02-22'", "NULL"]
EXPRESSIONS = [f"{name}({value})" for value in VALUES for name in (
    "uuid_str", "uuid_blob", "uuid_hex", "uuid_version", "uuid_timestamp", "uuid_timestamp_ms",
    "uuid_valid", "uuid_check", "uuid7_min", "uuid7_min_blob")] + [
        "(SELECT group_concat(typeof(id) || length(id) || (uuid_blob(text) = id)"
        " || uuid_version(random) || uuid_version(bytes) || typeof(bytes)) FROM t)",
        "(SELECT count(*) FROM t AS a JOIN t AS b ON a.id < b.id AND a.rowid < b.rowid)", "uuid7(1)"]


@pytest.fixture(scope="module")
def with_sqlite(place):
    """The folder, with the package, its functions and what to ask of them."""
    (place / "node_modules/@sqlite.org").symlink_to(
        fetched("@sqlite.org/sqlite-wasm@3.54.1-build1") / "@sqlite.org")
    shutil.copy(ROOT / "examples/hosts/sqlite_wasm.mjs", place)
    (place / "asked.json").write_text(json.dumps([SCRIPT, EXPRESSIONS]))
    return place


def check_as_the_extension(answers):
    """But for what is said of a wrong type, which has the names of JavaScript's."""
    connection = sqlite3.connect(":memory:")
    connection.enable_load_extension(True)
    connection.load_extension(str(EXTENSION.with_suffix("")))
    connection.executescript(SCRIPT)
    wrong, errors = [], 0
    for expression, answer in zip(EXPRESSIONS, answers, strict=True):
        try:
            expected, = connection.execute(f"SELECT quote({expression})").fetchone()
        except sqlite3.Error as error:
            expected = f"SQLITE_ERROR: sqlite3 result code 1: {error}"
            errors += 1
            if " must be " in expected:
                expected, answer = (text.partition(" must be ")[0].rpartition(" ")[0]
                                    for text in (expected, answer))
        if answer != expected:
            wrong.append((expression, expected, answer))
    assert wrong == []
    assert errors > 20


def test_sqlite_in_node(with_sqlite):
    script = """import { readFileSync } from 'node:fs'; import { answers } from './sqlite.mjs';
        console.log(JSON.stringify(await answers(...JSON.parse(readFileSync('asked.json')))));"""
    check_as_the_extension(json.loads(
        run(node(22), "--input-type=module", "-e", script, cwd=with_sqlite).stdout))


def test_sqlite_in_chromium(with_sqlite, address, browser):
    modules = {name: f"/node_modules/{name}/{path}" for name, path in (
        ("@sqlite.org/sqlite-wasm", "dist/index.mjs"), ("uuid9562", "index.mjs"))}
    (with_sqlite / "sqlite.html").write_text(
        f"<script type=importmap>{json.dumps({'imports': modules})}</script>")
    browser.get(f"{address}sqlite.html")
    check_as_the_extension(browser.execute_async_script("""
        const [done] = arguments;
        const asked = fetch("/asked.json").then((got) => got.json());
        Promise.all([asked, import("/sqlite.mjs")]).then(([asked, { answers }]) => answers(...asked))
            .then(done, ({ message }) => done([message]));
    """))


def test_sqlite_as_the_manual_has_it(with_sqlite):
    block, = (block for block in blocks(ROOT / "docs/hosts.md", run=False)
              if block.section == "In a browser")
    (with_sqlite / "manual.mjs").write_text("\n".join(block.lines))
    assert run(node(22), "manual.mjs", cwd=with_sqlite).stdout.split() == block.expected()


def test_types(place):
    """By tsc, which also sees that the formats are those of the core."""
    names = {kind: {one["name"] for one in uuid9562.formats() if one["binary"] == (kind == "Binary")
                    and one["writable"]} for kind in ("Binary", "Text")}
    declared = (place / "node_modules/uuid9562/index.d.mts").read_text()
    for kind, expected in names.items():
        union = re.search(rf"export type {kind}Format =(.+?);", declared, re.S)[1]
        assert set(re.findall(r"'(\w+)'", union)) == expected
    run(fetched(TYPESCRIPT, NO_SCRIPTS) / ".bin/tsc", "--noEmit", "--strict", "--module", "node16",
        "--target", "es2022", "--types", "", "types.mts", cwd=place)


def test_each_function_has_a_type(place):
    declared = (place / "node_modules/uuid9562/index.d.mts").read_text()
    script = (place / "node_modules/uuid9562/index.mjs").read_text()
    pattern = r"^export (?:function|const|class) (\w+)"
    assert set(re.findall(pattern, declared, re.M)) == set(re.findall(pattern, script, re.M))
