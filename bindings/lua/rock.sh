#!/bin/sh
# Builds the module for LuaRocks, which sets the variables, and installs it: rock.sh FOLDER. All else
# that is built goes with its temporary folder, for the working directory must stay as it is.
set -eu

b=$(mktemp -d)
trap 'rm -rf "$b"' EXIT
trap 'exit 1' HUP INT TERM

"${MAKE:-make}" -s install-lua B="$b" DESTDIR= LUA_CDIR="$1" LUA_CFLAGS="-I$LUA_INCDIR" \
    CPPFLAGS="-I$CRYPTO_INCDIR ${CPPFLAGS:-}"
