#!/bin/sh
# The core's tests on processors of other kinds, under an emulator (qemu-user): aarch64, which has
# hex digits of its own; s390x, whose bytes are in the other order; and the kinds of x86-64 that
# pick different variants of the hex digits. ./dev foreign runs it, and nothing else needs it.
#
# What the tests are linked with for another processor comes from Debian's packages into
# build/foreign, not into the system.
set -eu

cd "$(dirname "$0")/.."
mkdir -p "${B:-build}/foreign"
b=$(cd "${B:-build}" && pwd)
export CK_TIMEOUT_MULTIPLIER=20 UUID9562_ROUNDS="${UUID9562_ROUNDS:-100000}"

# sysroot DEBIAN'S-NAME FOLDER: makes FOLDER/root, once
sysroot() {
    [ ! -e "$2/root" ] || return 0
    rm -rf "$2"
    mkdir -p "$2/state/lists/partial" "$2/cache/archives/partial" "$2/packages" "$2/new"
    : >"$2/state/status"
    of_its_own="-o APT::Architecture=$1 -o APT::Architectures=$1 -o APT::Sandbox::User=root
        -o Dir::State=$2/state -o Dir::State::status=$2/state/status -o Dir::Cache=$2/cache"
    if ! (
        apt-get $of_its_own update && cd "$2/packages" &&
            apt-get $of_its_own download libc6-dev linux-libc-dev libssl-dev check libsubunit-dev &&
            for package in *.deb; do
                dpkg-deb -x "$package" "$2/new" || exit 1
            done
    ) >"$2/log" 2>&1; then
        cat "$2/log"
        exit 1
    fi
    mv "$2/new" "$2/root"
}

# hex VARIANTS EMULATOR...: the variants that run there, which must be these
hex() {
    variants=$1
    shift
    "$@" >"$b/foreign/log" 2>/dev/null || failed=1
    cat "$b/foreign/log"
    if ! grep -qx "hex: variants $variants" "$b/foreign/log"; then
        echo "foreign: these are not the variants $variants"
        failed=1
    fi
}

# on PROCESSOR DEBIAN'S-NAME VARIANTS
on() {
    echo "--- $1"
    folder=$b/foreign/$1
    sysroot "$2" "$folder"
    for source in tests/core tests/inside/*.c; do
        program=$folder/$(basename "$source" .c)
        [ -f "$source" ] || source='tests/core/*.c core/uuid9562.c'
        # Static, so that the emulator needs nothing else; the linker's word on that is known.
        "$1-linux-gnu-gcc" --sysroot="$folder/root" -static -std=c11 -O1 -w -D_GNU_SOURCE \
            -Icore/include $source -o "$program" -lcheck -lsubunit -lcrypto -lrt -lm -pthread \
            2>"$folder/log" || { cat "$folder/log"; exit 1; }
    done
    "qemu-$1" "$folder/core" || failed=1
    "qemu-$1" "$folder/pool" || failed=1
    hex "$3" "qemu-$1" "$folder/hex"
}

failed=0
on aarch64 arm64 'neon c'
on s390x s390x c
if [ "$(uname -m)" = x86_64 ]; then
    make -s B="$b" "$b/tests/inside-hex"
    for kind in 'qemu64 c' 'Nehalem ssse3 c' 'Haswell avx2 ssse3 c'; do
        echo "--- x86_64, ${kind%% *}"
        hex "${kind#* }" qemu-x86_64 -cpu "${kind%% *}" "$b/tests/inside-hex"
    done
fi
exit $failed
