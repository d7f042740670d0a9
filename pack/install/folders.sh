#!/bin/sh
# Stops an installation before it begins where it could not end: folders.sh PREFIX=FOLDER
# NAME=FOLDER... Each must be an absolute path; all but PREFIX must be ones that this user can write
# to, below DESTDIR.
set -eu

fail() {
    echo "uuid9562: $*" >&2
    exit 1
}

case $DESTDIR in '~'*) fail "DESTDIR is $DESTDIR; expected a path without ~, as \$HOME/package" ;; esac
for one; do
    name=${one%%=*} folder=${one#*=}
    case $folder in /*) ;; *) fail "$name is $folder; expected an absolute path, as \$HOME/.local" ;; esac
    [ "$name" != PREFIX ] || continue
    there=$DESTDIR$folder
    while [ ! -e "$there" ]; do
        there=$(dirname "$there")
    done
    [ -w "$there" ] ||
        fail "$there cannot be written to; do it as root, or with PREFIX=\$HOME/.local"
done
