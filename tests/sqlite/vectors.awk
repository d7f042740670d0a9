# Turns tests/vectors.tsv into statements for check.sh, each with what must come of it:
#   SELECT quote(uuid_version('...')) -- => 7
# An operation that SQL has no word for ends the run as a failure.

BEGIN {
    FS = "\t"
    # What an operation is called here, where it is not uuid_ and its name.
    n = split("uuid1 uuid3 uuid5 uuid6 uuid6_min uuid6_max uuid7_at uuid7_make uuid7_min " \
              "uuid7_max uuid8 uuid8_name uuid8_node", same, " ")
    for (i = 1; i <= n; i++)
        name[same[i]] = same[i]
    n = split("parse format valid version variant timestamp_ms timestamp node clock_seq compare " \
              "v1_to_v6 v6_to_v1 guid_swap match ordering_match typeid typeid_prefix",
              prefixed, " ")
    for (i = 1; i <= n; i++)
        name[prefixed[i]] = "uuid_" prefixed[i]
    name["to_bytes"] = "uuid_blob"
    name["from_bytes"] = "uuid_str"

    constant["NIL"] = "uuid_nil()"
    constant["MAX"] = "uuid_max()"
    constant["NAMESPACE_DNS"] = "uuid_ns('@dns')"
    constant["NAMESPACE_URL"] = "uuid_ns('url')"
    constant["NAMESPACE_OID"] = "uuid_ns('@oid')"
    constant["NAMESPACE_X500"] = "uuid_ns('x500')"
}

function literal(value, type, rest) {
    type = substr(value, 1, 2)
    rest = substr(value, 3)
    if (type == "s:") { gsub(/'/, "''", rest); return "'" rest "'" }
    if (type == "x:") return "CAST(X'" toupper(rest) "' AS TEXT)"
    if (type == "b:") return "X'" toupper(rest) "'"
    if (type == "i:" || type == "r:") return rest
    if (type == "n:") return "NULL"
    unknown("a value of type " type)
}

# What quote() makes of an expected value, or what check.sh looks for.
function outcome(expected) {
    if (expected ~ /^t:/) return substr(expected, 3)
    if (expected ~ /^e:(malformed@[0-9]+|null)$/) return "NULL"
    if (expected == "e:range") return "error~ out of range|unknown|not of version|exactly|invalid"
    if (expected == "e:type") return "error~ must be (an INTEGER|TEXT|a BLOB)"
    return literal(expected)
}

function unknown(what) {
    printf "%s:%d: this suite does not know %s\n", FILENAME, FNR, what > "/dev/stderr"
    failed = 1
    exit 1
}

/^#/ || /^$/ { next }

{
    arguments = ""
    for (i = 3; i <= NF; i++)
        arguments = arguments (i > 3 ? ", " : "") literal($i)

    if ($1 == "constant")
        call = constant[substr($3, 3)]
    else if ($1 == "batch")
        call = "(SELECT count(*) FROM uuid_series(" arguments "))"
    else if ($1 == "ldap_schema")
        call = "(SELECT section || ' ' || oid || ' ' || name || ' ' || description" \
               " FROM uuid_ldap_schema WHERE name = " arguments ")"
    else if ($1 in name)
        call = name[$1] "(" arguments ")"
    else
        unknown("the operation " $1)

    printf "SELECT quote(%s) -- => %s\n", call, outcome($2)
    # What gives NULL for being malformed, uuid_check refuses, and says where.
    if ($1 == "parse" && NF == 3 && $2 ~ /^e:malformed/)
        printf "SELECT uuid_check(%s) -- => error: malformed UUID at offset %d: \n", arguments,
            substr($2, 13)
}
