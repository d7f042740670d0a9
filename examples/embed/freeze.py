"""Writes a Python package as a C file, for a program that embeds this version of CPython and reads
no files. Run it by the Python of that version (with -OO, it leaves out docstrings):

    python3.13 freeze.py bindings/python/uuid9562 >frozen.c

The program says `extern const struct _frozen uuid9562_frozen[];`, and before Py_Initialize
`PyImport_FrozenModules = uuid9562_frozen;`. This is for CPython 3.11 or later; in older versions
such a table has to begin with the rows of CPython's own.
"""

import marshal
import sys
from pathlib import Path

package = Path(sys.argv[1]).resolve()
rows = []
if not (package / "__init__.py").exists():
    sys.exit(f"freeze.py: {package} is not a Python package")

print("#include <Python.h>\n")
for number, path in enumerate(sorted(package.rglob("*.py"))):
    *parts, name = path.relative_to(package.parent).with_suffix("").parts
    is_package = name == "__init__"
    module = ".".join(parts if is_package else [*parts, name])
    code = marshal.dumps(compile(path.read_bytes(), f"<frozen {module}>", "exec"))
    print(f"static const unsigned char module_{number}[] = {{{','.join(map(str, code))}}};")
    rows.append(f'    {{.name = "{module}", .code = module_{number}, .size = {len(code)}, '
                f'.is_package = {is_package:d}}},')
print(f"\nconst struct _frozen {package.name}_frozen[] = {{", *rows, "    {0}};", sep="\n")
