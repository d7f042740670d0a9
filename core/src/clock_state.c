/*
 * The clock state of the process, defined once however many copies of the core the process has
 * loaded: Python's module and the SQLite extension that it loads are two, for instance.
 *
 * With glibc a symbol of the type GNU_UNIQUE is one object in the process, whichever libraries
 * define it and however they were loaded. It is the only name that a binding exports beside its
 * entry point. It carries the version of its layout: neither its size nor its meaning may change,
 * but that a word which was unused may get one, of which 0 is the old; another state needs another
 * name.
 */
#include "clock_state.h"

#if defined __ELF__ && defined __GLIBC__ && defined __GNUC__

/* In assembler, since C cannot set this type of symbol (and clang refuses to change it for an
 * object that C defines). It begins a cache line. */
__asm__(".pushsection .bss.uuid9562_clock_state_v1, \"aw\", %nobits\n"
        ".globl uuid9562_clock_state_v1\n"
        ".type uuid9562_clock_state_v1, %gnu_unique_object\n"
        ".size uuid9562_clock_state_v1, 128\n"
        ".balign 64\n"
        "uuid9562_clock_state_v1:\n"
        ".zero 128\n"
        ".popsection\n");

#endif
