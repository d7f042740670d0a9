#!/bin/sh
# The suite of the SQLite extension, in the sqlite3 shell and in C programs (programs.sh).
#
#   run.sh EXTENSION
#
# UUID9562_VECTORS names another file of vectors than tests/vectors.tsv; then the C programs and the
# manual, which read none, are left out.
set -u

extension=$1
here=$(dirname "$0")
vectors=${UUID9562_VECTORS:-$here/../vectors.tsv}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

awk -f "$here/vectors.awk" "$vectors" >"$scratch/vectors.sql" || failed=1
sh "$here/check.sh" "$extension" "$scratch/vectors.sql" "$here/audit.sql" "$here/errors.sql" \
    "$here/entry.sql" "$here/entry_schema.sql" "$here/forms.sql" "$here/generators.sql" \
    "$here/schema.sql" "$here/tables.sql" "$here/utf16.sql" || failed=1
CHECK_SETUP='.dbconfig defensive on' sh "$here/check.sh" "$extension" "$here/schema.sql" || failed=1
sh "$here/entry.sh" "$extension" || failed=1
OPENSSL_CONF=$here/../no-crypto.cnf sh "$here/check.sh" "$extension" "$here/refused.sql" || failed=1
if [ -n "${UUID9562_CLOCK:-}" ]; then
    for clock in broken 1969 2600; do
        TEST_CLOCK=$clock LD_PRELOAD=$UUID9562_CLOCK sh "$here/check.sh" "$extension" \
            "$here/no_clock.sql" || failed=1
    done
else
    echo "sql no_clock.sql: skipped, no UUID9562_CLOCK"
fi

# loading NAME EXPECTED SHELL...: what a shell prints that is to load the extension
loading() {
    name=$1
    expected=$2
    shift 2
    got=$("$@" 2>&1)
    if [ "$got" = "$expected" ]; then
        echo "sql $name: 1 passed, 0 failed"
    else
        echo "sql $name: $got"
        failed=1
    fi
}
# Once more while a statement runs, which is no error; and by its name in the folder where it lies.
loading load_extension "1
7" "${SQLITE3:-sqlite3}" -cmd ".load $extension" :memory: \
    "SELECT load_extension('$extension') IS NULL" "SELECT uuid_version(uuid7_min(0))"
loading '.load ./uuid9562' 7 sh -c 'cd "$(dirname "$2")" && exec "$1" -cmd ".load ./uuid9562" \
    :memory: "SELECT uuid_version(uuid7())"' sh "${SQLITE3:-sqlite3}" "$extension"
if [ -z "${UUID9562_VECTORS:-}" ]; then
    sh "$here/programs.sh" "$extension" || failed=1
    sh "$here/manual.sh" "$extension" || failed=1
fi
sh "$here/surface.sh" "$extension" "$here/../surface.tsv" || failed=1
exit $failed
