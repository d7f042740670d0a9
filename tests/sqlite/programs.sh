#!/bin/sh
# The C programs of this suite: builds them, with the extension linked in or loaded, and runs them;
# those that have it in them once more under AddressSanitizer and UndefinedBehaviorSanitizer, the
# threads of writers.c under ThreadSanitizer.
#
#   programs.sh EXTENSION
#
# UUID9562_ROWS and UUID9562_KILLS make the writers of writers.c write, and die, more often.
set -u

extension=$1
here=$(dirname "$0")
root=$here/../..
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

case $extension in
/*) ;;
*) extension=$PWD/$extension ;;
esac

compile() {
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -g -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
        -Wno-sign-conversion -I"$root/core/include" -pthread "$@"
}

# built_in FOLDER FLAGS...: the programs that have the extension in them
built_in() {
    folder=$1
    shift
    mkdir -p "$folder"
    compile "$@" -DSQLITE_CORE -c "$root/sqlite/uuid9562.c" -o "$folder/extension.o" || return 1
    compile "$@" -c "$root/core/uuid9562.c" -o "$folder/core.o" || return 1
    for program in static calls faults stops; do
        compile "$@" "$here/$program.c" "$folder/extension.o" "$folder/core.o" \
            -o "$folder/$program" -lsqlite3 -lcrypto || return 1
        "$folder/$program" "$folder/$program.db" || failed=1
    done
}

# writers FOLDER EXTENSION ROWS KILLS FLAGS...
writers() {
    folder=$1
    loaded=$2
    rows=$3
    kills=$4
    shift 4
    mkdir -p "$folder"
    compile "$@" "$here/writers.c" -o "$folder/writers" -lsqlite3 &&
        "$folder/writers" "$loaded" "$folder" "$rows" "$kills" || failed=1
}

built_in "$scratch/plain" -O1 || failed=1
compile -O1 -rdynamic "$here/load.c" -o "$scratch/load" -lsqlite3 -ldl &&
    "$scratch/load" "$extension" || failed=1
writers "$scratch/writers" "$extension" "${UUID9562_ROWS:-100}" "${UUID9562_KILLS:-20}" -O1

if [ -e /proc/self/maps ]; then
    echo "sql programs: once more, under the sanitizers"
    built_in "$scratch/sanitized" -O1 -fsanitize=address,undefined \
        -fno-sanitize-recover=all || failed=1
    compile -O1 -fsanitize=thread -fPIC -shared "$root/sqlite/uuid9562.c" \
        "$root/core/uuid9562.c" -o "$scratch/uuid9562.so" -lcrypto &&
        writers "$scratch/threads" "$scratch/uuid9562" 50 0 -O1 -fsanitize=thread || failed=1
else
    echo "sql programs: not under the sanitizers, they need /proc"
fi
exit $failed
