"""Runs the statements of a program, and shows what those from a line on print: session.py FILE LINE

A statement of which something is expected (`# =>`) shows its value as an interactive session does,
and its exception as the last line of a traceback. Another one that raises ends the program.
"""

import ast
import contextlib
import io
import sys
import traceback

OLDEST = {"django": 5, "sqlalchemy": 2}  # that the examples are for

path, first = sys.argv[1], int(sys.argv[2])
with open(path, encoding="utf-8") as file:
    source = file.read()
lines = source.splitlines()
statements = ast.parse(source, path).body
names = {"__name__": "__main__"}

for statement, following in zip(statements, [*statements[1:], None]):
    end = following.lineno - 1 if following else len(lines)
    expects = any("# =>" in line for line in lines[statement.lineno - 1:end])
    if expects and isinstance(statement, ast.Expr):
        code = compile(ast.Interactive([statement]), path, "single")
    else:
        code = compile(ast.Module([statement], []), path, "exec")
    shown = sys.stdout if statement.lineno > first else io.StringIO()
    try:
        with contextlib.redirect_stdout(shown):
            exec(code, names)
    except ImportError as error:
        if error.name == "uuid9562":
            raise
        sys.exit(print(f"{error.name} is not installed") or 77)
    except Exception as error:
        if not expects:
            raise
        print(traceback.format_exception_only(type(error), error)[-1].strip(), file=shown)
    for name in OLDEST.keys() & sys.modules.keys():
        if int(sys.modules[name].__version__.split(".")[0]) < OLDEST[name]:
            sys.exit(print(f"{name} {OLDEST[name]} or later is not installed") or 77)
