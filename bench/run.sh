#!/bin/sh
# Measures, and prints docs/internals/benchmarks.md: the machine, then a table for each part. PYTHON
# and each of PYTHONS, none unless set, has a section.
set -eu

b=${B:-build}
mkdir -p "$b/bench/peers"
lib=$(cd "$b/lib" && pwd)
compile() {
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Icore/include -pthread "$@" -lcrypto -ldl
}
compile bench/generate.c "$b/lib/libuuid9562.so" -Wl,-rpath,"$lib" -o "$b/bench/generate"
compile bench/state.c "$b/lib/libuuid9562.so" -Wl,-rpath,"$lib" -o "$b/bench/state"
compile bench/text.c -o "$b/bench/text"
compile -Wno-unused-function bench/sqlite_functions.c "$b/lib/libuuid9562.so" -Wl,-rpath,"$lib" \
    -lsqlite3 -o "$b/bench/sqlite_functions"

# The libraries of bench/peers, if they can be built.
peers=
left_out=
compile -Wno-unused-function bench/peers/peers.c "$b/lib/libuuid9562.so" -Wl,-rpath,"$lib" \
    -o "$b/bench/peers/peers"
cp bench/peers/Cargo.toml bench/peers/rust.rs "$b/bench/peers/"
if (cd "$b/bench/peers" && cargo build -q --release) 2>"$b/bench/peers/cargo.log"; then
    peers="$b/bench/peers/target/release/libpeers.so"
else
    left_out="Left out, since they could not be built: the Rust crates. "
fi

{
    echo "# Benchmarks"
    echo
    echo "Measured by \`./dev bench\` on:" \
        "$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1)," \
        "$(nproc) CPUs, $(uname -sr), $(${CC:-cc} --version | head -n 1)," \
        "OpenSSL $(pkg-config --modversion libcrypto)."
    cat <<'END'

Each row is the median of 15 rounds after a warm-up, pinned to one CPU, in nanoseconds per
operation. Each operation is measured alternately with what the column "beside" names: a lower
bound, which the machine cannot beat (a clock reading, AES-256-CTR, a query that returns a
constant), or another library that does the same. The ratio of the two means more than the
nanoseconds, which depend on the machine. For Python and Lua, "floor" is the cheapest call that
returns the same kind of object (for `parse` and `from_bytes` of Python, a function of one argument
that does not look at it and returns an exact `uuid.UUID`), "core" is the C function alone, and
"peers" are other libraries. Libraries that were not installed are named and left out.

END
    echo "## Generate"
    "$b/bench/generate"
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
    echo "${left_out}The order over threads," \
        "and whether a child process repeats its parent, are found by trying."
    "$b/bench/peers/peers" $peers
    echo
    echo "## SQLite"
    "$b/bench/sqlite_functions" "$b/sqlite/uuid9562"
    "${PYTHON:-python3}" bench/sqlite_peers.py "$b/sqlite/uuid9562"
    echo
    echo "[Keys of tables](sqlite-keys.md) has what they cost to insert and to read."
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
