"""The command line of the package: that of `python -m uuid` in Python 3.14, and what to do with the
UUIDs that there are: inspect them, convert them."""

import argparse

from uuid9562 import _core

MADE_OF_NAMES = ("uuid3", "uuid5", "uuid8_name")
MADE = sorted(("uuid1", "uuid4", "uuid6", "uuid7", "uuid8", *MADE_OF_NAMES))

KINDS = {
    1: "Gregorian time, clock sequence, node",
    2: "DCE security",
    3: "of a name, by MD5",
    4: "random",
    5: "of a name, by SHA-1",
    6: "Gregorian time in order, clock sequence, node",
    7: "Unix time in order, random",
    8: "custom",
}


def kind(u):
    """What it is, in words."""
    if u == _core.NIL:
        return "Nil"
    if u == _core.MAX:
        return "Max"
    version = _core.version(u)
    if version is None:
        return f"of the variant {_core.variant(u)}, which has no versions"
    return f"version {version}: {KINDS.get(version, 'not assigned')}"


def time(u):
    """Its time as text in UTC, or None."""
    try:
        time = _core.to_datetime(u)
    except ValueError as error:  # after the year 9999, which the message tells
        return str(error).rpartition(" the time is ")[2] + " UTC"
    return time and time.replace(tzinfo=None).isoformat(" ", "milliseconds") + " UTC"


def written(u, form):
    text = _core.format(u, form)
    return text if isinstance(text, str) else text.hex()


def forms():
    """Those that can be written: the message about a form without a name lists them."""
    try:
        _core.format(_core.NIL, "")
    except ValueError as error:
        return str(error).partition("expected one of: ")[2].split()


def inspected(u):
    """All that there is to say about a UUID, a line each."""
    facts = {"is": kind(u), "variant": _core.variant(u), "version": _core.version(u),
             "time": time(u), "unix_ms": _core.timestamp_ms(u), "clock_seq": _core.clock_seq(u),
             "node": _core.node(u)}
    if facts["node"] is not None:
        facts["node"] = f"{facts['node']:012x}"
    facts.update((form, written(u, form)) for form in forms())
    return "\n".join(f"{name:11} {fact}" for name, fact in facts.items() if fact is not None)


def add_options(add):
    add("-u", "--uuid", choices=MADE, default="uuid4", help="function to generate the UUID")
    add("-n", "--namespace",
        help="uuid3/uuid5/uuid8_name only: any UUID, or one of @dns, @url, @oid, @x500")
    add("-N", "--name",
        help="uuid3/uuid5/uuid8_name only: name used as part of generating the UUID")
    add("-C", "--count", metavar="NUM", type=int, default=1, help="generate NUM fresh UUIDs")
    add("-f", "--form", default="canonical", help="write UUIDs in this form")
    add("-F", "--from", dest="source", metavar="FORM", default="any",
        help="read those of --convert and --inspect in this form")
    add("-c", "--convert", metavar="UUID", nargs="+", help="write these UUIDs instead")
    add("-i", "--inspect", metavar="UUID", nargs="+", help="tell all about these UUIDs instead")


def generated(options, complain):
    arguments = ()
    if options.uuid in MADE_OF_NAMES:
        if not (options.namespace and options.name):
            complain(f"Incorrect number of arguments. {options.uuid} requires a namespace and a "
                     "name.")
        arguments = (options.namespace, options.name)
        try:
            _core.uuid8_name(options.namespace, b"")
        except ValueError as error:  # in the words of the standard, and in ours
            raise ValueError("badly formed hexadecimal UUID string: "
                             f"{options.namespace!r}: {error}") from None
    return (getattr(_core, options.uuid)(*arguments) for _ in range(options.count))


def read(texts, form):
    for text in texts:
        try:
            yield _core.parse(text, form)
        except TypeError:
            raise ValueError(f"the form '{form}' is bytes, which a command line has not") from None


def run():
    """What the module's main() does."""
    parser = argparse.ArgumentParser(
        prog="python -m uuid9562",
        description="Generate a UUID using the selected UUID function, convert or inspect some.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add_options(parser.add_argument)
    options = parser.parse_args()

    def complain(message):
        parser.error(f"{message} Run '{parser.prog} -h' for more information.")

    try:
        for u in read(options.inspect or (), options.source):
            print(inspected(u), end="\n\n" if len(options.inspect) > 1 else "\n")
        for u in read(options.convert or (), options.source):
            print(written(u, options.form))
        if not (options.inspect or options.convert):
            for u in generated(options, complain):
                print(written(u, options.form))
    except ValueError as error:
        parser.error(str(error))
