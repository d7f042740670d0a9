/*
 * The SQLite extension, and the command's views that use the same origins/: those are static in
 * the extension's one translation unit.
 */
#include "../../../sqlite/extension.c"

#include "../../../cli/view/findings.c"
#include "../../../cli/view/summary.c"
#include "many.c"
