# Makes the manual page, uuid9562(1), of `uuid9562 --help`: awk -v version=VERSION -f manual.awk
#
# A section begins with a title and a colon. Its lines are literal, or paragraphs, or terms: a term
# is indented by two columns, a long option without a letter by six, and their meanings by more.

function begin(title, kind_of_section)
{
    if (kind == "literal")
        print ".fi"
    kind = kind_of_section
    is_after_gap = 0
    print ".SH " toupper(title)
    if (kind == "literal")
        print ".nf"
}

function print_words(line)
{
    sub(/^ +/, "", line)
    if (line != "")
        print line
}

function print_term(line)
{
    sub(/^ +/, "", line)
    match(line "  ", /  +/)
    print ".TP\n.B " substr(line, 1, RSTART - 1)
    print_words(substr(line, RSTART))
}

BEGIN {
    print ".TH UUID9562 1 \"\" \"uuid9562 " version "\" \"User Commands\""
    begin("Name")
    print "uuid9562 \\- generate, decode, convert, sort and validate UUIDs"
}

{
    gsub(/\\/, "\\e")
    gsub(/-/, "\\-")
    title = substr($0, 1, length($0) - 1)
}

/^Usage:$/ { begin("Synopsis", "literal"); next }
/^uuid9562 / { begin("Description", "paragraphs") }
/^Examples:$/ { begin(title, "literal"); next }
/^(Formats|Input):$/ { begin(title, "paragraphs"); next }
/^[A-Z].*:$/ { begin(title, "terms"); next }

kind == "literal" { print substr($0, 3); next }
kind == "terms" && /^  (    \\-)?[^ ]/ { print_term($0); next }
/^$/ { is_after_gap = 1; next }
kind == "paragraphs" && is_after_gap { print ".PP" }
{ is_after_gap = 0; print_words($0) }

END {
    begin("Standards")
    print "RFC 9562, Universally Unique IDentifiers (UUIDs)"
    begin("Security considerations")
    print "A UUID is not a secret: knowing one must grant nothing."
    print "Version 7 reveals when it was generated; version 4 reveals nothing."
    print "Anyone who guesses the name can compute a name\\-based UUID."
    begin("See also")
    print ".BR uuidgen (1)"
}
