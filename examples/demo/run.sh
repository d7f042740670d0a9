#!/bin/sh
# One database, three hosts, real input: SQLite stores this machine's installed packages, each under
# a version 7 key and a stable version 5 id; Python and Lua read them and compute the same ids.
set -eu

b=${B:-build}
here=$(dirname "$0")
sqlite3=${SQLITE3:-sqlite3}
python=${PYTHON:-python3}
lua=${LUA:-lua5.4}
work=$b/demo
extension=$b/sqlite/uuid9562
export PYTHONPATH="$b/python" LUA_CPATH="$b/lua/?.so" PYTHONDONTWRITEBYTECODE=1

rm -rf "$work"
mkdir -p "$work"
# The package URL of each package is its name for version 5 (RFC 9562 section 6.5).
purl='pkg:deb/debian/${Package}@${Version}?arch=${Architecture}'
dpkg-query -W -f '${Package}\t${Version}\t'"$purl"'\n' >"$work/packages.tsv"

echo "1. SQLite stores the installed packages, in two halves that are more than a second apart"
half() { "$sqlite3" -batch -cmd ".load $extension" -cmd ".parameter init" \
    -cmd ".parameter set :half $1" "$work/packages.db"; }
"$sqlite3" -batch -cmd ".load $extension" "$work/packages.db" <"$here/schema.sql"
"$sqlite3" -batch "$work/packages.db" ".mode ascii" '.separator "\t" "\n"' \
    ".import $work/packages.tsv input"
half 0 <"$here/insert.sql"
sleep 1.1
half 1 <"$here/insert.sql"

echo
echo "2. SQLite scans one second of them by the primary key"
"$sqlite3" -batch -cmd ".load $extension" "$work/packages.db" <"$here/scan.sql"

echo
echo "3. Python opens the database and recomputes every version 5 id"
"$python" "$here/recompute.py" "$work/packages.db"

echo
echo "4. Lua does the same"
"$sqlite3" -batch -separator '	' "$work/packages.db" \
    "SELECT hex(id), hex(stable), purl FROM package ORDER BY id" | "$lua" "$here/recompute.lua"

echo
echo "5. The same malformed text, the same error"
text='6ba7b810-9dad-11d1-80b4+00c04fd430c8'
echo "   text     $text"
sqlite_says=$("$sqlite3" -batch -cmd ".load $extension" :memory: "SELECT uuid_check('$text')" 2>&1 |
    sed 's/^.*uuid_check: //')
python_says=$("$python" -c "
import uuid9562
try:
    uuid9562.parse('$text')
except ValueError as error:
    print(error)")
lua_says=$("$lua" -e "print((select(2, require('uuid9562').parse('$text'))))")
printf '   SQLite   %s\n   Python   %s\n   Lua      %s\n' "$sqlite_says" "$python_says" "$lua_says"
[ "$sqlite_says" = "$python_says" ] && [ "$python_says" = "$lua_says" ]

echo
echo "6. A new UUID from each"
"$sqlite3" -batch -cmd ".load $extension" :memory: "SELECT '   SQLite   ' || uuid7()"
"$python" -c "import uuid9562; print('   Python  ', uuid9562.uuid7())"
"$lua" -e "io.write('   Lua      ', require('uuid9562').uuid7(), '\n')"

echo
echo "All three agree. The database is $work/packages.db"
