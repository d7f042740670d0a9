#!/bin/sh
# Checks the models exhaustively with spin; with --broken, that each of their documented mistakes
# (the BROKEN_ switches) is found.
set -u

cd "$(dirname "$0")/../.." || exit 1
b=${B:-build}/model
if ! command -v spin >/dev/null; then
    echo "models: skipped, spin is not installed"
    exit 0
fi

# verify MODEL SWITCHES: what pan says
verify() {
    rm -rf "$b/$1" && mkdir -p "$b/$1"
    cp "tests/model/$1.pml" "$b/$1/"
    (cd "$b/$1" && spin -a $2 "$1.pml" && ${CC:-cc} -O2 -DSAFETY -DMEMLIM=4000 -o pan pan.c -w &&
        ./pan -m1000000) 2>&1
}

failed=0
for model in word reanchor; do
    if [ "${1:-}" = --broken ]; then
        for switch in $(sed -n 's/^#if.*\(BROKEN_[A-Z_]*\).*/\1/p' "tests/model/$model.pml" | sort -u); do
            if verify $model "-D$switch" | grep -q 'errors: [1-9]'; then
                echo "model $model: $switch is found"
            else
                echo "model $model: $switch is NOT found"
                failed=1
            fi
        done
    else
        verify $model "" >"$b-log" || failed=1
        if grep -q 'errors: 0' "$b-log" && ! grep -q 'truncated\|memory limit' "$b-log"; then
            echo "model $model: $(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' "$b-log") states, no errors"
        else
            cat "$b-log"
            failed=1
        fi
    fi
done
exit $failed
