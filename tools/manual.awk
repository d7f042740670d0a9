# What the pages of the sections 3 and 7 share: it follows header.awk and roff.awk.

# What a block says first, before its arguments and results.
function description(b, text, i) {
    text = ""
    for (i = 1; i <= comments[b] && comment[b, i] !~ /^(Args|Out|Returns|Errors):/; i++)
        text = text (i > 1 ? " " : "") comment[b, i]
    return text
}

# The first sentence of that, or what it is about, without a point.
function summary(b, text) {
    text = description(b)
    if (match(text, /[.?!]( |$)/))
        text = substr(text, 1, RSTART - (substr(text, RSTART, 1) == "."))
    if (length(text) > 90 && match(text, /[:;] /))
        text = substr(text, 1, RSTART - 1)
    if (text == "") {
        text = title[section[b]]
        sub(/ \(.*| *:.*/, "", text)
        text = tolower(text)
    }
    gsub(/`/, "", text)
    return text
}

# A block has a page of its own if it has a function, or a type. This is what the page is called.
function page_name(b) {
    return functions[b] > 0 ? name[b, 1] : type[b]
}

# All of them, with a comma between.
function page_names(b, text, i) {
    if (functions[b] == 0)
        return type[b]
    text = name[b, 1]
    for (i = 2; i <= functions[b]; i++)
        text = text ", " name[b, i]
    return text
}

# Macros: those that stand for a number as entries, the others by their names.
function macros(b, i, word, value, listing) {
    listing = 0
    for (i = 1; i <= codes[b]; i++) {
        if (code[b, i] !~ /^#define /)
            continue
        word = value = substr(code[b, i], length("#define ") + 1)
        sub(/ .*/, "", word)
        sub(/^[^ ]+ */, "", value)
        sub(/ *\/\*.*/, "", value)
        if (value ~ /^-?[0-9]+$/) {
            roff_entry(word, value (word in meaning ? " (" meaning[word] ")" : ""))
            continue
        }
        if (!listing++)
            roff_verbatim_begin()
        roff_verbatim(word)
    }
    if (listing)
        roff_verbatim_end()
}
