#!/bin/sh
# The rock, as those who use LuaRocks have it: made from a checkout, without a network, for each
# Lua that is installed; tested; packed, and installed from the package into another tree. It works
# in a copy of this tree, and nothing may be left there.
set -u

name=rock
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
. "$here/words.sh"

skip "all of it" luarocks && exit 0

# No rocks but these, nobody's settings, and no way out where the system lets us close it. Paths
# have spaces.
mkdir home tmp "a copy"
export HOME="$scratch/home" TMPDIR="$scratch/tmp" LUAROCKS_CONFIG="$scratch/config.lua"
unset LUA_PATH LUA_CPATH
echo 'rocks_servers = {}' >config.lua
alone=
unshare -n true 2>/dev/null && alone="unshare -n"

(cd "$tree" && tar cf - --exclude=./.git --exclude=./build .) | tar xf - -C "a copy"
cd "a copy" || exit 1
listing() { find . "$scratch/tmp" | LC_ALL=C sort; }
nothing_left() { listing | diff "$scratch/before" -; }
listing >"$scratch/before"

# What there is on a machine without a compiler.
mkdir "$scratch/tools"
ln -s $(ls -d /usr/bin/* /bin/* | grep -vE '/(gcc|cc|c[89]9|clang|g\+\+|c\+\+|tcc|[a-z0-9_-]*-(gcc|cc|g\+\+|clang))[-0-9.]*$' |
    awk -F/ '!seen[$NF]++') "$scratch/tools/"

# The file that `require` loads.
loaded() {
    "$1" -e 'require "uuid9562"' \
        -e 'for line in io.lines("/proc/self/maps") do print(line) end' |
        sed -n 's,^[^/]*\(/.*/uuid9562\.so\)$,\1,p' | sort -u
}

for version in 5.1 5.2 5.3 5.4 5.5; do
    lua=lua$version
    rocks="luarocks --lua-version $version"
    if ! command -v "$lua" >/dev/null || ! pkg-config --exists "$lua"; then
        echo "rock: $lua: skipped, it is not installed, or its headers are not"
        continue
    fi

    first="$scratch/tree of $lua"
    passes "$lua: make" $alone $rocks --tree "$first" make
    passes "$lua: nothing is left in the working directory" nothing_left
    [ -d "$first/lib/lua/$version" ] || continue
    is "$lua: what is installed" uuid9562.so "$(ls "$first/lib/lua/$version")"

    # The suite, about the rock: the copy has no other module. Of what `luarocks path` says only this
    # is needed; all of it would keep a LuaRocks from its own modules that runs in another Lua.
    export LUA_CPATH="$first/lib/lua/$version/?.so;;"
    passes "$lua: test" env UUID9562_COUNT=2000 $alone $rocks test
    is "$lua: require" "$first/lib/lua/$version/uuid9562.so" "$(loaded "$lua")"
    unset LUA_CPATH

    skip "$lua: the package" zip && continue
    packed=$scratch/packed$version
    mkdir "$packed"
    cd "$packed" || exit 1
    passes "$lua: pack" $alone $rocks --tree "$first" pack uuid9562
    cd "$scratch/a copy" || exit 1
    rm -rf "$first"

    second="$scratch/another tree of $lua"
    passes "$lua: install the package, where there is no compiler" \
        env PATH="$scratch/tools" $alone $rocks --tree "$second" install "$packed"/uuid9562-scm-1.*.rock
    is "$lua: require from the package" "$second/lib/lua/$version/uuid9562.so" \
        "$(LUA_CPATH="$second/lib/lua/$version/?.so" loaded "$lua")"
    passes "$lua: remove" $alone $rocks --tree "$second" remove uuid9562
    is "$lua: what is left of it" "" "$(find "$second" -name '*uuid9562*')"
done
passes "nothing is left in the working directory" nothing_left
cd "$scratch" || exit 1
summary
