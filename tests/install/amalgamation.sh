# The amalgamation, dropped into a program, into an SQLite extension and into a program with SQLite.

cp "$b"/amalgamation/* .
cp "$tree/examples/c/keys.c" .
strict='-std=c11 -O2 -Wall -Wextra -Werror'
passes "uuid9562.c beside a program" $cc $strict -I. keys.c uuid9562.c -lcrypto -o keys
prints "$tree/examples/c/keys.c" ./keys
is "it exports nothing" "" "$(nm -D --defined-only keys | grep 'uuid9562_uuid\|uuid9562_parse')"
is "its license stands in front" yes "$(head -n 5 uuid9562.c | grep -q 'MIT License' && echo yes)"
is "nothing of the tree is included" "" "$(grep '^#include "' uuid9562.c uuid9562_sqlite.c |
    grep -v '"uuid9562.h"$\|"sqlite3ext.h"$')"

rm uuid9562.c uuid9562.h # the other file needs neither
if echo '#include <sqlite3ext.h>' | $cc -E -xc - >/dev/null 2>&1; then
    passes "as an extension" $cc $strict -fPIC -shared uuid9562_sqlite.c -lcrypto -o loaded.so
    skip "the extension of one file" "${SQLITE3:-sqlite3}" ||
        prints "$tree/examples/sqlite/input.sql" sh -c \
            '"$0" -batch -cmd ".load ./loaded" :memory: <"$1"' "${SQLITE3:-sqlite3}" \
            "$tree/examples/sqlite/input.sql"
    cp "$here/with_sqlite.c" .
    passes "in a program with SQLite" $cc $strict -DSQLITE_CORE with_sqlite.c uuid9562_sqlite.c \
        -lsqlite3 -lcrypto -o with_sqlite
    is "a program with SQLite" 2ed6657d-e927-568b-95e1-2665a8aea6a2 "$(./with_sqlite)"
else
    echo "install: the amalgamation for SQLite: skipped, there is no sqlite3ext.h"
fi
