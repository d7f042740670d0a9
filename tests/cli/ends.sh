# How it ends when the world does not go along: no reader, no room, no input, no output, no memory.

is "a reader that goes away" "$(printf '\nended by a signal')" "$("$command" -n 100000000 2>err |
    head -n 1 | cut -c 37-
    sh -c '"$0" -n 1000000; echo $? >status' "$command" 2>>err | true
    [ "$(cat status)" = 141 ] && echo "ended by a signal")"
same "says nothing of it" /dev/null err
sh -c 'trap "" PIPE; "$0" -n 1000000; echo $? >status' "$command" 2>err | true
is "but does where it is told to ignore the signal" 3 "$(cat status)"
complains "cannot write: Broken pipe"

if [ -c /dev/full ]; then
    for arguments in "" "-n 1000000" --help "inspect $v7" "convert $v7" "sort $v7"; do
        "$command" $arguments >/dev/full 2>err
        is "a full disk: $arguments" 3 $?
        complains "cannot write: No space left on device"
    done
    "$command" -n 0 >/dev/full
    is "nothing to write on a full disk" 0 $?
    printf '%s\nx\n' $v7 | "$command" convert >/dev/full 2>err
    is "a full disk before a line that is wrong" 3 $?
else
    echo "cli: full disk: skipped, there is no /dev/full"
fi

"$command" >&- 2>err
is "no output" 3 $?
complains "cannot write: Bad file descriptor"
"$command" check <&- 2>err
is "no input" 3 $?
complains "cannot read: Bad file descriptor"
"$command" check <. 2>err
is "a folder as input" 3 $?
complains "cannot read: Is a directory"

"$command" -n 300000 >some
if (ulimit -v 40000 && "$command" convert <some | cmp -s some) 2>/dev/null; then
    is "in constant memory" 0 0
    (ulimit -v 40000 && head -c 100000000 /dev/zero | "$command" check) >out 2>err
    is "a line of 100 MB" 1 $?
    complains "line 1: malformed UUID at offset 0: expected a hex digit"
    # The same limit is too little for a name of that size, and to sort as much.
    (ulimit -v 40000 && head -c 30000000 /dev/zero | "$command" -5 --namespace @dns) >out 2>err
    is "no memory" 3 $?
    complains "out of memory"
else
    echo "cli: memory: skipped, the limit is not kept, or is too small here"
fi

# Descriptors that do not block, as another program may leave them: what it cannot write or read at
# once waits, and arrives whole.
if command -v python3 >/dev/null; then
    cat >unblocked.py <<'END'
import os, subprocess, sys, threading, time

text = open("some", "rb").read()
to_read, to_write = os.pipe()
from_read, from_write = os.pipe()
for end in (to_read, from_write):
    os.set_blocking(end, False)
child = subprocess.Popen([sys.argv[1], "convert"], stdin=to_read, stdout=from_write)
os.close(to_read), os.close(from_write)

def feed():
    for i in range(0, len(text), 300001):
        time.sleep(0.01)
        done = 0
        piece = text[i : i + 300001]
        while done < len(piece):
            done += os.write(to_write, piece[done:])
    os.close(to_write)

threading.Thread(target=feed).start()
got = b""
while piece := os.read(from_read, 50000):
    got += piece
    time.sleep(0.0005)
print(got == text, child.wait())
END
    is "descriptors that do not block" "True 0" "$(python3 unblocked.py "$command")"
else
    echo "cli: descriptors that do not block: skipped, there is no python3"
fi
