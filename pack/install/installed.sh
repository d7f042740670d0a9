#!/bin/sh
# Says what `make install` has installed and how to use it, and runs ldconfig where that helps. The
# Makefile sets the variables.
set -eu

has() {
    case " $PARTS " in *" $1 "*) ;; *) false ;; esac
}

# As SQLite's shell reads a path.
quoted() {
    case $1 in *[!A-Za-z0-9_./+-]*) echo "\"$1\"" ;; *) echo "$1" ;; esac
}

# Whether the dynamic linker looks in LIBDIR.
searched() {
    for folder in $(ldconfig -NXv 2>/dev/null | sed -n 's|^\(/[^:]*\):.*|\1|p'); do
        [ ! "$folder" -ef "$LIBDIR" ] || return 0
    done
    return 1
}

echo "uuid9562 $VERSION is installed${DESTDIR:+, below $DESTDIR}:"
if has c; then
    echo "  C        $INCLUDEDIR/uuid9562.h, uuid9562_*.h"
    echo "           $LIBDIR/libuuid9562.so, libuuid9562.a, pkgconfig/uuid9562.pc, cmake/uuid9562"
fi
if has command; then
    echo "  command  $BINDIR/uuid9562"
    echo "           $MANDIR/man1/uuid9562.1"
fi
if has sqlite; then
    echo "  SQLite   .load $(quoted "$SQLITE_DIR/uuid9562")"
    echo "           $SQLITE_DIR/uuid9562_replicated.so, for replicated databases"
fi
! has lua || echo "  Lua      $LUA_CDIR/uuid9562.so"

# What finds no file in these folders by itself, if it can be asked.
if [ -z "$DESTDIR" ]; then
    if has lua && cpath=$("$LUA_PC" -e 'print(package.cpath)' 2>/dev/null); then
        case ";$cpath;" in
        *";$LUA_CDIR/?.so;"*) ;;
        *) printf '%s\n' "$LUA_PC does not look in $LUA_CDIR:" "export LUA_CPATH='$LUA_CDIR/?.so;;'" ;;
        esac
    fi
    folder=$LIBDIR/pkgconfig
    if has c && command -v pkg-config >/dev/null; then
        found=$(pkg-config --variable=pcfiledir uuid9562 2>/dev/null | sed 's/\\//g')
        [ "$found" -ef "$folder" ] ||
            printf '%s\n' "pkg-config does not look in $folder:" "export PKG_CONFIG_PATH='$folder'"
    fi
fi

# Where there is a cache of libraries to bring up to date: musl has none.
has c && [ -e /etc/ld.so.conf ] || exit 0
PATH=$PATH:/usr/sbin:/sbin
if [ -n "$DESTDIR" ]; then
    echo "ldconfig has not been run: run it where these files are going to be."
elif ! searched; then
    echo "The dynamic linker does not look in $LIBDIR:"
    echo "set LD_LIBRARY_PATH, or link programs with -Wl,-rpath,$LIBDIR"
elif [ "$(id -u)" != 0 ]; then
    echo "ldconfig has not been run: run it as root."
else
    ldconfig
    echo "ldconfig has been run."
fi
