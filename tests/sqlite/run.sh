#!/bin/sh
# The suite of the SQLite extension, in the sqlite3 shell.
#
#   run.sh EXTENSION
#
# UUID9562_VECTORS names another file of vectors than tests/vectors.tsv.
set -u

extension=$1
here=$(dirname "$0")
vectors=${UUID9562_VECTORS:-$here/../vectors.tsv}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

awk -f "$here/vectors.awk" "$vectors" >"$scratch/vectors.sql" || failed=1
sh "$here/check.sh" "$extension" "$scratch/vectors.sql" "$here/errors.sql" "$here/generators.sql" \
    "$here/schema.sql" "$here/tables.sql" || failed=1
OPENSSL_CONF=$here/../no-crypto.cnf sh "$here/check.sh" "$extension" "$here/refused.sql" || failed=1
if [ -n "${UUID9562_CLOCK:-}" ]; then
    for clock in broken 1969 2600; do
        TEST_CLOCK=$clock LD_PRELOAD=$UUID9562_CLOCK sh "$here/check.sh" "$extension" \
            "$here/no_clock.sql" || failed=1
    done
else
    echo "sql no_clock.sql: skipped, no UUID9562_CLOCK"
fi
# Loading it once more, while a statement runs, is no error.
again=$("${SQLITE3:-sqlite3}" -cmd ".load $extension" :memory: \
    "SELECT load_extension('$extension') IS NULL" "SELECT uuid_version(uuid7_min(0))" 2>&1)
if [ "$again" = "1
7" ]; then
    echo "sql load_extension: 1 passed, 0 failed"
else
    echo "sql load_extension: $again"
    failed=1
fi
sh "$here/surface.sh" "$extension" "$here/../surface.tsv" || failed=1
exit $failed
