#!/bin/sh
# The core's tests and the command, by the compiler of macOS; Check and OpenSSL are Homebrew's. CI
# runs it. No one has seen it run.
set -eu
cd "$(dirname "$0")/../../.."
out=build/macos
mkdir -p $out
compile="cc -std=c11 -O2 -Wall -Wextra -Icore/include -DUUID9562_LOAD_LIBCRYPTO"
libraries=$(pkg-config --cflags --libs check libcrypto)
crypto=$(pkg-config --variable=libdir libcrypto)

$compile cli/main.c core/uuid9562.c -o $out/uuid9562
$compile -include tests/on_demand/macos/posix.h tests/unit/*.c core/uuid9562.c \
    -o $out/core $libraries
export DYLD_LIBRARY_PATH="$crypto"
$out/uuid9562 -7 --count 1000000 | $out/uuid9562 check --sorted
CK_FORK=no $out/core
