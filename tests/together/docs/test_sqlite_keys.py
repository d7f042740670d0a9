"""docs/internals/sqlite-keys.md: its table and plots are those of its raw data."""

from harness import PYTHON, ROOT, run

DOCS = ROOT / "docs"


def test_page(tmp_path):
    table = run(PYTHON, "-B", ROOT / "bench/sqlite_chart.py",
                DOCS / "internals/sqlite-keys.tsv", tmp_path).stdout
    assert table in (DOCS / "internals/sqlite-keys.md").read_text(encoding="utf-8")
    plots = list(tmp_path.iterdir())
    assert len(plots) == 2
    for plot in plots:
        assert plot.read_text(encoding="utf-8") == (DOCS / plot.name).read_text(encoding="utf-8")
