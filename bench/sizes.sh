#!/bin/sh
# Prints the bytes (code, constants and variables, at -Os) of the core, of the files of Lua and
# SQLite, which contain it, and of the core of a firmware for a Cortex-M3, with each switch. `make
# sizes` calls it in the folder of the amalgamation.
set -eu
object=$(mktemp)
trap 'rm -f "$object"' EXIT
bytes() { # COMPILER FILE FLAGS: "-" if that is not here
    # shellcheck disable=SC2086 # the flags are words
    if $1 -std=gnu11 -Os -c -o "$object" "$2" $3 2>/dev/null; then
        size "$object" | awk 'NR == 2 { print $4 }'
    else
        echo -
    fi
}
row() { # NAME FLAGS
    printf '| %s | %s | %s | %s | %s |\n' "$1" "$(bytes "$CC" uuid9562.c "$2")" \
        "$(bytes "$CC" uuid9562_lua.c "$2 $(pkg-config --cflags "$LUA_PC")")" \
        "$(bytes "$CC" uuid9562_sqlite.c "$2 -DSQLITE_CORE")" \
        "$(bytes arm-none-eabi-gcc uuid9562.c "$2 -mcpu=cortex-m3 -mthumb -DUUID9562_OS_BARE")"
}
small=
echo '| left out | core | with Lua | with SQLite | firmware |'
echo '|---|---|---|---|---|'
row nothing ''
for name in FORMATS OPENSSL STATE LDAP AUDIT ENTRYUUID; do
    row "$name" "-DUUID9562_OMIT_$name"
    small="$small -DUUID9562_OMIT_$name"
done
row 'all of these' "$small"
row 'and DIGESTS' "$small -DUUID9562_OMIT_DIGESTS"
row 'and unwind tables' "$small -DUUID9562_OMIT_DIGESTS -fno-asynchronous-unwind-tables"
