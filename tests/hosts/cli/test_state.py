"""state: a state file, shown and made; and generate with one."""

import json
import re
from datetime import datetime, timezone

import pytest

from cli import expect, expect_misuse, lines, output, uuid9562

TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z"
OPEN = "the state file cannot be opened or created: "


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state"


def generate(path, version):
    return output(["generate", f"-{version}"], env={"UUID9562_STATE": str(path)}).strip()


def test_text(path):
    made = generate(path, 1)
    fields = json.loads(output(["inspect", "--json", made]))
    shown = output(["state", path])
    assert re.fullmatch(f"node       0x{fields['node']:012x}\n"
                        f"clock_seq  {fields['clock_seq']}\nlast       ({TIME})\n"
                        f"lead       \\d\\.\\d{{9}}\nuntil      ({TIME})\n", shown)
    assert f"\nlast       {fields['time'][:-1]}" in shown


def seconds(time):
    whole, _, fraction = time.rstrip("Z").partition(".")
    moment = datetime.fromisoformat(whole).replace(tzinfo=timezone.utc)
    return int(moment.timestamp()) + int(fraction) / 1e9


def test_json(path):
    made = generate(path, 1)
    fields = json.loads(output(["inspect", "--json", made]))
    told = json.loads(output(["state", "-j", path]))
    assert list(told) == ["node", "clock_seq", "last", "lead", "until"]
    assert (told["node"], told["clock_seq"]) == (fields["node"], fields["clock_seq"])
    assert re.fullmatch(TIME, told["last"]) and re.fullmatch(TIME, told["until"])
    assert abs(seconds(told["last"]) - fields["unix_ms"] / 1000) < 1
    assert 0 <= told["lead"] < 1 and 4 < seconds(told["until"]) - seconds(told["last"]) < 600


def test_lead(path):
    """Of a time that was taken when the clock was 3 seconds ahead."""
    generate(path, 7)
    data = bytearray(path.read_bytes())
    last = int.from_bytes(data[8192:8200], "little")
    assert abs(last / 1e9 - datetime.now().timestamp()) < 60
    data[8192:8200] = (last + 3 * 10**9).to_bytes(8, "little")
    path.write_bytes(data)
    assert 1 < json.loads(output(["state", "-j", path]))["lead"] <= 3


def test_looking_creates_none(path):
    expect(["state", path], "", OPEN + f"No such file or directory: {path}", code=3)
    assert not path.exists()


def test_create(path):
    expect(["state", "--create", path])
    assert path.stat().st_mode & 0o777 == 0o600
    first = path.read_bytes()
    expect(["state", "--create", path], "", OPEN + f"File exists: {path}", code=3)
    assert path.read_bytes() == first
    assert "\nlast       1970-01-01T00:00:00.000000001Z\n" in output(["state", path])


@pytest.mark.parametrize("way", ("--create", "--replace"))
def test_node_and_mode(path, way):
    expect(["state", way, "--node", "0x1234", "--mode", "640", path])
    assert path.stat().st_mode & 0o777 == 0o640
    assert output(["state", path]).startswith("node       0x000000001234\n")
    assert generate(path, 1).endswith("-000000001234")


def test_replace(path):
    path.write_text("damaged")
    expect(["state", path], "",
           "not a state file, or a damaged one; if damaged, replace it (uuid9562 state --replace): "
           f"{path}",
           code=3)
    expect(["state", "--replace", path])
    first = output(["state", path])
    expect(["state", "--replace", path])
    assert output(["state", path]) != first


def test_files_that_cannot_be_used(path, tmp_path):
    expect(["state", tmp_path], "", OPEN + f"Is a directory: {tmp_path}", code=3)
    none = tmp_path / "none/state"
    expect(["state", "--create", none], "", OPEN + f"No such file or directory: {none}", code=3)
    output(["state", "--create", "--mode", "666", path])
    code, out, err = uuid9562(["state", path])
    assert (code, out) == (3, "") and "everyone may write it" in err
    (tmp_path / "link").symlink_to(path)
    expect(["state", tmp_path / "link"], "", OPEN + f"Too many levels of symbolic links: {tmp_path}/link",
           code=3)


def test_generate(path, tmp_path):
    made = [generate(path, version) for version in (7, 7, 7, 6, 6)]
    assert made[:3] == sorted(made[:3]) and made[3:] == sorted(made[3:]) and len({*made}) == 5
    none = {"UUID9562_STATE": f"{tmp_path}/none/state"}
    expect(["generate", "-7"], "", f"{OPEN}No such file or directory: {tmp_path}/none/state "
                                   "(UUID9562_STATE)", code=3, env=none)
    assert output(["generate", "-4"], env=none)


@pytest.mark.parametrize("arguments, message", (
    ([], "missing FILE"),
    (["a", "b"], "unexpected argument: b"),
    (["--create", "--replace", "a"], "--create cannot be used with --replace"),
    (["--node", "5", "a"], "--node cannot be used without --create or --replace"),
    (["--mode", "600", "a"], "--mode cannot be used without --create or --replace"),
    (["--create", "--json", "a"], "--json cannot be used with --create or --replace"),
    *((["--create", "--mode", mode, "a"], f"--mode: invalid mode: {mode}; expected octal 0 to 777")
      for mode in ("", "8", "1000", "07777", "-1", "rw", "600 ")),
    (["--create", "--node", "x", "a"], "--node: not a number: x"),
    (["--create", "--node", "281474976710656", "a"], "node is out of range: 0 to 281474976710655"),
    (["--create", "--node", "@nothing", "a"], "unknown node; expected a number or @host")))
def test_misuse(arguments, message, tmp_path):
    expect_misuse(["state", *arguments], message)


def test_help():
    text = output(["state", "--help"])
    assert "--replace" in text and "rm removes it" in text and "--count" not in text
    assert lines("  uuid9562 state [OPTION]... FILE") in output(["--help"])
