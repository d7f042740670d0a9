#!/bin/sh
# What `make install` puts where, used as its users do: from outside the tree, with no file of it.
# Each file that is read in below is about one thing. fresh.sh is another command, for a whole
# system.
set -u

name=install
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
b=$(cd "$tree" && cd "${B:-build}" && pwd)
cc=${CC:-cc}
. "$here/words.sh"

# make_here TARGET WORDS...: of this tree and what has been built of it
make_here() { (cd "$tree" && ${MAKE:-make} -s B="$b" "$@"); }

# Everything is used from $to, where it is as it would be below /.
to=$scratch/to
prefix=/opt/uuid9562
passes "make install" make_here install DESTDIR="$to" PREFIX=$prefix
export PKG_CONFIG_PATH="$to$prefix/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$to"
export LD_LIBRARY_PATH="$to$prefix/lib" PATH="$to$prefix/bin:$PATH"

for topic in c hosts pages amalgamation files; do
    . "$here/$topic.sh"
done
summary
