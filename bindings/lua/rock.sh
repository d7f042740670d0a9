#!/bin/sh
# Builds the module for LuaRocks, which sets the variables, and puts it into a folder: rock.sh
# FOLDER. Whatever else is made lies in a temporary one.
set -eu

b=$(mktemp -d)
trap 'rm -rf "$b"' EXIT
trap 'exit 1' HUP INT TERM

"${MAKE:-make}" -s lua B="$b" CC="${CC:-cc}" CFLAGS="$CFLAGS -I$CRYPTO_INCDIR" \
    lua_flags="-I$LUA_INCDIR"
mkdir -p "$1"
cp "$b/lua/uuid9562.so" "$1/uuid9562.so"
