#!/bin/sh
# Checks the models exhaustively with spin; with --broken, that each of their documented mistakes
# (the BROKEN_ switches) is found. Two at a time.
set -u

cd "$(dirname "$0")/../.." || exit 1
b=${B:-build}/model
if ! command -v spin >/dev/null; then
    echo "models: skipped, spin is not installed"
    exit 0
fi

# check MODEL [SWITCH]
check() {
    dir=$b/$1${2:+-$2}
    level=-O2
    [ $# = 2 ] && level=-O0 # a mistake is found sooner than a program is optimized
    rm -rf "$dir" && mkdir -p "$dir" && cp "tests/model/$1.pml" "$dir/" || return 1
    (cd "$dir" && spin -a ${2:+"-D$2"} "$1.pml" &&
        ${CC:-cc} $level -DSAFETY -DMEMLIM=4000 -o pan pan.c -w && ./pan -m1000000) >"$dir/log" 2>&1
    if [ $# = 2 ]; then
        grep -q 'errors: [1-9]' "$dir/log" && echo "model $1: $2 is found" && return
        echo "model $1: $2 is NOT found"
    else
        grep -q 'errors: 0' "$dir/log" && ! grep -q 'not completed\|too small' "$dir/log" &&
            sed -n "s/^ *\([0-9]*\) states, stored.*/model $1: \1 states, no errors/p" "$dir/log" && return
        cat "$dir/log"
    fi
    return 1
}

case ${1:-} in
--check)
    shift
    check "$@"
    exit
    ;;
--broken)
    for model in fork resync clock_state; do
        tr -cs 'A-Z_' '\n' <"tests/model/$model.pml" | grep '^BROKEN_.' | sort -u | sed "s/^/$model /"
    done | xargs -n 2 -P 2 sh tests/model/run.sh --check
    ;;
*)
    printf '%s\n' fork resync clock_state | xargs -n 1 -P 2 sh tests/model/run.sh --check
    ;;
esac || exit 1
