# Writes the manual pages of section 3 into the folder `into`: a page for each function, or group of
# functions, and for each type of uuid9562.h, whose comments are all that they say. It follows
# header.awk, roff.awk and manual.awk.

function begin_page(b, i) {
    page = into "/" page_name(b) ".3"
    roff_head(page_name(b), 3, version)
    roff_section("NAME")
    print page_names(b) " \\- " roff_escape(summary(b)) >page
    roff_section("LIBRARY")
    roff_words("uuid9562: `cc ... $(pkg-config --cflags --libs uuid9562)`")
    roff_section("SYNOPSIS")
    roff_verbatim_begin()
    roff_verbatim("#include <uuid9562.h>")
    roff_verbatim("")
}

# The declarations as they are, but functions without what their users need not see.
function synopsis(b, i, declaration) {
    for (i = 1; i <= codes[b]; i++)
        if (functions[b] == 0 || code[b, i] ~ /^#define/)
            roff_verbatim(code[b, i])
    for (i = 1; i <= functions[b]; i++) {
        declaration = prototype[b, i]
        for (; length(declaration) > 72; declaration = "    " substr(declaration, cut + 1)) {
            for (cut = 72; cut > 0 && substr(declaration, cut - 1, 2) != ", "; cut--)
                ;
            if (cut == 0)
                break
            roff_verbatim(substr(declaration, 1, cut - 1))
        }
        roff_verbatim(declaration)
    }
}

function is_enum(b) {
    return code[b, 1] ~ /^typedef enum/
}

# An enumerator, its number where it is given, and what it means.
function enumerators(b, i, word, line) {
    for (i = 2; i < codes[b]; i++) {
        line = code[b, i]
        if (match(line, /UUID9562_[A-Z0-9_]+( = [0-9]+)?/)) {
            word = substr(line, RSTART, RLENGTH)
            line = word
            sub(/ .*/, "", word)
            roff_entry(line, meaning[word])
        }
    }
}

# The statuses that are named in capitals, with what they mean.
function statuses(text, words, n, i, status) {
    n = split(text, words, /[^A-Z0-9_]+/)
    for (i = 1; i <= n; i++) {
        status = "UUID9562_ERR_" words[i]
        if (words[i] != "" && (status in meaning))
            roff_entry(status, meaning[status])
    }
}

function end_errors() {
    if (part != "Errors")
        return
    gsub(/^ +/, "", errors)
    if (errors !~ /^[A-Z0-9_]+(, [A-Z0-9_]+)*$/)
        roff_words(errors)
    statuses(errors)
    errors = ""
}

function body(b, i, line) {
    roff_section("DESCRIPTION")
    part = ""
    if (comments[b] == 0)
        roff_words(toupper(substr(summary(b), 1, 1)) substr(summary(b), 2) ".")
    for (i = 1; i <= comments[b]; i++) {
        line = comment[b, i]
        if (match(line, /^(Args|Out|Returns|Errors): */)) {
            end_errors()
            part = line
            sub(/:.*/, "", part)
            roff_section(heading[part])
            line = sprintf("%" RLENGTH "s%s", "", substr(line, RLENGTH + 1))
        }
        if (part == "Returns")
            sub(/^ */, "", line)
        if (part == "Errors")
            errors = errors " " substr(line, match(line, /[^ ]|$/))
        else
            roff_line(line)
    }
    end_errors()
}

function see_also(b, other, text) {
    roff_section("SEE ALSO")
    text = "\\fBuuid9562\\fR(7)"
    for (other = 1; other <= blocks; other++)
        if (other != b && section[other] == section[b] && page_name(other) != "")
            text = text ",\n\\fB" page_name(other) "\\fR(3)"
    print text >page
}

END {
    if (failed)
        exit 1
    heading["Args"] = "ARGUMENTS"
    heading["Out"] = "OUTPUT"
    heading["Returns"] = "RETURN VALUE"
    heading["Errors"] = "ERRORS"
    for (b = 1; b <= blocks; b++) {
        if (page_name(b) == "")
            continue
        begin_page(b)
        if (!is_enum(b))
            synopsis(b)
        else
            roff_verbatim(type[b])
        roff_verbatim_end()
        body(b)
        if (is_enum(b)) {
            roff_section("VALUES")
            enumerators(b)
        }
        see_also(b)
        close(page)
        for (i = 2; i <= functions[b]; i++) {
            page = into "/" name[b, i] ".3"
            print ".so man3/" page_name(b) ".3" >page
            close(page)
        }
    }
}
