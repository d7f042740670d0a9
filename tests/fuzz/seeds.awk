# What fuzzing begins with: every text and every bytes of the shared vectors, each in a file of its
# own, to be tried in every way; and some of them in a row. Run with -v into=FOLDER.

BEGIN {
    FS = "\t"
    for (i = 0; i < 256; i++)
        byte[sprintf("%02x", i)] = sprintf("%c", i)
}

/^#/ || NF < 3 { next }

{
    for (i = 2; i <= NF; i++)
        seed(substr($i, 1, 2), substr($i, 3))
}

function seed(type, value, text, k)
{
    if ((type != "s:" && type != "x:" && type != "b:") || (type value) in seen)
        return
    seen[type value]
    text = value
    if (type != "s:") {
        text = ""
        for (k = 1; k < length(value); k += 2)
            text = text byte[substr(value, k, 2)]
    }
    write(text)
    if (length(text) == 36 && rows < 3)
        row[++rows] = text
}

function write(text)
{
    file = into "/" ++count
    printf "*%s", text > file
    close(file)
}

function in_a_row(separator, i, all)
{
    for (i = 1; i <= rows; i++)
        all = all row[i] separator
    write(separator all)
}

END {
    in_a_row("")
    in_a_row("\n")
    in_a_row(byte["00"])
    in_a_row(byte["ff"])
}
