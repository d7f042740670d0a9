#!/bin/sh
# Compares what the extension adds to SQLite with the SQL column of tests/surface.tsv.
#
#   surface.sh EXTENSION SURFACE
set -eu

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Functions as name/argument counts, then tables and collations by name alone.
list() {
    "${SQLITE3:-sqlite3}" "$@" :memory: \
        "SELECT name || '/' || group_concat(narg) FROM
             (SELECT DISTINCT name, narg FROM pragma_function_list ORDER BY name, narg) GROUP BY name
         UNION ALL SELECT name || '/table' FROM pragma_module_list
         UNION ALL SELECT name || '/collation' FROM pragma_collation_list" | LC_ALL=C sort
}
list >"$scratch/without"
list -cmd ".load $1" >"$scratch/with"
LC_ALL=C comm -13 "$scratch/without" "$scratch/with" >"$scratch/got"
awk -F'\t' '!/^#/ && $2 != "-" && $2 != "" { print $2 }' "$2" | LC_ALL=C sort >"$scratch/expected"

count=$(wc -l <"$scratch/expected")
if diff "$scratch/expected" "$scratch/got"; then
    echo "sql surface: $count passed, 0 failed"
else
    echo "sql surface: is not the one that is written down (< written, > found)"
    exit 1
fi
