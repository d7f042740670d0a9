/*
 * The word of the process: the last nanosecond since 1970 that its generator has given out, and
 * beside it how often the order was given up (generator.c says what is done with both).
 *
 * A process may hold several copies of the core: Python's module, and the SQLite extension that it
 * loads. With glibc they share this word, and so one order: a symbol of the binding GNU_UNIQUE is
 * one object in the process, whichever libraries define it and however they were loaded. It is the
 * only thing that a face exports beside its entry point. Elsewhere each copy has a word and an
 * order of its own.
 *
 * The name stands for the meaning and the size of the object. Neither may ever change; a library
 * that needs another word gives it another name.
 */
#include <stdatomic.h>

_Static_assert(sizeof(word_t) == 128, "as the assembler has it");

#if defined __ELF__ && defined __GLIBC__ && defined __GNUC__

/* Wholly in assembler, since no compiler lets C set this binding (and clang refuses to change it
 * for an object that C defines). It begins a cache line. */
__asm__(".pushsection .bss.uuid9562_last_ns, \"aw\", %nobits\n"
        ".globl uuid9562_last_ns\n"
        ".type uuid9562_last_ns, %gnu_unique_object\n"
        ".size uuid9562_last_ns, 128\n"
        ".balign 64\n"
        "uuid9562_last_ns:\n"
        ".zero 128\n"
        ".popsection\n");

extern __attribute__((visibility("default"))) word_t uuid9562_last_ns;

#else

static word_t uuid9562_last_ns;

#endif
