#!/bin/sh
# Builds the module for LuaRocks, which sets the variables, and installs it: rock.sh FOLDER. It
# builds in a temporary folder, and leaves nothing in the working directory.
set -eu

b=$(mktemp -d)
trap 'rm -rf "$b"' EXIT
trap 'exit 1' HUP INT TERM

"${MAKE:-make}" -s install-lua B="$b" DESTDIR= LUA_CDIR="$1" LUA_CFLAGS="-I$LUA_INCDIR"
