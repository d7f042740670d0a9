#!/bin/sh
# A Debian that has just been made, in which nothing of this tree is but what `make install` and
# Python's installer put there: the examples of all languages run in it. fresh.sh [SUITE]; needs
# root, debootstrap, the distribution's archive, and two minutes.
set -eu

tree=$(cd "$(dirname "$0")/../.." && pwd)
b=$(cd "$tree" && cd "${B:-build}" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

debootstrap --variant=minbase \
    --include=gcc,libc6-dev,pkg-config,libssl3,sqlite3,lua5.4,python3-minimal,libpython3-stdlib \
    "${1:-bookworm}" "$root" >"$root.log" 2>&1 || { cat "$root.log"; exit 1; }
rm "$root.log"
(cd "$tree" && ${MAKE:-make} -s B="$b" install DESTDIR="$root")
site=$(chroot "$root" python3 -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
mkdir -p "$root$site" "$root/tmp/examples"
cp -r "$b"/python/uuid9562 "$root$site/"
cp -r "$tree/examples" "$tree/tests/install/words.sh" "$tree/tests/install/examples.sh" "$root/tmp/"
chroot "$root" sh -c 'ldconfig && cd / && sh /tmp/examples.sh /tmp/examples'
