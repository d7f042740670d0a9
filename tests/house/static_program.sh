#!/bin/sh
# A program with the static library in it, beside the shared one: see static_program.c.
set -eu

b=${B:-build}
mkdir -p "$b/tests"
${CC:-cc} -std=c11 -D_GNU_SOURCE -Wall -Wextra -Icore/include -pthread \
    "$(dirname "$0")/static_program.c" "$b/lib/libuuid9562.a" -lcrypto -ldl \
    -Wl,--export-dynamic-symbol=uuid9562_clock_state_v1 -o "$b/tests/static-program"
case $(ldd --version 2>&1) in
*GLIBC* | *"GNU libc"*) exec "$b/tests/static-program" "$b/lib/libuuid9562.so" ;;
*) echo "static program: built; its order is its own with this C library" ;;
esac
