# The linker's list of what the shared library offers, from uuid9562.h: each function, by the
# version of the interface. It follows header.awk.
#
# uuid9562_last_ns is not on it, on purpose: copies of the library share that word by its name alone
# (core/src/word.c), whichever of them has versions.

END {
    if (failed)
        exit 1
    printf "UUID9562_%d {\n", version
    for (b = 1; b <= blocks; b++)
        for (i = 1; i <= functions[b]; i++)
            printf "    %s;\n", name[b, i]
    print "};"
}
