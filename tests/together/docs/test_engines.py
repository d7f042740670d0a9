"""examples/engines, each with the packages that it imports; `make ecosystem` installs them."""

import ast
import shutil

import pytest
from examples import compare, expected
from harness import PACKAGE, PYTHON, ROOT, run

PROGRAMS = sorted((ROOT / "examples/engines").glob("*.py"))
ARGUMENTS = {"parquet": ["files", "200001", "4"], "spark": ["files"], "duckdb_keys": ["."],
             "duckdb_sqlite": ["."]}
# Where a machine has the loader of musl, Spark's snappy takes it for one of musl alone, and fails.
ENVIRONMENT = {"spark": {"PYSPARK_SUBMIT_ARGS": "--conf spark.sql.parquet.compression.codec="
                                                "uncompressed pyspark-shell"}}


def needs(program):
    """The packages that a program imports, but ours."""
    names = []
    for node in ast.walk(ast.parse(program.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module)
    return [name for name in names if name != "uuid9562"]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_engine(program, tmp_path):
    environment = {"PYTHONPATH": str(PACKAGE), **ENVIRONMENT.get(program.stem, {})}
    for name in needs(program):
        if run(PYTHON, "-c", f"import {name}", check=False, env=environment).returncode != 0:
            pytest.skip(f"{name} is not installed")
    if program.stem == "spark" and not shutil.which("java"):
        pytest.skip("java is not installed")
    shown = run(PYTHON, "-B", program, *ARGUMENTS.get(program.stem, ()), cwd=tmp_path,
                env=environment).stdout
    said = expected(program.read_text(encoding="utf-8").splitlines())
    assert said, f"{program} promises nothing"
    compare(program, said, shown.splitlines())
