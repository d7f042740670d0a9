#!/bin/sh
# A gigabyte through the command: long.sh PATH_TO_IT [LINES]. It is generated, converted, checked
# and sorted; then one line of it is made wrong. Says what each took, and fails where memory grows
# with the length, but for sort. Needs three gigabytes of room where temporary files lie.
set -eu

command=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
lines=${2:-29000000}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
${CC:-cc} -O2 "$here/measure.c" -o measure
wrong=$((lines - lines / 3))

echo "$lines UUIDs, $((lines * 37 / 1000000)) MB of lines:"
./measure "generate version 7" "$command" -7 -n "$lines" >all
./measure "check --sorted" "$command" check --sorted <all
./measure "convert" "$command" convert <all | cmp - all
./measure "convert --to bytes" "$command" convert --to bytes <all >bytes
./measure "convert --from bytes" "$command" convert --from bytes <bytes | cmp - all
for form in hex ulid base58; do
    ./measure "convert --to $form" "$command" convert --to $form <all >in_form
    ./measure "convert --from $form" "$command" convert --from $form <in_form | cmp - all
done
rm bytes in_form
./measure "sort --reverse" "$command" sort --reverse <all >reversed
./measure "sort" "$command" sort <reversed | cmp - all
rm reversed

echo "line $wrong is made wrong:"
sed "${wrong}s/-/+/" all >bad
for words in convert "check --sorted"; do
    if ./measure "$words" "$command" $words <bad >out 2>err; then
        echo "long: it is not seen by $words"
        exit 1
    fi
    grep "^uuid9562: line $wrong: malformed UUID at offset 8: expected '-'\$" err
    grep -v '^uuid9562' err
    [ "$words" != convert ] || head -n $((wrong - 1)) all | cmp - out
done

echo "memory:"
for count in 1000 "$lines"; do
    for words in convert "convert --to hex" check; do
        head -n "$count" all | ./measure "$words" "$command" $words 2>>"memory.$count" >/dev/null
    done
done
awk '{ peak = $(NF - 1) } FNR == NR { few[FNR] = peak; next }
     { printf "  %d KiB for 1000 lines, %d for all\n", few[FNR], peak
       if (peak > few[FNR] + 2048) failed = 1 }
     END { exit failed }' memory.1000 "memory.$lines"
echo "long: constant memory, the first line that is wrong told, what stands before it intact"
