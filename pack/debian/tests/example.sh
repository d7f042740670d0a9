# What the tests share: they run from the root of the source package, and use of it what a user of
# the installed packages has, the examples.
set -eu

# prints_what_it_promises EXAMPLE COMMAND...: the command prints the text after "=>" in the
# comments of an example.
prints_what_it_promises() {
    sed -n 's/ \*\/$//; s/.*=> //p' "$1" >"$AUTOPKGTEST_TMP/promised"
    test -s "$AUTOPKGTEST_TMP/promised"
    shift
    "$@" >"$AUTOPKGTEST_TMP/printed"
    diff -u "$AUTOPKGTEST_TMP/promised" "$AUTOPKGTEST_TMP/printed"
}
