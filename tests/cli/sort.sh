# sort: as bytes, whatever the form.

for count in 0 1 2 32 33 1000 50000; do
    "$command" -n $count >some
    "$command" sort <some >got
    sort some >expected
    same "$count UUIDs" expected got
done
"$command" sort --reverse <some >got
sort -r some >expected
same "the last first" expected got
cat some some some | "$command" sort --unique >got
sort -u some >expected
same "each once" expected got
cat some some | "$command" sort >got
cat some some | sort >expected
same "each as often as it comes" expected got
"$command" -7 -n 50000 >some
"$command" sort <some >got
same "in order before" some got
"$command" sort --reverse <some | "$command" sort >got
same "in the wrong order before" some got
# UUIDs that only the last bytes tell apart, and such as are all the same.
awk 'BEGIN { for (i = 4999; i >= 0; i--) printf "00000000-0000-4000-8000-00000000%04x\n", i }' >some
"$command" sort <some >got
sort some >expected
same "UUIDs that are much alike" expected got
for i in 1 2 3 4 5 6 7; do cat expected expected >both; mv both expected; done
"$command" sort --unique <expected >got
sort -u some >expected
same "many of the same" expected got

ends 0 sort --from base58 --to int 4oVbpzb8BpnTH1mg11dmWd 1
says "0
40921815930960820517455393747779901510"
printf '%s\nx\n%s\n' $v7 $v6 | ends 1 sort
says ""
complains "line 2: malformed UUID at offset 0: expected a hex digit"
printf '%s\nx\n%s\n' $v6 $v7 | ends 1 sort -k
says "$v7
$v6"
