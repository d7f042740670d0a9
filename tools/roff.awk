# Plain text, as comments and help have it, into the language of manual pages.
#
# What it knows of plain text: an empty line ends a paragraph; an indented line of a term, two
# spaces or more and a meaning begins an entry, and lines that are indented as far as that meaning,
# or further, go on with it; `x` is a name.

# What is special to roff, and hyphens that are to be copied as they are.
function roff_escape(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    if (text ~ /^[.']/)
        text = "\\&" text
    return text
}

# `x`, and the words for which names[] knows a page, are in bold. A column of its own is set off.
function roff_text(text, out, word) {
    gsub(/[^.]   +/, "&\t", text)
    gsub(/ +\t/, ", ", text)
    text = roff_escape(text)
    out = ""
    while (match(text, /`[^`]+`|uuid9562_[a-z0-9_]+/)) {
        word = substr(text, RSTART, RLENGTH)
        out = out substr(text, 1, RSTART - 1)
        text = substr(text, RSTART + RLENGTH)
        if (word ~ /^`/)
            out = out "\\fB" substr(word, 2, length(word) - 2) "\\fR"
        else
            out = out ((word in names) ? "\\fB" word "\\fR" : word)
    }
    return out text
}

function roff_head(name, section, version) {
    print ".\\\" Made by tools/ of uuid9562; not to be edited." >page
    printf ".TH %s %s \"\" \"uuid9562 %s\"\n.ad l\n.nh\n", name, section, version >page
}

function roff_section(title) {
    printf ".SH %s\n", title >page
    roff_column = 0
    roff_begun = 1
}

function roff_subsection(title) {
    printf ".SS %s\n", roff_escape(title) >page
    roff_column = 0
    roff_begun = 1
}

# What comes next is a paragraph of its own, if it is one at all.
function roff_paragraph() {
    roff_column = 0
    roff_apart = 1
}

function roff_begin() {
    if (roff_apart && !roff_begun)
        print ".PP" >page
    roff_apart = roff_begun = 0
}

function roff_entry(term, meaning) {
    printf ".TP\n\\fB%s\\fR\n%s\n", roff_escape(term), roff_text(meaning) >page
    roff_apart = roff_begun = 0
}

function roff_words(text) {
    roff_begin()
    print roff_text(text) >page
}

function roff_verbatim_begin() {
    roff_paragraph()
    roff_begin()
    print ".nf" >page
}

function roff_verbatim(line) {
    print (line == "" ? "\\&" : roff_escape(line)) >page
}

function roff_verbatim_end() {
    print ".fi" >page
}

# One line of plain text.
function roff_line(text, indent, gap) {
    match(text, /^ */)
    indent = RLENGTH
    text = substr(text, indent + 1)
    if (text == "") {
        roff_paragraph()
        return
    }
    if (roff_column > 0 && indent >= roff_column) {
        roff_words(text)
        return
    }
    gap = match(text, /[^ ]  +[^ ]/)
    if (indent > 0 && gap) {
        roff_column = indent + RSTART + RLENGTH - 2
        roff_entry(substr(text, 1, RSTART), substr(text, RSTART + RLENGTH - 1))
        return
    }
    if (roff_column > 0)
        roff_paragraph()
    roff_words(text)
}
