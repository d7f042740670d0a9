# convert: every form that the library has, both ways, in a stream.

"$command" -4 -n 10000 >some
"$command" -1 -n 5 >>some
echo 00000000-0000-0000-0000-000000000000 >>some
echo ffffffff-ffff-ffff-ffff-ffffffffffff >>some
forms=$("$command" --help | sed -n '/^  to write/,/bytes$/p' | sed 's/to write//' | tr -d ',\n')
is "the forms to write" 18 "$(echo $forms | wc -w)"
for form in $forms; do
    "$command" convert --to $form <some >in_form || fail "to $form"
    "$command" convert --from $form <in_form >back || fail "from $form"
    same "$form and back" some back
    "$command" convert --from $form --to $form <in_form >back
    same "$form as itself" in_form back
done
for form in any strict canonical upper; do
    tr a-f A-F <some | "$command" convert --from $form >back
    same "upper case is read as $form" some back
done

ends 0 convert --to typeid --prefix my_type $v7
says my_type_01fwhe4ydgfk1shh6w1g60eecf
ends 0 convert --from typeid my_type_01fwhe4ydgfk1shh6w1g60eecf 01fwhe4ydgfk1shh6w1g60eecf
says "$v7
$v7"
ends 0 convert --to bytes $v7
is "bytes as they are" "01 7f 22 e2 79 b0 7c c3 98 c4 dc 0c 0c 07 39 8f" \
    "$(od -An -tx1 out | sed 's/^ //')"
ends 0 convert --to guid $v7
is "a GUID's bytes" "e2 22 7f 01 b0 79 c3 7c 98 c4 dc 0c 0c 07 39 8f" \
    "$(od -An -tx1 out | sed 's/^ //')"

ends 0 convert --change v1_to_v6 $v1
says $v6
ends 0 convert --change v6_to_v1 $v6
says $v1
ends 0 convert --change guid_swap $v7
says e2227f01-b079-c37c-98c4-dc0c0c07398f
ends 1 convert --change v1_to_v6 $v1 $v7 $v1
says $v6
complains "argument 2: the UUID is not of version 1"
ends 1 convert --keep-going --change v1_to_v6 $v7 $v1 $v7 $v1
says "$v6
$v6"
complains "argument 1: the UUID is not of version 1
uuid9562: argument 3: the UUID is not of version 1"

printf '0123456789abcdef0123456789abcde' | ends 1 convert --from bytes
says 30313233-3435-3637-3839-616263646566
complains "UUID 2: malformed UUID at offset 15: a binary UUID is exactly 16 bytes"
