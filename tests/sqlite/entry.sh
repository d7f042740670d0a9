#!/bin/sh
# uuid_entry_create between databases and connections: entry.sql and entry_schema.sql under other settings, then what an
# entry is after a dump, a copy, another shell, with the extension and without.
#
#   entry.sh EXTENSION
set -u

extension=$1
here=$(dirname "$0")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
sqlite3=${SQLITE3:-sqlite3}
failed=0
passed=0

for setup in '.dbconfig defensive on' '.dbconfig dqs_ddl off' '.dbconfig dqs_dml off' \
    "PRAGMA encoding = 'UTF-16le'" 'PRAGMA journal_mode = WAL'; do
    CHECK_SETUP=$setup sh "$here/check.sh" "$extension" "$here/entry.sql" "$here/entry_schema.sql" \
        >"$scratch/out" || {
        echo "with $setup:"
        cat "$scratch/out"
        failed=1
    }
done

# sql DATABASE SQL...: what the shell says of it, errors too
sql() {
    database=$1
    shift
    "$sqlite3" -batch -cmd ".load $extension" "$database" "$@" 2>&1
}

# expect NAME EXPECTED GOT: EXPECTED is a pattern of the shell
expect() {
    # shellcheck disable=SC2254
    case $3 in
    $2) passed=$((passed + 1)) ;;
    *)
        printf 'sql entry.sh: %s:\n    expected: %s\n    got: %s\n' "$1" "$2" "$3"
        failed=1
        ;;
    esac
}

# still NAME DATABASE: the three rows of t have the UUIDs that they had, a fourth gets its own, and
# none is anybody's to give or to change
still() {
    expect "$1: the UUIDs are those that were given" "$given" \
        "$(sql "$2" "SELECT hex(entryUUID) FROM t WHERE k <= 3 ORDER BY k" | tr '\n' ' ')"
    expect "$1: a row gets one" '4 4 16' "$(sql "$2" "INSERT INTO t(k) VALUES (4)" \
        "SELECT count(*) || ' ' || count(DISTINCT entryUUID) || ' ' || min(length(entryUUID))
            FROM t")"
    expect "$1: it is unique" '1' "$(sql "$2" "SELECT \"unique\" FROM pragma_index_list('t')")"
    expect "$1: none can be given" '*NO-USER-MODIFICATION*' \
        "$(sql "$2" "INSERT INTO t(entryUUID) VALUES (uuid7_blob())")"
    expect "$1: none can be changed" '*entryUUID never changes*' \
        "$(sql "$2" "UPDATE t SET entryUUID = NULL")"
    expect "$1: nothing is left to do" '0' "$(sql "$2" 'PRAGMA query_only = ON' \
        "SELECT uuid_entry_create('t')")"
    expect "$1: it is sound" 'ok' "$(sql "$2" 'PRAGMA integrity_check')"
}

a=$scratch/a.db
expect 'create' '2' "$(sql "$a" "CREATE TABLE t (k INTEGER PRIMARY KEY, x TEXT)" \
    "INSERT INTO t VALUES (1, 'a'), (2, 'b;''\"')" "SELECT uuid_entry_create('t')" \
    "INSERT INTO t(k) VALUES (3)")"
given=$(sql "$a" "SELECT hex(entryUUID) FROM t ORDER BY k" | tr '\n' ' ')

# In each way in which SQLite carries a database over.
"$sqlite3" "$a" .dump >"$scratch/dump.sql"
"$sqlite3" "$scratch/dumped.db" <"$scratch/dump.sql" 2>"$scratch/err"
expect 'dump and restore, without the extension' '' "$(cat "$scratch/err")"
still 'dump and restore' "$scratch/dumped.db"
"$sqlite3" "$scratch/dumped.db" .dump | "$sqlite3" -cmd ".load $extension" "$scratch/again.db"
expect 'dumped again' "$given" \
    "$(sql "$scratch/again.db" "SELECT hex(entryUUID) FROM t WHERE k < 4 ORDER BY k" | tr '\n' ' ')"
"$sqlite3" "$a" .schema | "$sqlite3" "$scratch/schema.db"
expect 'the schema alone' '1 1' "$(sql "$scratch/schema.db" "INSERT INTO t(k) VALUES (1)" \
    "SELECT count(*) || ' ' || count(entryUUID) FROM t")"
sql "$a" "VACUUM INTO '$scratch/into.db'"
still 'VACUUM INTO' "$scratch/into.db"
sql "$a" ".backup $scratch/backup.db"
still '.backup' "$scratch/backup.db"
sql "$a" ".clone $scratch/clone.db" >"$scratch/out"
still '.clone' "$scratch/clone.db"
cp "$a" "$scratch/vacuumed.db"
sql "$scratch/vacuumed.db" 'PRAGMA page_size = 512' 'VACUUM'
still 'VACUUM' "$scratch/vacuumed.db"
cp "$a" "$scratch/attached.db"
expect 'ATTACH' '4 4 1' "$(sql :memory: "ATTACH '$scratch/attached.db' AS \"o'\"\"ther\"" \
    "CREATE TABLE t (k, entryUUID)" "INSERT INTO \"o'\"\"ther\".t(k) VALUES (9)" \
    "INSERT INTO t(k) VALUES (1)" "SELECT count(*) || ' ' || count(DISTINCT entryUUID) || ' ' ||
        (SELECT entryUUID IS NULL FROM main.t) FROM \"o'\"\"ther\".t")"
sql "$scratch/attached.db" 'DELETE FROM t WHERE k = 9'
still 'ATTACH under another name' "$scratch/attached.db"
expect 'ATTACH and create' '1 4 ' "$(sql :memory: "ATTACH '$scratch/other.db' AS one" \
    'CREATE TABLE one.t (k)' 'INSERT INTO t VALUES (1)' \
    "SELECT uuid_entry_create('t', 'u', 4, 'ONE')" 'SELECT uuid_version(u) FROM t' | tr '\n' ' ')"
expect 'attached there, main here' '4' "$(sql "$scratch/other.db" 'INSERT INTO t(k) VALUES (2)' \
    'SELECT DISTINCT uuid_version(u) FROM t')"
expect 'without a trace' '*CREATE TABLE t (k)' \
    "$(sql "$scratch/other.db" "SELECT uuid_entry_drop('t')" 'SELECT sql FROM sqlite_schema')"

# A shell that has not loaded the extension reads, removes and changes all else, but adds nothing.
expect 'a bare shell adds nothing' '*no such function: uuid7_blob*' \
    "$("$sqlite3" "$a" "INSERT INTO t(k) VALUES (9)" 2>&1)"
expect 'a bare shell gives nothing' '*[Ee]rror*' \
    "$("$sqlite3" "$a" "INSERT INTO t(k, entryUUID) VALUES (9, zeroblob(16))" 2>&1)"
expect 'a bare shell changes none' '*[Ee]rror*' \
    "$("$sqlite3" "$a" "UPDATE t SET entryUUID = NULL" 2>&1)"
expect 'a bare shell does the rest' 'ok' "$("$sqlite3" "$a" "UPDATE t SET x = 'c', k = k + 10" \
    "UPDATE t SET k = k - 10" 'VACUUM' 'PRAGMA integrity_check' 2>&1)"
still 'after a bare shell' "$a"

# Databases that cannot be written.
sql "$scratch/ro.db" "CREATE TABLE t (x)"
expect 'read-only' '*uuid_entry_create: attempt to write a readonly database*' \
    "$("$sqlite3" -readonly -cmd ".load $extension" "$scratch/ro.db" \
        "SELECT uuid_entry_create('t')" 2>&1)"
expect 'read-only, drop' '*uuid_entry_drop: t has no entryUUID*' \
    "$("$sqlite3" -readonly -cmd ".load $extension" "$scratch/ro.db" \
        "SELECT uuid_entry_drop('t')" 2>&1)"
expect 'no room' '*uuid_entry_create: database or disk is full*' "$(sql "$scratch/ro.db" \
    'INSERT INTO t SELECT n FROM uuid_series(4, 3000)' 'PRAGMA max_page_count = 20' \
    "SELECT uuid_entry_create('t')")"
expect 'no room, no change' 'CREATE TABLE t (x)|3000' \
    "$(sql "$scratch/ro.db" 'SELECT sql, (SELECT count(*) FROM t) FROM sqlite_schema')"

# Where UUIDs cannot be made, there is none instead of one, and nothing half made.
expect 'no randomness' '*uuid_entry_create: uuid7_blob: the random generator failed*' \
    "$(OPENSSL_CONF=$here/../no-crypto.cnf sql "$scratch/ro.db" "SELECT uuid_entry_create('t')")"
expect 'no randomness, no change' 'CREATE TABLE t (x)' \
    "$(sql "$scratch/ro.db" 'SELECT sql FROM sqlite_schema')"
expect 'no randomness, no row' '*the random generator failed*' \
    "$(OPENSSL_CONF=$here/../no-crypto.cnf sql "$a" 'INSERT INTO t(k) VALUES (99)')"
expect 'no randomness, no row left' '0' "$(sql "$a" 'SELECT count(*) FROM t WHERE k = 99')"

[ $failed = 1 ] || echo "sql entry.sh: $passed passed, 0 failed"
exit $failed
