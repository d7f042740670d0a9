#!/bin/sh
# Stops a build before the compiler runs if something is missing, and names the Debian packages that
# provide it: needs.sh PART PARTS COMPILER [FLAG...]. It fails if PART lacks anything, and then
# lists what all PARTS of this build lack, so that one call of apt-get is enough. CRYPTO, LUA_PC and
# PYTHON are as in the Makefile. `needs.sh folder` prints what is missing to find the folder of Lua's
# modules.
set -eu

lua_package() {
    case $LUA_PC in
    lua5.1) echo liblua5.1-0-dev ;;
    luajit)
        # nginx's module for Lua has another LuaJIT; installing one removes the other.
        [ ! -e /usr/share/doc/libluajit2-5.1-2 ] || two=2
        echo "libluajit${two:-}-5.1-dev"
        ;;
    *) echo "lib$LUA_PC-dev" ;;
    esac
}
pkgconf_package() { # it says where Lua is
    command -v pkg-config >/dev/null || echo pkgconf
}

if [ "$1" = folder ]; then
    echo "pkg-config does not know $LUA_PC; on Debian: apt-get install" $(pkgconf_package) \
        "$(lua_package); or set LUA_CDIR"
    exit
fi

# lacking PART COMPILER [FLAG...]: a line for each that is missing, NAME:PACKAGE
lacking() {
    part=$1
    shift
    if [ "$part" = amalgamation ]; then
        command -v "$PYTHON" >/dev/null || echo "$PYTHON:python3"
        return
    fi
    if ! command -v "$1" >/dev/null; then
        printf '%s\n' "$1:gcc" stdlib.h:libc6-dev
        return
    fi
    headers=stdlib.h:libc6-dev
    case ${CRYPTO:-}-$("$1" -dumpmachine) in
    *mingw*) headers=stdlib.h:mingw-w64-x86-64-dev ;;
    own-*) ;;
    *) headers="$headers openssl/core.h:libssl-dev" ;;
    esac
    case $part in
    sqlite) headers="$headers sqlite3ext.h:libsqlite3-dev" ;;
    lua)
        for package in $(pkgconf_package) $(lua_package); do
            headers="$headers lua.h:$package"
        done
        ;;
    python)
        if ! command -v "$PYTHON" >/dev/null; then
            printf '%s\n' "$PYTHON:python3-dev" setuptools:python3-setuptools
        else
            "$PYTHON" -c 'import setuptools' 2>/dev/null || echo setuptools:python3-setuptools
            headers="$headers Python.h:$("$PYTHON" -c \
                'import sys; print("python%d.%d-dev" % sys.version_info[:2])')"
            set -- "$@" "-I$("$PYTHON" -c 'import sysconfig; print(sysconfig.get_path("include"))')"
        fi
        ;;
    esac
    for header in $headers; do
        printf '#include <%s>\n' "${header%:*}" | "$@" -E -x c - >/dev/null 2>&1 || echo "$header"
    done
}

part=$1 parts=$2
shift 2
! command -v "$1" >/dev/null || "$@" -E -x c /dev/null >/dev/null || exit # it says why itself
[ -n "$(lacking "$part" "$@")" ] || exit 0

complete= missing=
for one in $(printf '%s\n' "$part" $parts | awk '!seen[$0]++'); do
    lacks=$(lacking "$one" "$@")
    missing="$missing $lacks"
    [ -n "$lacks" ] || complete="$complete $one"
done
names() {
    printf '%s\n' $missing | sed "$1" | awk '!seen[$0]++'
}
{
    echo "uuid9562: missing:" $(names 's/:[^:]*$//')
    echo "uuid9562: on Debian: apt-get install" $(names 's/.*://')
    [ -z "$complete" ] || echo "uuid9562: nothing is missing for:$complete"
} >&2
exit 1
