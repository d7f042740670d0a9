"""What slapd publishes of RFC 4530 in its subschema, beside what our ldap_schema() gives of it."""

import re

import uuid9562

TOKEN = re.compile(r"'[^']*'|[()]|[^\s()']+")
FLAGS = {"SINGLE-VALUE", "NO-USER-MODIFICATION", "COLLECTIVE", "OBSOLETE"}
NAMES = {"NAME", "EQUALITY", "ORDERING"}  # descriptors: their case does not matter


def read(description):
    """A description of RFC 4512 section 4.1, as its words and their values."""
    tokens = TOKEN.findall(description)[1:-1]
    found, i = {"OID": tokens[0]}, 1
    while i < len(tokens):
        word = tokens[i]
        if word in FLAGS:
            found[word] = True
            i += 1
        else:
            value = tokens[i + 1].strip("'")
            found[word] = value.casefold() if word in NAMES else value
            i += 2
    return found


def compare(said, server):
    subschema, = server.search("cn=Subschema", "ldapSyntaxes", "matchingRules", "attributeTypes",
                               scope="base")
    published = [value for name in ("ldapSyntaxes", "matchingRules", "attributeTypes")
                 for value in subschema[0][name]]
    for row in uuid9562.ldap_schema():
        theirs = [one for one in published if one.split()[1] == row["oid"]]
        said.same(f"descriptions of {row['oid']}", len(theirs), 1)
        for one in theirs:
            said.same(f"description of {row['oid']}", read(one), read(row["description"]))
            if row["name"] not in one:
                said.differs("the case of names, which does not matter (RFC 4512, 1.4)",
                             row["oid"], TOKEN.findall(one)[3], f"'{row['name']}'")
