# The library from C and C++, shared and static, by what pkg-config says; and its names.

flags=$(pkg-config --cflags --libs uuid9562)
is "pkg-config" "-I$to$prefix/include -L$to$prefix/lib -luuid9562" "$(echo $flags)"
# What libcrypto needs in turn is not the same everywhere.
crypto=$(echo $(pkg-config --static --libs-only-l libcrypto))
is "pkg-config --static" "-I$to$prefix/include -L$to$prefix/lib -luuid9562 $crypto -pthread" \
    "$(echo $(pkg-config --static --cflags --libs uuid9562))"
is "the version" "$(sed -n 's/#define UUID9562_VERSION "\(.*\)"/\1/p' \
    "$tree/core/include/uuid9562.h")" "$(pkg-config --modversion uuid9562)"

# The header alone, in each language that it is for, with nothing before it.
cat >header.c <<'END'
#include <uuid9562.h>
uuid9562_t dns(void);
uuid9562_t dns(void)
{
    uuid9562_t namespace_dns = UUID9562_INIT_NAMESPACE_DNS;
    return namespace_dns;
}
END
cp header.c header.cc
strict='-Wall -Wextra -Wpedantic -Werror -fsyntax-only'
for compiler in "$cc" clang; do
    skip "the header as C" "$compiler" || for standard in c11 c17; do
        passes "the header as $standard, $compiler" \
            "$compiler" -std=$standard $strict "-I$to$prefix/include" header.c
    done
done
# The library of C++ may be missing beside its compiler.
echo '#include <cstddef>' >library.cc
for compiler in g++ clang++; do
    skip "the header as C++" "$compiler" && continue
    if ! "$compiler" -fsyntax-only library.cc 2>/dev/null; then
        echo "install: the header as C++: skipped, $compiler has no library"
        continue
    fi
    for standard in c++11 c++17 c++20; do
        passes "the header as $standard, $compiler" \
            "$compiler" -std=$standard $strict "-I$to$prefix/include" header.cc
    done
done

mkdir -p programs
for source in "$tree"/examples/c/*.c; do
    program=programs/$(basename "$source" .c)
    cp "$source" "$program.c"
    passes "$program.c" $cc -std=c11 -Wall -Wextra -Wpedantic -Werror $program.c $flags -o $program
    prints "$source" $program
    passes "$program.c with the static library" $cc -std=c11 $program.c \
        $(pkg-config --cflags uuid9562) "$to$prefix/lib/libuuid9562.a" -lcrypto -o $program-static
    prints "$source" env -u LD_LIBRARY_PATH $program-static
done
skip "programs in C++" g++ || for source in programs/*.c; do
    program=${source%.c}
    cp $program.c $program.cc
    passes "$program.cc" g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror $program.cc $flags \
        -o $program-cc
    prints "$tree/examples/c/${source##*/}" $program-cc
done
# With no shared library at all, where that of OpenSSL is there to be linked.
if $cc -static -o nothing -xc - $crypto 2>/dev/null <<'END'
int main(void) { return 0; }
END
then
    passes "a program that is all static" $cc -static programs/keys.c \
        $(pkg-config --static --cflags --libs uuid9562) -o programs/all-static
    prints "$tree/examples/c/keys.c" env -u LD_LIBRARY_PATH programs/all-static
else
    echo "install: a program that is all static: skipped, there is no static one of $crypto"
fi

# The names that the shared library offers: each function with its version, and the shared word
# without one, by which it is found from libraries that have none.
shared=$to$prefix/lib/libuuid9562.so
is "the soname" libuuid9562.so.0 "$(readelf -d "$shared" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')"
awk -F'\t' '!/^#/ && $1 != "-" { print $1 "@@UUID9562_0" }' "$tree/tests/surface.tsv" >names
if ldd --version 2>&1 | grep -qi 'glibc\|gnu libc'; then
    echo uuid9562_clock_state_v1 >>names
fi
echo UUID9562_0 >>names
nm -D --defined-only "$shared" | awk '{ print $3 }' | sed 's/^UUID9562_0@@UUID9562_0$/UUID9562_0/' |
    LC_ALL=C sort >found
LC_ALL=C sort -o names names
passes "the names in the shared library" diff names found
is "a program asks for the version" "UUID9562_0" \
    "$(readelf -V programs/keys | sed -n 's/.*Name: \(UUID9562_[0-9]*\) .*/\1/p')"

# One order with copies that have no versions: a program with the static library in it, and all
# faces at once, as tests/house has them, but with the library that is installed.
mkdir -p house/lib
ln -s "$b/python" "$b/sqlite" "$b/lua" house/
cp "$shared" "$to$prefix/lib/libuuid9562.a" house/lib/
passes "one order in a static program" \
    env B="$PWD/house" CC="$cc" sh -c 'cd "$0" && sh tests/house/static_program.sh' "$tree"
passes "one order over all faces" "${PYTHON:-python3}" -B "$tree/tests/house/together.py" house
