# Reads uuid9562.h into blocks: a comment and the declarations below it, to the next empty line.
#
#   version              UUID9562_VERSION
#   overview[1..overviews]                     the comment at the head, line by line
#   blocks, and for each block b
#     section[b], title[b]                     where it stands
#     comment[b, 1..comments[b]]               its lines, without what makes them a comment
#     code[b, 1..codes[b]]                     its declarations, line by line
#     name[b, 1..functions[b]], prototype[b, i]  the functions among them
#     type[b]                                  the type that it defines, or none
#   meaning[NAME]        what stands behind an enumerator or a macro
#   names[NAME]          the page on which a function or a type is
#
# It relies on the style of that file, which clang-format keeps, and fails where it is another.

function uncomment(line) {
    sub(/^\/\*+ ?/, "", line)
    sub(/^ \* ?/, "", line)
    sub(/ *\*\/$/, "", line)
    sub(/^ $/, "", line)
    return line
}

# What the builders of the library need is nothing for its users.
function prototype_of(text) {
    gsub(/UUID9562_API |UUID9562_MUST_CHECK/, "", text)
    gsub(/[ \t]+/, " ", text)
    gsub(/ ;/, ";", text)
    sub(/^ /, "", text)
    return text
}

function end_of_block() {
    if (open && codes[blocks] == 0 && comments[blocks] > 0)
        broken("a comment without a declaration")
    open = 0
}

function new_block() {
    end_of_block()
    blocks++
    section[blocks] = sections
    comments[blocks] = codes[blocks] = functions[blocks] = 0
    type[blocks] = ""
    open = 1
}

function broken(what) {
    printf "%s:%d: %s\n", FILENAME, FNR, what >"/dev/stderr"
    failed = 1
    exit 1
}

function code_line(line, b, word) {
    b = blocks
    code[b, ++codes[b]] = line
    if (line ~ /^UUID9562_API /)
        declaration = ""
    declaration = declaration " " line
    if (line ~ /\);?$|MUST_CHECK;$/ && declaration ~ /^ *UUID9562_API .*;$/) {
        prototype[b, ++functions[b]] = prototype_of(declaration)
        word = prototype[b, functions[b]]
        sub(/\(.*/, "", word)
        sub(/.*[ *]/, "", word)
        name[b, functions[b]] = word
        names[word] = name[b, 1]
        declaration = ""
    }
    if (line ~ /^} uuid9562_[a-z0-9_]*;$|^typedef struct [a-z0-9_]+ uuid9562_[a-z0-9_]*;$/) {
        word = line
        sub(/;$/, "", word)
        sub(/.* /, "", word)
        type[b] = word
        names[word] = word
    }
}

# The comment behind an enumerator or a macro, which may go on in the next line.
function note(line, word, text) {
    if (noted != "") {
        text = line
        sub(/^ *(\* )?/, "", text)
    } else {
        if (!match(line, /UUID9562_[A-Z0-9_]+/) || line !~ /\/\*/)
            return
        noted = substr(line, RSTART, RLENGTH)
        text = line
        sub(/.*\/\* */, "", text)
    }
    word = text
    sub(/ *\*\/.*/, "", text)
    gsub(/^ +| +$/, "", text)
    meaning[noted] = meaning[noted] (meaning[noted] != "" && text != "" ? " " : "") text
    if (word ~ /\*\//)
        noted = ""
}

/^#define UUID9562_VERSION / {
    version = $3
    gsub(/"/, "", version)
}
/^\/\* clang-format/ { next }

# The comment at the head.
FNR == 1 && /^\/\*/ { head = 1; next }
head {
    if (/\*\//)
        head = 0
    else
        overview[++overviews] = uncomment($0)
    next
}

/^\/\* ---- / {
    end_of_block()
    title[++sections] = $0
    gsub(/^\/\* -+ | -+ \*\/$/, "", title[sections])
    next
}
!sections { next }
/^#ifdef __cplusplus/ { end_of_block(); exit }

{
    if (!open || depth == 0) {
        if ($0 == "") {
            end_of_block()
            next
        }
        if (!open || (/^\/\*/ && codes[blocks] > 0 && functions[blocks] + (type[blocks] != "") > 0))
            new_block()
        if (/^\/\*/ && codes[blocks] == 0)
            commenting = 1
    }
    if (commenting) {
        comment[blocks, ++comments[blocks]] = uncomment($0)
        if (/\*\//)
            commenting = 0
        next
    }
    note($0)
    code_line($0)
    depth += gsub(/[{]/, "{") - gsub(/[}]/, "}")
}
