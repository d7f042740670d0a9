# Which files there are, and that all of them go again, and no others.

list() { (cd "$1" && find . ! -type d | LC_ALL=C sort); }

version=$(pkg-config --modversion uuid9562)
cat >expected <<END
./bin/uuid9562
./include/uuid9562.h
./lib/libuuid9562.a
./lib/libuuid9562.so
./lib/libuuid9562.so.0
./lib/libuuid9562.so.$version
./lib/lua/5.4/uuid9562.so
./lib/pkgconfig/uuid9562.pc
./lib/sqlite3/uuid9562.so
./share/man/man1/uuid9562.1
./share/man/man7/uuid9562.7
END
list "$to$prefix" | grep -v /man3/ >found
passes "the files that are installed" diff expected found
is "files are for all to read" "" "$(find "$to" -type f ! -perm -444)"
is "nothing is outside of PREFIX" "$prefix" "$(cd "$to" && echo /*/* | sed "s,.*,$prefix,")"
is "no file knows of DESTDIR" "" "$(grep -rlF "$to" "$to")"

mkdir -p other/usr/lib/sqlite3 other/usr/share/man/man3
echo >other/usr/lib/sqlite3/other.so
echo >other/usr/share/man/man3/other.3
list other >before
words="DESTDIR=$PWD/other PREFIX=/usr LIBDIR=/usr/lib/here LUA_CDIR=/usr/share/lua"
passes "another LIBDIR" make_here install $words
is "is in the .pc file" 'libdir=${prefix}/lib/here' \
    "$(grep ^libdir other/usr/lib/here/pkgconfig/uuid9562.pc)"
is "is where the libraries are" yes "$([ -L other/usr/lib/here/libuuid9562.so.0 ] && echo yes)"
is "another LUA_CDIR" yes "$([ -e other/usr/share/lua/uuid9562.so ] && echo yes)"
passes "make install, again" make_here install $words
passes "make uninstall" make_here uninstall $words
list other >after
passes "what was there before is there, and nothing else" diff before after

passes "a part" make_here install PARTS=command DESTDIR="$PWD/part" PREFIX=/usr
is "is that part" "./usr/bin/uuid9562 ./usr/share/man/man1/uuid9562.1" "$(echo $(list part))"
passes "a part goes" make_here uninstall PARTS=command DESTDIR="$PWD/part" PREFIX=/usr
is "wholly" "" "$(list part)"

passes "make uninstall of all" make_here uninstall DESTDIR="$to" PREFIX=$prefix
is "nothing is left" "" "$(list "$to")"
