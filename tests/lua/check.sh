#!/bin/sh
# Runs luacheck on all Lua files of this project. Exits with 77 if luacheck is not installed.
set -u

cd "$(dirname "$0")/../.." || exit 1
if ! command -v luacheck >/dev/null; then
    echo "luacheck: skipped, it is not installed"
    exit 77
fi
said=$(luacheck --no-color --no-cache -q bindings/lua tests/lua examples/lua bench) || {
    echo "$said"
    exit 1
}
echo "luacheck: no warnings"
