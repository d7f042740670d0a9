#!/bin/sh
# Each face exports its entry point and the one shared word, nothing else; the C library exports
# what the C column of tests/surface.tsv says; and the archive defines no other names than those.
set -eu

b=${B:-build}
surface=$(dirname "$0")/../surface.tsv
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# compare NAME: $scratch/expected against $scratch/got
compare() {
    LC_ALL=C sort -o "$scratch/expected" "$scratch/expected"
    LC_ALL=C sort -o "$scratch/got" "$scratch/got"
    if diff "$scratch/expected" "$scratch/got"; then
        echo "exports of $1: as written down"
    else
        echo "exports of $1: not as written down (< written, > found)"
        failed=1
    fi
}

# Names that a libc of another kind than glibc does not share are not there.
shared_word() { ! ldd --version 2>&1 | grep -qi 'glibc\|gnu libc' || echo uuid9562_clock_state_v1; }

for face in sqlite/uuid9562.so:sqlite3_extension_init lua/uuid9562.so:luaopen_uuid9562 \
    $(cd "$b" && for module in python/uuid9562/_core*.so; do echo "$module:PyInit__core"; done); do
    { echo "${face#*:}"; shared_word; } >"$scratch/expected"
    nm -D --defined-only "$b/${face%%:*}" | awk '{ print $3 }' >"$scratch/got"
    compare "${face%%:*}"
done

{ awk -F'\t' '!/^#/ && $1 != "-" { print $1 }' "$surface"; shared_word; } >"$scratch/expected"
cp "$scratch/expected" "$scratch/library"
nm -D --defined-only "$b/lib/libuuid9562.so" | awk '{ print $3 }' >"$scratch/got"
compare lib/libuuid9562.so
cp "$scratch/library" "$scratch/expected"
nm -g --defined-only "$b/lib/libuuid9562.a" | awk 'NF == 3 { print $3 }' >"$scratch/got"
compare lib/libuuid9562.a
exit $failed
