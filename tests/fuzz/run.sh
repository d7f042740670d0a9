#!/bin/sh
# Fuzzes the reading and writing of text for so many seconds: run.sh [SECONDS]. What it finds worth
# keeping stays in build/fuzz/corpus, so that the next run goes on from there.
set -eu

cd "$(dirname "$0")/../.."
b=${B:-build}/fuzz
seconds=${1:-60}
clang=${CLANG:-clang}

skip() {
    echo "fuzz: skipped, $1"
    exit 0
}

[ -e /proc/self/maps ] || skip "it needs /proc"
command -v "$clang" >/dev/null || skip "there is no clang"

sanitizers='-fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all'
probe='int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }'
rm -rf "$b/seeds"
mkdir -p "$b/corpus" "$b/seeds"
echo "$probe" | "$clang" $sanitizers -x c - -o "$b/probe" 2>/dev/null ||
    skip "this clang has no libFuzzer"

"$clang" -std=c11 -O1 -g $sanitizers -Icore/include tests/fuzz/text.c tests/core/naive.c \
    -o "$b/text" -pthread -lcrypto
LC_ALL=C awk -v into="$b/seeds" -f tests/fuzz/seeds.awk tests/vectors.tsv
if ! ASAN_OPTIONS=detect_leaks=0 "$b/text" -max_total_time="$seconds" -max_len=300 -timeout=10 \
    -dict=tests/fuzz/text.dict -artifact_prefix="$b/" "$b/corpus" "$b/seeds" >"$b/log" 2>&1; then
    tail -n 60 "$b/log"
    echo "fuzz: FAILED; the input lies in $b"
    exit 1
fi
sed -n 's/^Done \([0-9]*\) runs in \([0-9]*\) .*/fuzz: \1 inputs in \2 seconds, nothing found/p' \
    "$b/log"
