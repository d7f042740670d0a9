# The words of the checks, which run.sh and examples.sh read in. They work in a folder of their own;
# what needs something that is not installed here is passed over, by name.

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
: >checks
: >failures

fail() {
    echo "$name: $*"
    echo >>"$scratch/failures"
}

# passes WHAT COMMAND...: the command succeeds, and says what it has to say only where it does not
passes() {
    what=$1
    shift
    echo >>"$scratch/checks"
    "$@" >"$scratch/log" 2>&1 || { fail "$what" && cat "$scratch/log"; }
}

# is WHAT EXPECTED GOT
is() {
    echo >>"$scratch/checks"
    [ "$2" = "$3" ] || fail "$1: expected <$2>, got <$3>"
}

# prints SOURCE COMMAND...: the command prints what the comments of the source promise
prints() {
    source=$1
    shift
    sed -n 's/.*=> \(.*\)/\1/p' "$source" | sed 's, \*/$,,' >promised
    "$@" >printed 2>&1
    echo >>"$scratch/checks"
    if [ ! -s promised ] || ! diff promised printed >log; then
        fail "${source##*/examples/}: $*" && cat log
    fi
}

# skip WHAT COMMAND: true, and says so, where there is no such command
skip() {
    ! command -v "$2" >/dev/null && echo "$name: $1: skipped, there is no $2"
}

# The last word: how it went.
summary() {
    count=$(wc -l <checks)
    if [ -s failures ]; then
        echo "$name: $(wc -l <failures) of $count checks FAILED"
        exit 1
    fi
    echo "$name: $count checks, all right"
}
