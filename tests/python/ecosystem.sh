#!/bin/sh
# The Python package among those that programs use it with: a virtual environment in build/, our
# source distribution installed in it as anyone would, and then the tests with other packages, the
# manual, and what mypy says of the types. ./dev ecosystem runs it, and nothing else needs it.
#
# Each package comes from the package index on its own. One that cannot be had, and every one where
# there is no network, is skipped by its name. PYTHON names the Python.
set -u

cd "$(dirname "$0")/../.." || exit 1
tree=$(pwd)
python=$(command -v "${PYTHON:-python3}") || { echo "ecosystem: no ${PYTHON:-python3}"; exit 1; }
unset PYTHONPATH PYTHONHOME
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])') || exit 1
mkdir -p "${B:-build}/ecosystem" && place=$(cd "${B:-build}/ecosystem" && pwd) || exit 1
place=${place:?}/${version:?}
rm -rf "$place"
mkdir "$place" && cd "$place" || exit 1
venv=$place/venv/bin/python
passed=0 failed=0 skipped=0

# What is asked of the index, and what it is imported as.
packages='
orjson              orjson
msgspec             msgspec
pydantic            pydantic
sqlalchemy          sqlalchemy
django              django
psycopg[binary]     psycopg
freezegun           freezegun
time-machine        time_machine
numpy               numpy
pyarrow             pyarrow
uuid-utils          uuid_utils
fastuuid            fastuuid
mypy                mypy
'

# What stubtest may find.
allowed='
# It lists the names that there are; in the stub nothing but these is exported.
uuid9562.__all__
'

# check WHAT COMMAND...: the command succeeds, and says what it has to say only where it does not
check() {
    what=$1
    shift
    if "$@" >log 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "ecosystem: FAILED: $what"
        cat log
        return 1
    fi
}

skip() {
    skipped=$((skipped + 1))
    echo "ecosystem: skipped: $*"
}

summary() {
    [ -z "${used:-}" ] || echo "ecosystem: $used"
    echo "ecosystem: Python $version: $passed passed, $failed failed, $skipped skipped"
    [ $failed = 0 ]
    exit
}

# get REQUIREMENT: from the index into the environment; nothing is compiled for it
get() { "$venv" -m pip -q install --retries 1 --only-binary :all: "$@" >log 2>&1; }

# has_setuptools PYTHON: what pyproject.toml asks for
least=$(sed -n 's/^requires = \["setuptools>=\([0-9.]*\)"\]/\1/p' "$tree/pyproject.toml")
has_setuptools() {
    "$1" -c 'import setuptools, sys
def number(version): return [int(part) for part in version.split(".")[:2]]
assert number(setuptools.__version__) >= number(sys.argv[1])' "$least" 2>/dev/null
}

if ! "$python" -m venv venv >log 2>&1; then
    skip "everything: $python makes no virtual environment (Debian: python3-venv): $(tail -n 1 log)"
    summary
fi
export PIP_DISABLE_PIP_VERSION_CHECK=1
if get --force-reinstall setuptools; then online=yes; else online=no; fi

# ---- ours: a source distribution, made of a copy of the tree and used where nothing of it is

builder=$venv
has_setuptools "$builder" || builder=$python
if ! has_setuptools "$builder"; then
    skip "everything: no setuptools $least, neither from the index nor of $python"
    summary
fi
mkdir copy
(cd "$tree" && tar -cf - --exclude=./.git --exclude=./build .) | tar -xf - -C copy
(cd copy && "$builder" -c 'from setuptools.build_meta import build_sdist; build_sdist("..")') \
    >log 2>&1 || { cat log; exit 1; }
rm -rf copy
sdist=$(ls uuid9562-*.tar.gz)
if [ $online = yes ]; then
    check "pip install $sdist" "$venv" -m pip -q install "$sdist" || summary
else
    skip "pip install: no setuptools from the index; the package is built without pip"
    site=$("$venv" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')
    tar -xf "$sdist"
    (cd "${sdist%.tar.gz}" && "$builder" setup.py -q build --build-lib "$site" >../log 2>&1) ||
        { cat log; exit 1; }
    rm -rf "${sdist%.tar.gz}"
fi
check "it is the one of the environment" "$venv" -c "
import sys, uuid9562
assert uuid9562.__file__.startswith(sys.prefix), uuid9562.__file__
uuid9562.loadable_path()" || summary

# ---- theirs

names=
while read -r requirement module; do
    if [ -z "$requirement" ]; then
        :
    elif get "$requirement"; then
        check "import $module" "$venv" -c "import $module" && names="$names ${requirement%%\[*}"
    else
        skip "$requirement: $(grep . log | tail -n 1)"
    fi
done <<END
$packages
END
used=$(PYTHONPATH=$tree/tests/python "$venv" -B -c '
import importlib.metadata, platform, sqlite3, sys
import postgresql, uuid9562
print("exercised:", ", ".join([
    f"CPython {platform.python_version()}", f"SQLite {sqlite3.sqlite_version}",
    postgresql.version(), f"uuid9562 {uuid9562.__version__}",
    *(f"{name} {importlib.metadata.version(name)}" for name in sys.argv[1:])]))' $names)

# ---- the tests; what they have to say goes where it always does

"$venv" -B -c '
import sys, unittest

class Tally(unittest.TextTestResult):
    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        print(f"ecosystem: skipped: {test.id()}: {reason}", flush=True)

tally, folder, *names = sys.argv[1:]
sys.path.insert(0, folder)
suite = unittest.defaultTestLoader.loadTestsFromNames(names)
result = unittest.TextTestRunner(resultclass=Tally, verbosity=0).run(suite)
failed = len(result.failures) + len(result.errors)
with open(tally, "w") as file:
    print(result.passed, failed, len(result.skipped), file=file)
' "$place/tally" "$tree/tests/python" test_consumers test_databases test_arrays \
    test_python_manual || echo 0 1 0 >tally
read -r ok wrong without <tally
passed=$((passed + ok)) failed=$((failed + wrong)) skipped=$((skipped + without))

# ---- the types

case $names in
*mypy*)
    check "a program of all public names" \
        env PYTHONPATH="$tree/tests/python" "$venv" -B "$tree/tests/python/typed.py" uses.py &&
        check "mypy --strict" "$venv" -m mypy --config-file= --strict uses.py
    echo "$allowed" >allowed
    check "stubtest" "$venv" -m mypy.stubtest --mypy-config-file= --allowlist allowed uuid9562
    ;;
*) skip "the types: there is no mypy" ;;
esac
summary
