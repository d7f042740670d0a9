#!/bin/sh
# The faces in the versions of their hosts that ./dev test does not run: every Python from 3.9 on
# that is found by its name (python3.14, and python3.14t without the lock of the interpreter,
# python3.14d that counts all references), what PYTHONS names beside them, and every Lua.
# ./dev hosts runs it; what is not there is named.
set -u

cd "$(dirname "$0")/.." || exit 1
mkdir -p "${B:-build}/hosts"
b=$(cd "${B:-build}/hosts" && pwd)
passed=0 failed=0 skipped=0

skip() {
    echo "$1: skipped, $2"
    skipped=$((skipped + 1))
}

# python COMMAND: the suite of the Python package in that Python
python() {
    name=$(basename "$1")
    case $1 in */*) name=$("$1" -c 'import sys; print("python%d.%d" % sys.version_info[:2])') ;; esac
    folder=$b/$name
    command=$1
    if ! "$command" -c 'import setuptools' 2>/dev/null; then
        command=$folder/environment/bin/python
        if ! { [ -x "$command" ] || "$1" -m venv "$folder/environment"; } >"$folder.log" 2>&1 ||
            ! "$command" -m pip -q install setuptools >>"$folder.log" 2>&1; then
            skip "$name" "it has no setuptools, and none could be had"
            return
        fi
    fi
    if make -s B="$folder" PYTHON="$command" test-python >"$folder.log" 2>&1; then
        echo "$name: $(grep -E '^Ran ' "$folder.log"), $(tail -n 1 "$folder.log")"
        passed=$((passed + 1))
    else
        cat "$folder.log"
        echo "$name: failed"
        failed=$((failed + 1))
    fi
}

for minor in 9 10 11 12 13 14 15; do
    for kind in '' t d; do
        # pyenv has commands for versions that are not there
        if "python3.$minor$kind" -c '' 2>/dev/null; then
            python "python3.$minor$kind"
        elif [ -z "$kind" ] && ! echo " ${PYTHONS:-} " | grep -q "python3\.$minor "; then
            skip "python3.$minor" "not found"
        fi
    done
done
for command in ${PYTHONS:-}; do
    python "$command"
done

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
