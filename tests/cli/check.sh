# check: writes nothing where all is right.

"$command" -7 -n 20000 >some
ends 0 check <some
says ""
complains ""
ends 0 check --uuid 7 --sorted <some
ends 0 check -7 <some
says ""
ends 1 check -4 <some
complains "line 1: the UUID is of another version"
sed '12345s/-7\(...-[89ab]\)/-4\1/' some | ends 1 check -7
complains "line 12345: the UUID is of another version"
for line in 2 4096 4097 4098 20000; do
    sed "$line{h;s/^.*$/$v7/}" some | ends 1 check --sorted
    complains "line $line: the UUID does not sort after the one before it"
done
printf '%s\n%s\n' $v7 $v7 | ends 1 check --sorted
complains "line 2: the UUID does not sort after the one before it"
printf '%s\n%s\nx\n%s\n%s\n' $v7 $v1 $v1 $v7 | ends 1 check -k -7
complains "line 2: the UUID is of another version
uuid9562: line 3: malformed UUID at offset 0: expected a hex digit
uuid9562: line 4: the UUID is of another version"
ends 0 check $v7 "{$v6}" urn:uuid:$v1
ends 1 check --from strict "{$v6}"
complains "argument 1: malformed UUID at offset 0: expected a hex digit"
ends 2 check -u 16
misused "--uuid: a version is 0 to 15"
ends 0 check -u 0 00000000-0000-0000-8000-000000000000
ends 1 check -u 0 00000000-0000-0000-0000-000000000000
