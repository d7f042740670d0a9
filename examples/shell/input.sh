# Convert UUIDs from elsewhere: one format, or an error with its offset.

uuid9562 convert '{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}'
# => 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
echo user_01fwhe4ydgfk1shh6w1g60eecf | uuid9562 convert --from typeid --to ulid
# => 01FWHE4YDGFK1SHH6W1G60EECF
uuid9562 check 017f22e2+79b0-7cc3-98c4-dc0c0c07398f 2>&1
# => uuid9562: argument 1: malformed UUID at offset 8: expected '-'
uuid9562 inspect --json 017f22e2-79b0-7cc3-98c4-dc0c0c07398f | sed 's/.*"time":"\([^"]*\)".*/\1/'
# => 2022-02-22T19:22:22.000Z
