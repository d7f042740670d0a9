#!/bin/sh
# The command `uuid9562`: run.sh PATH_TO_IT. Each file beside this one is about one thing it does;
# they are read into this shell and use the words below. long.sh is another command, for a gigabyte.
set -u

command=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
export LC_ALL=C
: >checks
: >failures

# Files, since what stands behind a | is a shell of its own.
fail() {
    echo "cli: $*"
    echo >>"$scratch/failures"
}

# is WHAT EXPECTED GOT
is() {
    echo >>"$scratch/checks"
    [ "$2" = "$3" ] || fail "$1: expected <$2>, got <$3>"
}

# The same of files.
same() {
    echo >>"$scratch/checks"
    cmp -s "$2" "$3" || fail "$1: $(diff "$2" "$3" | head -n 4)"
}

# ends CODE ARGUMENT...: runs the command with what is on standard input; `out` and `err` are then
# what it has written.
ends() {
    wanted=$1
    shift
    "$command" "$@" >out 2>err
    is "exit code of uuid9562 $*" "$wanted" $?
}

# Standard output, or standard error, is this text, a newline behind it unless it is empty.
says() {
    printf "${1:+%s\n}" "$1" >expected
    same "standard output" expected out
}
complains() {
    printf "${1:+uuid9562: %s\n}" "$1" >expected
    same "standard error" expected err
}
misused() {
    complains "$1
uuid9562: see uuid9562 --help"
    same "nothing is written" /dev/null out
}

v1=c232ab00-9414-11ec-b3c8-9f6bdeced846
v6=1ec9414c-232a-6b00-b3c8-9f6bdeced846
v7=017f22e2-79b0-7cc3-98c4-dc0c0c07398f
dns=6ba7b810-9dad-11d1-80b4-00c04fd430c8

for topic in options generate inspect forms lines sort check ends vectors; do
    . "$here/$topic.sh"
done
checks=$(wc -l <checks)
if [ -s failures ]; then
    echo "cli: $(wc -l <failures) of $checks checks FAILED"
    exit 1
fi
echo "cli: $checks checks, all right"
