"""docs/internals/sqlite-keys.md: its table and plots are those of its raw data, and what measures
them (./dev bench keys) runs, on few rows."""

import csv

from harness import BUILD, PYTHON, ROOT, make, run

DOCS = ROOT / "docs"


def chart(data, folder):
    """The table; the plots are in the folder."""
    return run(PYTHON, "-B", ROOT / "bench/sqlite_chart.py", data, folder).stdout


def test_page(tmp_path):
    table = chart(DOCS / "internals/sqlite-keys.tsv", tmp_path)
    assert table in (DOCS / "internals/sqlite-keys.md").read_text(encoding="utf-8")
    plots = list(tmp_path.iterdir())
    assert len(plots) == 2
    for plot in plots:
        assert plot.read_text(encoding="utf-8") == (DOCS / plot.name).read_text(encoding="utf-8")


def test_program(tmp_path):
    make(BUILD / "bench/sqlite_keys")
    data = run(BUILD / "bench/sqlite_keys", tmp_path, 10000, 1, "* 16000").stdout
    assert not list(tmp_path.iterdir())
    ends = {(row["key"], row["type"], row["table"], row["payload"]): row
            for row in csv.DictReader(data.splitlines(), delimiter="\t") if row["fill"]}
    assert len(ends) == 20 and {row["rows"] for row in ends.values()} == {"10000"}
    for layout, row in ends.items():
        assert 0.8 < float(row["fill"]) <= float(row["vacuumed_fill"]) <= 1, layout
        assert int(row["file_pages"]) <= int(row["wal_pages"]), layout
        if layout[0] == "4":
            beside = ends["7", *layout[1:]]
            assert int(row["wal_pages"]) > 1.5 * int(beside["wal_pages"]), layout
    (tmp_path / "data.tsv").write_text(data)
    assert chart(tmp_path / "data.tsv", tmp_path).count("\n") == 12
