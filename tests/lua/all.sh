#!/bin/sh
# Builds and tests the module for every installed Lua: all.sh [NAME...], where NAME is that of the
# interpreter and of its pkg-config package. Each build has a folder of its own, $B/lua-all/NAME,
# and fails on a warning. A Lua that is not installed is skipped by name.
set -u

cd "$(dirname "$0")/../.." || exit 1
b=${B:-build}/lua-all
passed=0 failed=0 skipped=0

[ $# -gt 0 ] || set -- lua5.1 lua5.2 lua5.3 lua5.4 lua5.5 luajit
for lua in "$@"; do
    if ! command -v "$lua" >/dev/null || ! pkg-config --exists "$lua"; then
        echo "$lua: skipped, it is not installed, or its headers are not"
        skipped=$((skipped + 1))
        continue
    fi
    echo "$lua: $("$lua" -v 2>&1 | head -n 1)"
    if ${MAKE:-make} -s B="$b/$lua" CC="${CC:-cc}" LUA="$lua" LUA_PC="$lua" \
        CFLAGS="-O2 -g -Werror" test-lua; then
        passed=$((passed + 1))
    else
        echo "$lua: FAILED"
        failed=$((failed + 1))
    fi
done

sh tests/lua/check.sh
case $? in
0) passed=$((passed + 1)) ;;
77) skipped=$((skipped + 1)) ;;
*) failed=$((failed + 1)) ;;
esac

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
