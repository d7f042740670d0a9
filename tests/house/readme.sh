#!/bin/sh
# The examples of README.md, run as they stand there: SQL and Lua against the results that their
# comments promise, Python as a doctest, C by compiling it with the command that stands below it.
set -u

cd "$(dirname "$0")/../.." || exit 1
b=${B:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# block LANGUAGE: the code between the fences
block() { awk -v fence='```'"$1" '$0 == fence { on = 1; next } /^```$/ { on = 0 } on' README.md; }

block sql | grep -v '^\.load' | sed 's/; -- => / -- => /; s/;$//' >"$scratch/readme.sql"
SQLITE3=${SQLITE3:-sqlite3} sh tests/sqlite/check.sh "$b/sqlite/uuid9562" "$scratch/readme.sql" ||
    failed=1

block lua >"$scratch/readme.lua"
sed -n 's/.*--> //p' "$scratch/readme.lua" >"$scratch/expected"
LUA_CPATH="$b/lua/?.so" "${LUA:-lua5.4}" "$scratch/readme.lua" >"$scratch/got"
diff "$scratch/expected" "$scratch/got" || failed=1

PYTHONPATH="$b/python" "${PYTHON:-python3}" -B -m doctest -o ELLIPSIS README.md || failed=1

block c >example.c
command=$(block sh | grep '^cc .*example\.c')
$command -Wall -Wextra -Wpedantic -o "$scratch/readme" || failed=1
rm -f example.c
"$scratch/readme" | grep -Eqx '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}' ||
    failed=1

[ $failed = 0 ] && echo "examples of README.md: as they say" || echo "examples of README.md: FAILED"
exit $failed
