# One file out of several: prints the sources that are named, and in place of each #include of a
# file of this tree that file, once. What is in `keep` stays an #include. `license` is a file that
# goes in front. Names in `apart`, which two of the sources have for things of their own, are other
# ones from the second on.
#
#   awk -v license=LICENSE -v keep=uuid9562.h -f tools/amalgamate.awk core/uuid9562.c

function exists(path, line, is) {
    is = (getline line <path) >= 0
    close(path)
    return is
}

# Where a file that `from` includes lies, or nothing.
function find(file, from, folder) {
    folder = from
    sub(/[^\/]*$/, "", folder)
    if (exists(folder file))
        return folder file
    if (exists("core/include/" file))
        return "core/include/" file
    return ""
}

function put(path, line, file, found) {
    if (path in done)
        return
    done[path] = 1
    printf "\n/* ======== %s ======== */\n\n", path
    while ((getline line <path) > 0) {
        file = line
        if (sub(/^#include "/, "", file) && sub(/".*/, "", file)) {
            found = find(file, path)
            sub(/.*\//, "", file)
            if (found != "" && file != keep) {
                put(found)
                continue
            }
            if (found != "")
                line = "#include \"" file "\""
        }
        print line
    }
    close(path)
}

BEGIN {
    print "/*"
    printf " * uuid9562, %s and all that it needs, made by `make amalgamation`.\n *\n", \
        ARGV[ARGC - 1]
    while ((getline line <license) > 0)
        print (line == "" ? " *" : " * " line)
    print " */"
    count = split(apart, names, " ")
    for (i = 1; i < ARGC; i++) {
        for (n = 1; i > 1 && n <= count; n++)
            printf "\n#define %s %s_%d\n", names[n], names[n], i
        put(ARGV[i])
    }
}
