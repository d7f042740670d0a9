# Turns rows of tests/vectors.tsv into streams for vectors.sh: parse.FORM.in with .out and .err,
# format.FORM.in with .out, field.FIELD.in with .out. A text with a newline in it is no line.

BEGIN {
    for (i = 0; i < 256; i++)
        byte[sprintf("%02x", i)] = i
    split("version variant timestamp_ms timestamp node clock_seq", operations, " ")
    split("version variant unix_ms time node clock_seq", names, " ")
    for (i in operations)
        field[operations[i]] = names[i]
}

# Writes a text as a line of a file. Returns false where it cannot be one.
function line(value, file, hex, i) {
    if (value ~ /^s:/) {
        print substr(value, 3) >file
        return 1
    }
    hex = substr(value, 3)
    if (value !~ /^x:/ || hex ~ /^(..)*0a/)
        return 0
    for (i = 1; i < length(hex); i += 2)
        printf "%c", byte[substr(hex, i, 2)] >file
    print "" >file
    return 1
}

/^#/ || /^$/ { next }

$1 == "parse" && $4 !~ /^n:/ {
    form = NF > 3 ? substr($4, 3) : "any"
    if (form == "guid" || $2 !~ /^(s:|e:malformed@)/ || !line($3, "parse." form ".in"))
        next
    number[form]++
    if ($2 ~ /^s:/)
        print substr($2, 3) >("parse." form ".out")
    else {
        printf "" >("parse." form ".out")
        print number[form] "@" substr($2, 13) >("parse." form ".err")
    }
}

$1 == "format" && $2 ~ /^s:/ && $3 ~ /^s:/ {
    form = NF > 3 ? substr($4, 3) : "canonical"
    print substr($3, 3) >("format." form ".in")
    print substr($2, 3) >("format." form ".out")
}

$1 in field && $2 ~ /^[sin]:/ && $3 ~ /^s:/ {
    expected = $2 ~ /^n:/ ? "null" : substr($2, 3)
    if ($1 == "timestamp" && expected != "null") {
        sub(/ /, "T", expected)
        expected = expected "Z"
    }
    print substr($3, 3) >("field." field[$1] ".in")
    print ($2 ~ /^s:/ ? "\"" expected "\"" : expected) >("field." field[$1] ".out")
}
