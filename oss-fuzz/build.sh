#!/bin/sh -eu
# Builds the fuzz targets, in the folder of the project, with what OSS-Fuzz sets: CC, CXX, CFLAGS,
# CXXFLAGS, LIB_FUZZING_ENGINE, WORK and OUT. tests/fuzz/test_fuzz.py runs it too.

compile() { # SOURCE [PACKAGE]...: into an object, unless it is there
    object=$WORK/$(echo "$1" | tr / _).o
    objects="$objects $object"
    [ ! -e "$object" ] || return 0
    source=$1
    shift
    $CC $CFLAGS -std=c11 -D_GNU_SOURCE -pthread -Icore/include -DSQLITE_CORE \
        $(pkg-config --cflags libcrypto "$@") -c "$source" -o "$object"
}

# target NAME 'PACKAGE...' [SOURCE]...: the packages are linked statically, since OSS-Fuzz runs
# targets where they are not installed; and without PIE, which libpython.a is not compiled for.
target() {
    name=$1 packages=$2 objects=
    shift 2
    for source in "tests/fuzz/$name.c" "$@"; do
        compile "$source" $packages
    done
    $CXX $CXXFLAGS $objects $LIB_FUZZING_ENGINE -no-pie -o "$OUT/$name" -pthread -Wl,-Bstatic \
        $(pkg-config --static --libs $packages libcrypto | sed 's/-ldl\|-lm\|-pthread//g') \
        -Wl,-Bdynamic -lm -ldl
    cp tests/fuzz/text.dict "$OUT/$name.dict"
    python3 tests/fuzz/corpus.py pack "$name" "$OUT/${name}_seed_corpus.zip"
}

rm -f "$WORK"/*.o
target text '' tests/unit/naive.c tests/unit/naive_time.c
target state_file ''
target command '' core/uuid9562.c
target sql sqlite3 core/uuid9562.c sqlite/extension.c
target lua lua5.4 core/uuid9562.c
# The Python of the packages, beside which OSS-Fuzz has another one; less one of its own modules,
# whose code is not in the archive of Debian or Ubuntu.
bin=$(pkg-config --variable=prefix python3-embed)/bin
grep -vw _sha2 "$("$bin/python3-config" --configdir)/config.c" >"$WORK/config.c"
target python 'python3-embed expat zlib' core/uuid9562.c bindings/python/src/module.c \
    "$WORK/config.c"
"$bin/python3" tests/fuzz/corpus.py library "$OUT/python.zip"
