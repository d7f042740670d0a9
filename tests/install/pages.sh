# The manual: a page for each function, and no page of which a formatter complains.

man=$to$prefix/share/man
for page in $(awk -F'\t' '!/^#/ && $1 != "-" { print $1 }' "$tree/tests/surface.tsv"); do
    is "a page for $page" yes "$([ -s "$man/man3/$page.3" ] && echo yes)"
done
header=$to$prefix/include/uuid9562.h
is "a page for every type" "" "$(sed -n 's/^} \(uuid9562_[a-z_]*\);$/\1/p' "$header" |
    while read -r type; do [ -s "$man/man3/$type.3" ] || echo "$type"; done)"
is "no page is empty, or of the builder's path" "" \
    "$(cd "$man" && find . -type f -size -20c; grep -l "$scratch\|$tree" man?/*)"
is "every status is told on its page" "" \
    "$(grep -o 'UUID9562_ERR_[A-Z0-9_]*' "$header" | sort -u |
        while read -r status; do
            grep -q "$status" "$man/man3/uuid9562_status_t.3" || echo "$status"
        done)"

# The date of a page is that of its release, which is not known where it is made; and .so is how
# man-db has one page by several names.
skip "pages in groff" groff || for page in "$man"/man?/*; do
    (cd "$man" && groff -ww -man -z -Tutf8 "$page") >>complaints 2>&1
done
skip "pages in mandoc" mandoc || for page in "$man"/man?/*; do
    (cd "$man" && mandoc -T lint -W warning "$page") >>complaints 2>&1
done
touch complaints
is "complaints of the formatters" "" "$(grep -v 'missing date\|\.so is fragile' complaints)"
skip "the page of the command" man || {
    is "the page of the command names every option" "" "$("$to$prefix/bin/uuid9562" --help |
        grep -o -e '--[a-z][a-z-]*' | sort -u | while read -r option; do
        MANWIDTH=100 man -P cat -l "$man/man1/uuid9562.1" | grep -q -e "$option" || echo "$option"
    done)"
    is "a page by another of its names" yes "$(MANPATH=$man man -P cat uuid9562_uuid6 |
        grep -q 'uuid9562_uuid1, uuid9562_uuid6' && echo yes)"
}
