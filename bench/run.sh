#!/bin/sh
# Measures, and prints docs/internals/benchmarks.md: the machine, then a table for each part. PYTHON
# and each of PYTHONS, none unless set, has a section. BEFORE is another checkout to compare with, in
# which `make lib` was run.
set -eu

b=${B:-build}
mkdir -p "$b/bench"
lib=$(cd "$b/lib" && pwd)
compile() {
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Icore/include -pthread "$@" -lcrypto -ldl
}
compile bench/generate.c "$b/lib/libuuid9562.so" -Wl,-rpath,"$lib" -o "$b/bench/generate"
compile bench/state.c "$b/lib/libuuid9562.so" -Wl,-rpath,"$lib" -o "$b/bench/state"
compile bench/text.c -o "$b/bench/text"
compile -Wno-unused-function bench/sqlite_functions.c "$b/lib/libuuid9562.so" -Wl,-rpath,"$lib" \
    -lsqlite3 -o "$b/bench/sqlite_functions"

{
    echo "# Benchmarks"
    echo
    echo "The performance of uuid9562, measured by \`./dev bench\` on:" \
        "$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1)," \
        "$(nproc) CPUs, $(uname -sr), $(${CC:-cc} --version | head -n 1)," \
        "OpenSSL $(pkg-config --modversion libcrypto)."
    cat <<'END'

Each row is the median of 15 rounds after a warm-up, pinned to one CPU, in nanoseconds per
operation. Each operation is measured alternately with the column "compared with": a lower
bound, which the machine cannot beat (a clock reading, a query that returns a constant), or another
library that does the same or, as OpenSSL's cipher, a part of it. The ratio of the two means more
than the nanoseconds, which depend on the machine. For Python, "peers" are other libraries. Libraries that
were not installed are named and left out.

END
    echo "## Generate"
    "$b/bench/generate"
    if [ -n "${BEFORE:-}" ]; then
        echo
        echo "The same before, in a checkout of \"$(git -C "$BEFORE" log -1 --format=%s)\":"
        "$b/bench/generate" "$BEFORE/build/lib/libuuid9562.so"
    fi
    echo
    echo "With a [state file](../state.md), each in a process of its own:"
    rm -f "$b/bench/state_file"
    "$b/bench/state" "$b/bench/state_file"
    echo
    echo "## Text"
    "$b/bench/text"
    echo
    echo "## Beside other libraries"
    echo
    cat <<'END'
Each library as its language gives UUIDs: bytes in C and Rust, an object in Python. CPU time of the
process. Order, forks, the step of the clock and the lead (after 0.3 s without a pause) are found by
trying, and so is how many bits are random in each UUID; only an error can be found in this way, so
"yes" is no promise. "Over threads" is tried by two threads in turn, with a clock of milliseconds.
"-" means that the documentation does not say; it alone is the source of "cryptographic", "bound of
the lead" and "unit of time".
END
    PYTHONPATH=$b/python "${PYTHON:-python3}" -B bench/peers_table.py \
        "$b/bench/peers" "$b/lib" "$b/tests/clock.so"
    echo
    echo "## SQLite"
    "$b/bench/sqlite_functions" "$b/sqlite/uuid9562"
    "${PYTHON:-python3}" bench/sqlite_peers.py "$b/sqlite/uuid9562"
    echo
    echo "[Keys of tables](sqlite-keys.md) has the cost of inserting and reading them."
    echo
    echo "## Python"
    echo
    PYTHONPATH=$b/python "${PYTHON:-python3}" bench/python.py
    for python in ${PYTHONS:-}; do
        echo
        "${MAKE:-make}" -s python B="$b/bench/${python##*/}" PYTHON="$python" >&2
        PYTHONPATH=$b/bench/${python##*/}/python "$python" bench/python.py
    done
    echo
    echo "## Lua"
    echo
    LUA_CPATH="$b/lua/?.so" "${LUA:-lua5.4}" bench/lua.lua
} | tee "$b/bench/benchmarks.md"
