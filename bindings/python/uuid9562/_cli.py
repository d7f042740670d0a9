"""The command line of the package: that of `python -m uuid` in Python 3.14."""

import argparse
import errno
import os
import sys

from uuid9562 import _core

VERSIONS = ("uuid1", "uuid3", "uuid4", "uuid5", "uuid6", "uuid7", "uuid8")


def make_parser():
    parser = argparse.ArgumentParser(
        prog="python -m uuid9562",
        description="Generate a UUID using the selected UUID function.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("-u", "--uuid", choices=VERSIONS, default="uuid4", help="function to generate the UUID")
    add("-n", "--namespace", help="uuid3/uuid5 only: a UUID, or @dns, @url, @oid, @x500 (uuid3: or"
        " @none)")
    add("-N", "--name", help="uuid3/uuid5 only: name used as part of generating the UUID")
    add("-C", "--count", metavar="NUM", type=int, default=1, help="generate NUM fresh UUIDs")
    return parser


def generate(parser):
    options = parser.parse_args()

    if not 0 <= options.count < 2**64:
        parser.error(f"argument -C/--count: out of range: 0 to {2**64 - 1}")
    arguments = ()
    if options.uuid in ("uuid3", "uuid5"):
        if not options.namespace or not options.name:
            parser.error(f"Incorrect number of arguments. {options.uuid} requires a namespace and "
                         f"a name. Run '{parser.prog} -h' for more information.")
        # The bytes of an argument that is not text in this locale are a name too.
        arguments = options.namespace, options.name.encode(errors="surrogateescape")
    elif options.namespace is not None or options.name is not None:
        parser.error(f"{options.uuid} takes neither a namespace nor a name: -n and -N are for uuid3 "
                     "and uuid5")
    function = getattr(_core, options.uuid)
    try:
        for _ in range(options.count):
            print(function(*arguments))
    except ValueError as error:
        parser.error(f"argument -n/--namespace: {error}")


def fail(parser, error):
    """Ends as the command uuid9562 does if the system fails."""
    message = str(error)  # from the generator
    if error.errno is not None:
        message = f"cannot write: {error.strerror}"
        if sys.stdout is not None:  # its buffer must not fail again at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    parser.exit(3, f"{parser.prog}: {message}\n")


def run():
    """What the module's main() does."""
    parser = make_parser()
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        try:
            generate(parser)
        finally:  # after --help, too
            sys.stdout.flush()
    except OSError as error:
        fail(parser, error)
