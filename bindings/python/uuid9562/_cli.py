"""The command line of the package: that of `python -m uuid` in Python 3.14."""

from uuid9562 import _core


def main():
    """Print UUIDs as the command line asks: python -m uuid9562 --help."""
    import argparse

    parser = argparse.ArgumentParser(
        prog="python -m uuid9562",
        description="Generate a UUID using the selected UUID function.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("-u", "--uuid", choices=[f"uuid{version}" for version in (1, 3, 4, 5, 6, 7, 8)],
        default="uuid4", help="function to generate the UUID")
    add("-n", "--namespace",
        help="uuid3/uuid5 only: any UUID, or one of @dns, @url, @oid, @x500")
    add("-N", "--name",
        help="uuid3/uuid5 only: name used as part of generating the UUID")
    add("-C", "--count", metavar="NUM", type=int, default=1, help="generate NUM fresh UUIDs")
    options = parser.parse_args()

    of_name = options.uuid in ("uuid3", "uuid5")
    if of_name and not (options.namespace and options.name):
        parser.error(f"Incorrect number of arguments. {options.uuid} requires a namespace and a "
                     f"name. Run '{parser.prog} -h' for more information.")
    arguments = (options.namespace, options.name) if of_name else ()
    try:
        for _ in range(options.count):
            print(getattr(_core, options.uuid)(*arguments))
    except ValueError as error:
        parser.error(str(error))
