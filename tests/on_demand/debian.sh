#!/bin/sh
# All tests in a new Debian: debian.sh SUITE (bookworm, trixie, unstable). `./dev hosts SUITE` runs
# it, as root. The tree, 2 GB, stays in build/debian/SUITE for the next time. DEBIAN names an
# archive to take it from.
set -eu

cd "$(dirname "$0")/../.."
mkdir -p "${B:-build}/debian"
root=$(cd "${B:-build}/debian" && pwd)/$1
if [ ! -e "$root/made" ]; then
    rm -rf "$root"
    debootstrap --variant=minbase "$1" "$root" ${DEBIAN:+"$DEBIAN"} >"$root.log" 2>&1 ||
        { cat "$root.log" >&2; exit 1; }
    # Where the archive is a copy, its date may have passed.
    echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/dated"
    : >"$root/made"
fi
rm -rf "$root/src"
mkdir "$root/src"
tar c --exclude=./build --exclude=./.git . | tar x -C "$root/src"
mount -t proc proc "$root/proc"
mount -t devpts devpts "$root/dev/pts"
trap 'umount "$root/dev/pts" "$root/proc"' EXIT
trap 'exit 1' HUP INT TERM
chroot "$root" sh -c 'cd /src && ./dev demo && ./dev test && ./dev hosts'
