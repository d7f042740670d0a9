#!/bin/sh
# Measures, and prints a page in Markdown: the machine, then a table for each part.
set -eu

b=${B:-build}
mkdir -p "$b/bench"
lib=$(cd "$b/lib" && pwd)
compile() {
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Icore/include -pthread "$@" -lcrypto -ldl
}
compile bench/generate.c "$b/lib/libuuid9562.so" -Wl,-rpath,"$lib" -o "$b/bench/generate"
compile bench/text.c -o "$b/bench/text"

{
    echo "# Benchmarks"
    echo
    echo "Made by \`./dev bench\` on: $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1)," \
        "$(nproc) CPUs, $(uname -sr), $(${CC:-cc} --version | head -n 1)," \
        "OpenSSL $(pkg-config --modversion libcrypto)."
    echo "Nanoseconds are of this machine; the ratios to what is beside them are what counts."
    echo
    echo "## Generate"
    "$b/bench/generate"
    echo
    echo "## Text"
    "$b/bench/text"
    echo
    echo "## Python"
    PYTHONPATH=$b/python "${PYTHON:-python3}" bench/python.py
} | tee "$b/bench/benchmarks.md"
