# inspect: as text and as JSON.

ends 0 inspect $v6 00000000-0000-0000-0000-000000000000
says "uuid       $v6
kind       Gregorian time and a node, in order
variant    rfc9562
version    6
time       2022-02-22T19:22:22.000Z
unix_ms    1645557742000
node       0x9f6bdeced846
clock_seq  13256

uuid       00000000-0000-0000-0000-000000000000
kind       NIL
variant    ncs"

# object UUID KIND VARIANT VERSION TIME UNIX_MS NODE CLOCK_SEQ: as JSON, a word in quotes
object() {
    printf '{"uuid":"%s","kind":"%s","variant":"%s","version":%s,' "$1" "$2" "$3" "$4"
    printf '"time":%s,"unix_ms":%s,"node":%s,"clock_seq":%s}\n' "$5" "$6" "$7" "$8"
}
ends 0 inspect --json "{$v7}" $dns ffffffff-ffff-ffff-ffff-ffffffffffff
says "$(object $v7 "Unix time and random bits, in order" rfc9562 7 \
    '"2022-02-22T19:22:22.000Z"' 1645557742000 null null
object $dns NAMESPACE_DNS rfc9562 1 '"1998-02-04T22:13:53.151Z"' 886630433151 825973027016 180
object ffffffff-ffff-ffff-ffff-ffffffffffff MAX future null null null null null)"

for version in 0 1 2 3 4 5 6 7 8 9 a f; do
    echo 00000000-0000-${version}000-8000-000000000001
done | "$command" inspect | sed -n 's/^kind *//p' | tr '\n' '/' >out
is "every version has a kind" "of a version that is not defined/Gregorian time and a node/DCE \
Security/MD5 of a name/random/SHA-1 of a name/Gregorian time and a node, in order/Unix time and \
random bits, in order/custom/of a version that is not defined/of a version that is not defined/of \
a version that is not defined/" "$(cat out)"
is "another variant" "not of RFC 9562" \
    "$("$command" inspect 00000000-0000-4000-c000-000000000001 | sed -n 's/^kind *//p')"

"$command" inspect --from ulid 01FWHE4YDGFK1SHH6W1G60EECF >out
is "another form" "uuid       $v7" "$(head -n 1 out)"
echo $v7 | "$command" convert --to guid | "$command" inspect --from guid >out
is "from bytes" "uuid       $v7" "$(head -n 1 out)"
"$command" -4 -n 5000 | "$command" inspect --json >out
is "from a stream" 5000 "$(wc -l <out)"
if command -v python3 >/dev/null; then
    is "Python reads the JSON" 5000 "$(python3 -c '
import json, sys
print(sum(json.loads(line)["version"] == 4 for line in sys.stdin))' <out)"
else
    echo "cli: JSON read by Python: skipped, there is no python3"
fi

ends 1 inspect $v7 x $v6
is "what is right before is told" "uuid       $v7" "$(head -n 1 out)"
is "and no more" 6 "$(wc -l <out)"
complains "argument 2: malformed UUID at offset 0: expected a hex digit"
