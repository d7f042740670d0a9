#!/bin/sh
# A suite that cannot fail is worse than none: each of the four must go red for a wrong vector, for
# a wrong error, and for an operation that it does not know.
set -u

cd "$(dirname "$0")/../.." || exit 1
b=${B:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

run_core() { "$b/tests/core"; }
run_sqlite() { sh tests/sqlite/run.sh "$b/sqlite/uuid9562"; }
run_lua() { LUA_CPATH="$b/lua/?.so" "${LUA:-lua5.4}" tests/lua/run.lua vectors; }
run_python() {
    PYTHONPATH="$b/python" "${PYTHON:-python3}" -B -m unittest discover -s tests/python \
        -t tests/python -p test_vectors.py
}

# wrong NAME: the vectors of $scratch/NAME.tsv must make every suite fail
wrong() {
    for suite in core sqlite lua python; do
        if (export UUID9562_VECTORS="$scratch/$1.tsv" CK_RUN_CASE=vectors; run_$suite) \
            >/dev/null 2>&1; then
            echo "wrong vectors: the suite of $suite does not see $1"
            failed=1
        fi
    done
}

good='uuid5	s:2ed6657d-e927-568b-95e1-2665a8aea6a2	s:@dns	s:www.example.com'
printf '%s\n' "$good" | tee "$scratch/good.tsv" | sed 's/s:2ed/s:3ed/' >"$scratch/a-wrong-result.tsv"
printf '%s\nparse\ts:6ba7b810-9dad-11d1-80b4-00c04fd430c8\ts:nonsense\n' "$good" \
    >"$scratch/an-error-for-a-result.tsv"
printf '%s\nuuid7_min\ts:00000000-0000-7000-8000-000000000000\ti:-1\n' "$good" \
    >"$scratch/a-refused-argument.tsv"
printf '%s\nparse\te:malformed@3\ts:nonsense\n' "$good" >"$scratch/a-wrong-offset.tsv"
printf '%s\nuuid7_min\te:type\ti:-1\n' "$good" >"$scratch/a-wrong-class-of-error.tsv"
printf '%s\nuuid9\ts:x\ts:y\n' "$good" >"$scratch/an-unknown-operation.tsv"

for suite in core sqlite lua python; do
    if ! (export UUID9562_VECTORS="$scratch/good.tsv" CK_RUN_CASE=vectors; run_$suite) \
        >"$scratch/log" 2>&1; then
        echo "wrong vectors: the suite of $suite fails for a right one"
        cat "$scratch/log"
        failed=1
    fi
done
for kind in a-wrong-result an-error-for-a-result a-refused-argument a-wrong-offset \
    a-wrong-class-of-error \
    an-unknown-operation; do
    wrong $kind
done
[ $failed = 0 ] && echo "wrong vectors: seen by all four suites"
exit $failed
