#!/bin/sh
# docs/sqlite.md, held to its word: every function is in it, its SQL prints what it says, its C
# programs work.
#
#   manual.sh EXTENSION
#
# In the manual a statement may go over several lines. What it prints stands behind it or below it,
# a row a line; of a query plan the words of its step. NULL is printed as NULL. Each section has an
# empty database of its own.
set -u

extension=$1
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
manual=$root/docs/sqlite.md
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# Every name of the surface has its signature in a table and stands in an example.
awk '/^```sql$/ { on = 1 } /^```$/ { on = 0 } on' "$manual" >"$scratch/examples"
awk -F'\t' '!/^#/ && $2 != "-" { sub("/.*", "", $2); print $2 }' "$here/../surface.tsv" |
    while read -r name; do
        grep -q '^|.*`'"$name"'[(`]' "$manual" || echo "sql manual: $name is in no table"
        grep -qw "$name" "$scratch/examples" || echo "sql manual: $name has no example"
    done >"$scratch/missing"
cat "$scratch/missing"
[ -s "$scratch/missing" ] && failed=1

# Into the files of check.sh, where a statement is a line, a file for each section that has any.
awk -v scratch="$scratch" '
    function finish() {
        if (statement != "")
            print statement (shown ? " -- => " (plan ? "QUERY PLAN|`--" : "") result : "") >file
        statement = result = ""
        shown = 0
    }
    !fence && /^#/ { file = sprintf("%s/sqlite.md:%04d.sql", scratch, NR) }
    /^```/ { finish(); fence = !fence && $0 == "```sql" ? 1 : 0; next }
    !fence || /^\./ || /^$/ { next }
    /^-- => / { result = result (shown++ ? "|" : "") substr($0, 7); next }
    done { finish() }
    {
        line = $0
        if (match(line, / *-- => /)) {
            result = substr(line, RSTART + RLENGTH)
            shown = 1
            line = substr(line, 1, RSTART - 1)
        }
        done = sub(/;$/, "", line)
        sub(/^ +/, statement == "" ? "" : " ", line)
        statement = statement line
        plan = statement ~ /^EXPLAIN QUERY PLAN/
    }' "$manual"
printf '#!/bin/sh\nexec "%s" -nullvalue NULL "$@"\n' "${SQLITE3:-sqlite3}" >"$scratch/sqlite3"
chmod +x "$scratch/sqlite3"
SQLITE3=$scratch/sqlite3 sh "$here/check.sh" "$extension" "$scratch"/*.sql || failed=1

# The C programs: each names its file in its first line, and the command that builds it is below.
mkdir "$scratch/build"
ln -s "$(cd "$(dirname "$extension")" && pwd)" "$scratch/build/sqlite"
ln -s "$root/core" "$root/sqlite" "$scratch"
for program in load static; do
    awk -v title="/* $program.c */" '$0 == title { on = 1 } /^```$/ { on = 0 } on' "$manual" \
        >"$scratch/$program.c"
    command=$(sed -e :more -e '/\\$/N' -e 's/\\\n *//' -e tmore "$manual" |
        grep "^cc .*$program\.c ")
    if (cd "$scratch" && ${CC:-cc} -Wall -Wextra ${command#cc} && "./$program"); then
        echo "sql manual $program.c: 1 passed, 0 failed"
    else
        echo "sql manual $program.c: FAILED"
        failed=1
    fi
done
exit $failed
