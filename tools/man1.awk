# Writes the manual page of the command, uuid9562(1), into the file `page`, from what
# `uuid9562 --help` says and `uuid9562 --version`, which comes in front of it. It follows roff.awk.

NR == 1 {
    version = $2
    next
}

{ line[++lines] = $0 }

# The sentence that says what it does stands alone at the margin.
/^[A-Z].*[^:]$/ && !told { telling = 1 }
telling && /^$/ { telling = 0; told = 1 }
telling { what = what (what != "" ? " " : "") $0 }

END {
    sub(/\.$/, "", what)
    roff_head("uuid9562", 1, version)
    roff_section("NAME")
    print "uuid9562 \\- " tolower(substr(what, 1, 1)) roff_escape(substr(what, 2)) >page
    for (i = 1; i <= lines; i++) {
        if (line[i] ~ /^[^ ].*:$/) {
            if (verbatim)
                roff_verbatim_end()
            heading = substr(line[i], 1, length(line[i]) - 1)
            verbatim = heading == "Usage" || heading == "Examples"
            roff_section(heading == "Usage" ? "SYNOPSIS" : toupper(heading))
            if (verbatim)
                roff_verbatim_begin()
        } else if (line[i] ~ /^[^ ]/) {
            if (verbatim) {
                roff_verbatim_end()
                verbatim = 0
                roff_section("DESCRIPTION")
            }
            roff_words(line[i])
        } else if (verbatim && (line[i] != "" || line[i + 1] ~ /^  /)) {
            roff_verbatim(substr(line[i], 3))
        } else if (line[i] != "" || line[i + 1] ~ /^  /) {
            roff_line(line[i])
        }
    }
    if (verbatim)
        roff_verbatim_end()
    roff_section("SEE ALSO")
    print "\\fBuuid9562\\fR(7)" >page
}
