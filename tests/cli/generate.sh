# generate: every version, count, time, node, clock sequence, name and custom bits.

h='[0-9a-f]'

# shape VERSION ARGUMENT...: four canonical UUIDs of the version, no two the same
shape() {
    version=$1
    shift
    ends 0 "$@" -n 4
    is "$* makes version $version" 4 \
        "$(sort -u out | grep -cEx "$h{8}-$h{4}-${version}$h{3}-[89ab]$h{3}-$h{12}")"
}

ends 0 </dev/null
is "one of version 4 without a word" 4 "$(cut -c 15 out)"
is "and only one" 1 "$(wc -l <out)"
for version in 1 4 6 7 8; do
    shape $version -$version
    shape $version generate --uuid $version
done
shape 8 -8 --node 7
shape 7 -7 --at 1645557742000
shape 1 -1 --at 1645557742000
shape 6 -6 --at 1645557742000 --node 0x9f6bdeced846
shape 6 -6 --clock-seq 5

ends 0 -n 0
says ""
for count in 1 4095 4096 4097 100001; do
    "$command" -7 -n $count >some
    is "$count of version 7" $count "$(wc -l <some)"
    sort -cu some 2>/dev/null || fail "$count of version 7 are not in order"
done
"$command" -6 -n 100000 | sort -cu || fail "100000 of version 6 are not in order"
is "no two of version 4" 100000 "$("$command" -n 100000 | sort -u | wc -l)"

# The parts of what was asked for, as inspect tells them: fields NAME ARGUMENT...
fields() {
    pattern=$1
    shift
    "$command" "$@" | "$command" inspect | grep -Ex "($pattern) .*" | tr -s ' \n' ' '
}
is "a time of version 7" "unix_ms 1645557742000 " "$(fields unix_ms -7 --at 1645557742000)"
is "a time of version 1" "unix_ms 1645557742000 node 0x9f6bdeced846 clock_seq 13256 " \
    "$(fields 'unix_ms|node|clock_seq' -1 --at 1645557742000 --node 0x9f6bdeced846 \
        --clock-seq 13256)"
is "that is example A.1 of RFC 9562" "$v1" \
    "$("$command" -1 --at 1645557742000 --node 175285648414790 --clock-seq 13256)"
is "and A.5" "$v6" "$("$command" -6 --at 1645557742000 --node 0x9f6bdeced846 --clock-seq 13256)"
is "with a clock sequence that is given, each takes a tick" "$v1
c232ab01-9414-11ec-b3c8-9f6bdeced846" \
    "$("$command" -1 -n 2 --at 1645557742000 --node 0x9f6bdeced846 --clock-seq 13256)"
is "the first and the last time of version 7" "unix_ms 0 unix_ms 281474976710655 " \
    "$(fields unix_ms -7 --at 0)$(fields unix_ms -7 --at 281474976710655)"
is "an odd millisecond" "time 2022-02-22T19:22:22.123Z " "$(fields time -6 --at 1645557742123)"
ends 2 -7 --at -1
misused "unix_ms is out of range: 0 to 281474976710655 (version 7)"
for time in -1 -1001 18446744073710; do
    ends 2 -1 --at $time
    misused "--at is out of range for version 1: 0 to 18446744073709"
done
ends 2 -1 --node 281474976710656
misused "node is out of range: 0 to 281474976710655"
ends 2 -6 --clock-seq 16384
misused "clock_seq is out of range: 0 to 16383"
ends 2 -1 --node @nobody
misused "unknown node; expected @host"
ends 2 -8 --node 256
misused "node is out of range: 0 to 255"
"$command" -1 --node @host >out 2>err # a machine may have none
is "the host's own node, or why not" yes "$(case $? in
    0) [ "$("$command" -1 --node @host | cut -c 25-)" = "$(cut -c 25- out)" ] && echo yes ;;
    3) grep -q 'shows no network interface' err && echo yes ;;
esac)"

is "custom bits" 320c3d4d-cc00-875b-8ec9-32d5f69181c0 \
    "$("$command" -8 --a 0x320c3d4dcc00 --b 0x75b --c 0xec932d5f69181c0)"
is "some custom bits" "320c3d4d-cc00-8" "$("$command" -8 --a 0x320c3d4dcc00 | cut -c 1-15)"
ends 2 -8 --b 4096
misused "b is out of range: 0 to 4095 (12 bits)"

# Names: appendices A.2, A.4 and B.2 of RFC 9562.
is "version 3" 5df41881-3aed-3515-88a7-2f4a814cf09e \
    "$("$command" -3 --namespace @dns --name www.example.com)"
is "version 5" 2ed6657d-e927-568b-95e1-2665a8aea6a2 \
    "$("$command" -5 --namespace $dns -N www.example.com)"
is "version 8" 5c146b14-3c52-8afd-938a-375d0df1fbf6 \
    "$("$command" -8 --namespace @dns --name www.example.com)"
is "another digest" "$("$command" -3 --namespace @dns --name www.example.com | cut -c 16-18)" \
    "$("$command" -8 --namespace @dns --name www.example.com --digest md5 | cut -c 16-18)"
printf 'www.example.com\n\nwww.example.org' | "$command" -5 --namespace @dns >out
for name in www.example.com '' www.example.org; do
    "$command" -5 --namespace @dns --name "$name"
done >expected
same "names from standard input" expected out
printf 'a\r\n' | "$command" -5 --namespace @dns >out
is "a CR belongs to the name" "$(cat out)" \
    "$("$command" -5 --namespace @dns --name "$(printf 'a\r')")"
head -c 3000000 /dev/zero | "$command" -5 --namespace @dns >out
is "a name of 3 MB" a10f4362-0da7-5307-9dd3-d4a285364a3a "$(cat out)"
ends 2 -5 --name x
misused "a name of version 5 needs --namespace"
ends 2 -8 --name x
misused "a name of version 8 needs --namespace"
ends 2 -5 --namespace dns --name x
misused "--namespace: malformed UUID at offset 1: expected a hex digit"
ends 2 -5 --namespace @DNS --name x
misused "--namespace: unknown namespace; expected one of: @dns @url @oid @x500"
ends 2 -8 --namespace @dns --name x --digest md6
is "an unknown digest" "uuid9562: unknown digest; expected one of: sha256 md5" \
    "$(head -n 1 err | cut -c 1-47)"
OPENSSL_CONF=$here/../no-crypto.cnf ends 3 -5 --namespace @dns --name x
says ""

# What does not go together.
ends 2 --node 1
misused "--node does not go with version 4"
ends 2 -5 --namespace @dns --name x -n 2
misused "--count does not go with a name of version 5"
ends 2 -8 --node 1 --a 1
misused "--a does not go with version 8 and --node"
ends 2 -7 --node 1
misused "--node does not go with version 7"
ends 2 -u 2
misused "--uuid: 1, 3, 4, 5, 6, 7 or 8, not 2"
ends 2 -9
is "no such version" 2 "$wanted"
ends 2 generate x
misused "generate takes no argument: x"

is "a form" 26 "$("$command" -7 --to ulid | tr -d '\n' | wc -c)"
is "a TypeID" user_ "$("$command" -7 --to typeid --prefix user | cut -c 1-5)"
is "bytes" 48 "$("$command" -7 --to bytes -n 3 | wc -c)"
