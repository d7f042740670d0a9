# How it is called, and what it says of itself.

ends 0 --version </dev/null
is "the version" "uuid9562 $(sed -n 's/#define UUID9562_VERSION "\(.*\)"/\1/p' \
    "$here/../../core/include/uuid9562.h")" "$(cat out)"
complains ""

ends 0 --help </dev/null
for word in generate inspect convert sort check --uuid --keep-going canonical guid bytes; do
    is "the help names $word" yes "$(grep -q -e "$word" out && echo yes)"
done
is "the help fits into 79 columns" "" "$(grep '.\{80\}' out)"
ends 0 sort -h </dev/null
is "the help of a command is its own" "yes no" \
    "$(grep -q -e --unique out && echo yes) $(grep -q -e --namespace out || echo no)"

# The examples of the help, as they stand there.
"$command" --help | sed '1,/^Examples:/d; s/^  //' >examples
sed -n 's/^\$ //p' examples >examples.sh
(
    uuid9562() { "$command" "$@"; }
    while read -r line; do
        echo "\$ $line"
        eval "$line" 2>&1
        echo
    done <examples.sh
) | sed '$d' >got
same "the examples of the help" examples got
is "there are examples" yes "$([ "$(wc -l <examples.sh)" -gt 2 ] && echo yes)"

ends 2 nonsense
misused "unknown command: nonsense"
ends 2 --nonsense
is "an unknown option" "uuid9562: unrecognized option '--nonsense'" "$(head -n 1 err)"
ends 2 sort --json
is "an option of another command" "uuid9562: unrecognized option '--json'" "$(head -n 1 err)"
ends 2 convert --to
is "an option without its value" "uuid9562: option '--to' requires an argument" "$(head -n 1 err)"
ends 2 -n ten
misused "--count: not a number: ten"
ends 2 --count=
misused "--count: not a number: "
ends 2 -n -1
misused "--count: not a number: -1"
ends 2 -n ' 1'
misused "--count: not a number:  1"
ends 2 -n 0x
misused "--count: not a number: 0x"
ends 2 -n 18446744073709551616
misused "--count: too big: 18446744073709551616"
ends 2 -7 --at -9223372036854775808
misused "--at: too big: -9223372036854775808"
ends 2 convert --from nonsense
is "an unknown form to read" \
    "uuid9562: unknown input format; expected one of: any strict canonical" \
    "$(head -n 1 err | cut -c 1-64)"
is "bytes are among them" yes "$(head -n 1 err | grep -q 'guid mysql der ldap_filter bytes$' && echo yes)"
ends 2 convert --to any
is "an unknown form to write" "uuid9562: unknown output format; expected one of: canonical upper" \
    "$(head -n 1 err | cut -c 1-60)"
ends 2 convert --to hex --prefix user
misused "--prefix goes with --to typeid"
ends 2 convert --to typeid --prefix User
misused "invalid prefix; expected at most 63 of a-z and _, starting and ending with a letter"
ends 2 convert --change v1_to_v7
misused "--change: v1_to_v6, v6_to_v1 or guid_swap, not v1_to_v7"
ends 2 convert --from guid "$dns"
misused "bytes are read from standard input, not from arguments"
