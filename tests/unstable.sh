#!/bin/sh
# The suites in Debian unstable, as it is today: the newest compiler, SQLite, Python and Lua that a
# distribution has. ./dev hosts unstable runs it, as root; it takes a while and 2 GB under build/.
#
#   DEBIAN  the archive to take it from; debootstrap's own choice without
set -eu

cd "$(dirname "$0")/.."
mkdir -p "${B:-build}"
root=$(cd "${B:-build}" && pwd)/unstable
if [ ! -e "$root/made" ]; then
    rm -rf "$root"
    debootstrap --variant=minbase sid "$root" ${DEBIAN:+"$DEBIAN"} >"$root.log" 2>&1 ||
        { cat "$root.log" >&2; exit 1; }
    # Of an archive that is a copy, the date may have passed.
    echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/dated"
    : >"$root/made"
fi
rm -rf "$root/src"
mkdir "$root/src"
tar c --exclude=./build --exclude=./.git . | tar x -C "$root/src"
mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
trap 'exit 1' HUP INT TERM
cat >"$root/tmp/install" <<END
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends python3-setuptools \\
    \$(apt-cache pkgnames | grep -xE 'python3\.[0-9]+-dev|libpython3\.[0-9]+-testsuite|python3\.[0-9]+-dbg')
END
chroot "$root" sh /tmp/install >"$root.log" 2>&1 || { cat "$root.log" >&2; exit 1; }
chroot "$root" sh -c 'cd /src && ./dev test && ./dev hosts'
