# Writes the overview, uuid9562(7), into the file `page`: the rules that stand at the head of
# uuid9562.h, its macros, and a line for each of its functions and types. It follows header.awk,
# roff.awk and manual.awk.

END {
    if (failed)
        exit 1
    roff_head("uuid9562", 7, version)
    roff_section("NAME")
    for (i = 1; i <= overviews && overview[i] != ""; i++)
        text = text (i > 1 ? " " : "") overview[i]
    sub(/^uuid9562.h - /, "", text)
    sub(/\.$/, "", text)
    print "uuid9562 \\- " roff_escape(text) >page
    roff_section("SYNOPSIS")
    roff_verbatim_begin()
    roff_verbatim("#include <uuid9562.h>")
    roff_verbatim("")
    roff_verbatim("cc ... $(pkg-config --cflags --libs uuid9562)")
    roff_verbatim_end()
    roff_section("DESCRIPTION")
    for (; i <= overviews; i++)
        roff_line(overview[i])
    roff_section("INTERFACE")
    for (b = 1; b <= blocks; b++) {
        if (section[b] != section[b - 1])
            roff_subsection(title[section[b]])
        if (page_name(b) != "") {
            roff_entry(page_names(b), summary(b))
            continue
        }
        if (comments[b] > 0) {
            roff_paragraph()
            for (i = 1; i <= comments[b]; i++)
                roff_line(comment[b, i])
        }
        macros(b)
    }
    roff_section("SEE ALSO")
    text = "\\fBuuid9562\\fR(1)"
    for (b = 1; b <= blocks; b++)
        if (page_name(b) != "")
            text = text ",\n\\fB" page_name(b) "\\fR(3)"
    print text >page
    roff_section("STANDARDS")
    roff_words("RFC 9562, RFC 4530")
}
