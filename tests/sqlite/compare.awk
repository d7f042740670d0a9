# The second half of check.sh: reads what the shell printed, its messages, and the statements with
# what was expected of them.

FILENAME == output_file && /^@[0-9]+$/ { line = substr($0, 2) + 0; next }
FILENAME == output_file {
    if (line in output)
        output[line] = output[line] "|" $0
    else
        output[line] = $0
    next
}

# Runtime error near line 6: message (before SQLite 3.53), or Error near line 6: message; the lines
# that follow a parse error only repeat it.
FILENAME == error_file && match($0, /^[A-Z][a-z]+( error)? near line [0-9]+: /) {
    count = split(substr($0, 1, RLENGTH), words, /[ :]+/)
    error[words[count - 1] / 2] = "error: " substr($0, RLENGTH + 1)
    next
}
FILENAME == error_file && !/^ / { print title ": " $0; failed++ }
FILENAME == error_file { next }

/^--/ || /^$/ { next }

{
    expected = ""
    if (match($0, / *-- => /))
        expected = substr($0, RSTART + RLENGTH)
    got = FNR in error ? error[FNR] : FNR in output ? output[FNR] : ""

    if (expected ~ /^error~/)
        good = index(got, "error: ") == 1 && got ~ substr(expected, 8)
    else if (expected ~ /^error:/)
        good = index(got, "error: ") == 1 && index(got, substr(expected, 8)) > 0
    else if (expected ~ /^~/)
        good = got ~ substr(expected, 3)
    else
        good = got == expected
    if (good)
        passed++
    else {
        printf "%s:%d: %s\n    got: %s\n", title, FNR, $0, got
        failed++
    }
}

END {
    printf "%s: %d passed, %d failed\n", title, passed, failed
    exit failed > 0 || passed == 0
}
