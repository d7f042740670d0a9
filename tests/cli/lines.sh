# The shapes that a stream of lines comes in, and where it goes wrong.

hyphen="expected '-'"
long="trailing characters after the UUID"

ends 0 convert </dev/null
says ""
printf $v7 | ends 0 convert
says $v7
printf '%s\n{%s}\nurn:uuid:%s\n%s\n' $v7 $v6 $v1 $dns | ends 0 convert
says "$v7
$v6
$v1
$dns"
printf '\n' | ends 1 convert
complains "line 1: malformed UUID at offset 0: unexpected end of input"
printf '%s\n\n%s\n' $v7 $v7 | ends 1 convert
says $v7
complains "line 2: malformed UUID at offset 0: unexpected end of input"
printf '%s\r\n' $v7 | ends 1 convert
says ""
complains "line 1: malformed UUID at offset 36: $long (the line ends in CR LF)"
printf '%s\n%s\r' $v7 $v7 | ends 1 convert
says $v7
complains "line 2: malformed UUID at offset 36: $long (the line ends in CR LF)"
printf ' %s\n' $v7 | ends 1 convert
complains "line 1: malformed UUID at offset 0: expected a hex digit"
printf '%s \n' $v7 | ends 1 convert
complains "line 1: malformed UUID at offset 36: $long"
printf '%s\0\n' $v7 | ends 1 convert
complains "line 1: malformed UUID at offset 36: $long"
printf '%.35s\n' $v7 | ends 1 convert
complains "line 1: malformed UUID at offset 35: unexpected end of input"
printf '%s\n%.8s+\n%s\n' $v7 $v7 $v7 | ends 1 convert
says $v7
complains "line 2: malformed UUID at offset 8: $hyphen"
printf '%s\n%.8s+\n%s\nx\n%s' $v7 $v7 $v6 $v1 | ends 1 convert --keep-going
says "$v7
$v6
$v1"
complains "line 2: malformed UUID at offset 8: $hyphen
uuid9562: line 4: malformed UUID at offset 0: expected a hex digit"

# One line that is wrong, at every place around the ends of the blocks that are read and held, and
# behind lines of other lengths: its number is right, and what stands before it comes out whole.
"$command" -n 30000 >many
for place in 1 2 4095 4096 4097 7084 7085 7086 8192 8193 29999 30000; do
    sed "${place}s/-/+/" many | ends 1 convert
    head -n $((place - 1)) many >expected
    same "what stands before line $place" expected out
    complains "line $place: malformed UUID at offset 8: $hyphen"
    sed "${place}s/-/+/" many | ends 1 convert -k
    sed "${place}d" many >expected
    same "what stands around line $place" expected out
    sed "s/-//g; ${place}s/^./g/" many | ends 1 check --from hex
    complains "line $place: malformed UUID at offset 0: expected a hex digit"
done
awk 'NR % 3 == 0 { gsub(/-/, "") } NR % 5 == 0 { $0 = "{" $0 "}" } { print }' many |
    grep -v '^{.\{32\}}$' >mixed
"$command" convert <mixed | "$command" convert --to hex >got
tr -d '{}-' <mixed >expected
same "lines of several lengths" expected got

# A line that is longer than all memory that is set aside, with a UUID at its end.
head -c 1000000 /dev/zero | tr '\0' a >run
{ echo $v7; cat run; echo $v7; echo $v6; } >long
ends 1 convert <long
says $v7
complains "line 2: malformed UUID at offset 32: $long"
ends 1 convert -k <long
says "$v7
$v6"
{ cat run; printf '\n'; cat run; } >long
ends 1 check -k <long
complains "line 1: malformed UUID at offset 32: $long
uuid9562: line 2: malformed UUID at offset 32: $long"
# The rest of such a line is not taken for a UUID, wherever it is cut.
for length in 262100 262107 262143 262144 262145 524288; do
    { head -c $length run; echo $v7; echo $v6; } >long
    ends 1 convert -k <long
    says $v6
done
head -c 300000 /dev/zero | ends 1 check
complains "line 1: malformed UUID at offset 0: expected a hex digit"

# What comes in pieces goes out before the next piece is waited for.
mkfifo pieces
"$command" convert <pieces >out &
exec 4>pieces
printf '%s\n%.20s' $v7 $v6 >&4
for try in 1 2 3 4 5 6 7 8 9 10; do
    [ -s out ] && break
    sleep 0.2
done
says $v7
printf '%s\n' "$(echo $v6 | cut -c 21-)" >&4
exec 4>&-
wait $!
is "a stream in pieces" 0 $?
says "$v7
$v6"
