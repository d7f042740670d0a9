#!/bin/sh
# Runs examples/ of all languages: examples.sh EXAMPLES. It knows no tree but that folder:
# everything else is found as users find it, by pkg-config and by the paths of each host.
set -u

name=examples
examples=$(cd "$1" && pwd)
. "$(dirname "$0")/words.sh"

cc=${CC:-cc}
lua=${LUA:-lua5.4}
sqlite3=${SQLITE3:-sqlite3}
python=${PYTHON:-python3}

skip "C" "$cc" || for source in "$examples"/c/*.c; do
    passes "${source##*/}" $cc -std=c11 -Wall -Wextra -Wpedantic -Werror "$source" \
        $(pkg-config --cflags --libs uuid9562) -o program
    prints "$source" ./program
done
for source in "$examples"/shell/*.sh; do
    prints "$source" sh "$source"
done
# pkg-config puts its root before a path or not, as its version has it.
root=${PKG_CONFIG_SYSROOT_DIR:-}
extension=$(pkg-config --variable=sqlite_extension uuid9562)
extension=$root${extension#"$root"}
skip "SQL" "$sqlite3" || for source in "$examples"/sqlite/*.sql; do
    prints "$source" sh -c '"$0" -batch -cmd ".load $1" :memory: <"$2"' \
        "$sqlite3" "${extension%.so}" "$source"
done
skip "Lua" "$lua" || for source in "$examples"/lua/*.lua; do
    prints "$source" "$lua" "$source"
done
skip "Python" "$python" || for source in "$examples"/python/*.py; do
    prints "$source" "$python" -B "$source"
done
summary
