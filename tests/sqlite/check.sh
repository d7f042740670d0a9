#!/bin/sh
# Runs SQL in the sqlite3 shell and compares what comes of it.
#
#   check.sh EXTENSION FILE...
#
# Each line of a FILE is one statement, or a comment. `-- => text` at its end says what it prints
# (columns and rows joined by |), `-- => ~ expression` what that matches, `-- => error: text` that it
# fails with a message that contains the text, `-- => error~ expression` with one that matches; a
# line without any of them prints nothing and does not fail. All lines of a file run in one
# connection, to an empty database of its own, in a shell that was given the command of CHECK_SETUP
# before, where that is set.
set -u

extension=$1
shift
here=$(dirname "$0")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Line n of the file becomes line 2n of the script, after a line that marks its output. Messages
# name the line of the script.
script() {
    awk '{ print ".print @" NR; sub(/ *-- => .*$/, ""); print ($0 ~ /^(--|$)/ ? "" : $0 ";") }' "$1"
}

failed=0
for file; do
    script "$file" |
        "${SQLITE3:-sqlite3}" -batch -cmd ".load $extension" -cmd "${CHECK_SETUP:-.bail off}" \
            "$scratch/$(basename "$file").db" >"$scratch/out" 2>"$scratch/err"
    awk -v title="sql $(basename "$file")" -v output_file="$scratch/out" -v error_file="$scratch/err" \
        -f "$here/compare.awk" "$scratch/out" "$scratch/err" "$file" || failed=1
done
exit $failed
