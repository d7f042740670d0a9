"""The corpus of uuid_audit (tests/hosts/sqlite/audit_corpus.py) beside the programs that it stands
for, where a registry has them; `make sqlite-hosts`. They write the same for the same UUIDs, and the
audit finds in what they generate what it finds in the corpus.
"""

import functools
import json
import random

import pytest
from audit_corpus import KINDS, WRITINGS, guid, halves, random_bits
from ecosystem import install, new_environment
from harness import run
from loaded import PLACE, toolchain
from node import modules
from test_corpus import audit, database, differing, store  # noqa: F401 (database is a fixture)

PYPI = "uuid7", "shortuuid", "python-ulid", "pymongo", "uuid6", "uuid-utils"
# Each in a language: what the corpus has, an expression of u, and what it needs. The first have 16
# bytes or a text for each UUID on their input; the others give 300 of their own, as hex digits.
WRITES = [
    ("Python", WRITINGS["shortuuid"], "shortuuid.encode(u)"),
    ("Python", WRITINGS["ulid"], "str(ulid.ULID(u.bytes))"),
    ("Python", bytes.hex, "bson.Binary.from_uuid(u, 3).hex()"),  # PYTHON_LEGACY
    ("Python", lambda b: halves(b).hex(), "bson.Binary.from_uuid(u, 5).hex()"),  # JAVA_LEGACY
    ("Python", lambda b: guid(b).hex(), "bson.Binary.from_uuid(u, 6).hex()"),  # CSHARP_LEGACY
    ("Python", lambda b: guid(b).hex(), "u.bytes_le.hex()"),
    ("Node.js", WRITINGS["flickr58"], "require('short-uuid').createTranslator().fromUUID(u)"),
    ("Node.js", WRITINGS["base64"], "Buffer.from(u.replaceAll('-', ''), 'hex').toString('base64')")]
GENERATES = [
    ("Python", "36-bit seconds as blob", "uuid_extensions.uuid7().hex"),
    ("Python", "monotonic ulids as blob", "ulid.ULID().hex"),
    ("Python", "v1 of CPython as blob", "uuid.uuid1().hex"),
    ("Python", "v6 of PyPI's uuid6 as blob", "uuid6.uuid6().hex"),
    ("Python", "v7 as blob", "uuid6.uuid7().hex"),
    ("Python", "v8 as blob", "uuid6.uuid8().hex"),
    ("Python", "v1 as blob", "uuid_utils.uuid1().hex"),
    ("Python", "v4 as blob", "uuid_utils.uuid4().hex"),
    ("Python", "v6 of JUG as blob", "uuid_utils.uuid6().hex"),
    ("Python", "v7 of CPython, Rust as blob", "uuid_utils.uuid7().hex"),
    ("Node.js", "v1 of npm's uuid as blob", "require('uuid').v1().replaceAll('-', '')"),
    ("Node.js", "v4 as blob", "crypto.randomUUID().replaceAll('-', '')"),
    ("Node.js", "v6 of JUG as blob", "require('uuid').v6().replaceAll('-', '')"),
    ("Node.js", "v7 of npm's uuid as blob", "require('uuid').v7().replaceAll('-', '')"),
    ("Node.js", "ulids as ulid", "require('ulid').ulid()")]
PROGRAMS = {
    "Python": """
import importlib.util, json, sys, uuid
names = {name: importlib.import_module(name) for name in
         "bson shortuuid ulid uuid uuid6 uuid_extensions uuid_utils".split()
         if importlib.util.find_spec(name)}
print(json.dumps([eval(sys.argv[1], {**names, "u": uuid.UUID(u)}) for u in json.load(sys.stdin)]))
""",
    "Node.js": """
const us = JSON.parse(require('fs').readFileSync(0));
console.log(JSON.stringify(us.map(u => eval(process.argv[1]))));
"""}


@functools.lru_cache(maxsize=None)
def language(name):
    """The command that runs a program of it, and its environment."""
    if name == "Node.js":
        toolchain("node")()
        folder = modules(PLACE / "npm/corpus", "short-uuid@6.0.3", "ulid@3.0.2", "uuid@14.0.3")
        return ["node", "-e"], {"NODE_PATH": str(folder)}
    python = PLACE / "pypi/bin/python"
    if not python.exists():
        python = new_environment(PLACE / "pypi")
        install(python, PYPI)
    return [python, "-c"], {"PYTHONPATH": ""}


def values(name, expression):
    """What it gives for each of 300 UUIDs."""
    uuids = random_bits(4)(random.Random(9562), 300)
    command, environment = language(name)
    given = json.dumps([WRITINGS["canonical"](one) for one in uuids])
    done = run(*command, PROGRAMS[name], expression, check=False, input=given, stdin=None,
               env=environment)
    if done.returncode:
        pytest.skip(f"{expression}: {done.stderr.strip()[-200:]}")
    return uuids, json.loads(done.stdout)


@pytest.mark.parametrize("name, writing, expression", WRITES, ids=[row[2] for row in WRITES])
def test_writes(name, writing, expression):
    uuids, written = values(name, expression)
    assert written == [writing(one) for one in uuids]


@pytest.mark.parametrize("name, kind, expression", GENERATES, ids=[row[2] for row in GENERATES])
def test_generates(database, name, kind, expression):  # noqa: F811
    made = values(name, expression)[1]
    store(database, made if KINDS[kind].writing == "ulid" else [bytes.fromhex(one) for one in made])
    found = dict(audit(database))
    assert not differing(found, dict.fromkeys(KINDS[kind].findings, len(made)))
