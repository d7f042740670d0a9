#!/bin/sh
# Measures, and prints a page in Markdown: the machine, then a table for each part.
set -eu

b=${B:-build}
mkdir -p "$b/bench"
${CC:-cc} -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Icore/include -pthread bench/core.c \
    "$b/lib/libuuid9562.so" -Wl,-rpath,"$(cd "$b/lib" && pwd)" -lcrypto -ldl -o "$b/bench/core"

{
    echo "# Benchmarks"
    echo
    echo "Made by \`./dev bench\` on: $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1)," \
        "$(nproc) CPUs, $(uname -sr), $(${CC:-cc} --version | head -n 1)," \
        "OpenSSL $(pkg-config --modversion libcrypto)."
    echo "Nanoseconds are of this machine; the ratios to what is beside them are what counts."
    "$b/bench/core"
} | tee "$b/bench/benchmarks.md"
