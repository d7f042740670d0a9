"""The SQL functions and the collation, registered from Python.

They are those of the SQLite extension, made of the functions of this package: NULL for NULL, NULL
for a malformed UUID or a value that cannot be one, and an error for any other wrong argument; of
functions that make a key or set something, an error in each of these cases.
tests/python/test_load.py compares the two. The functions that write SQL for a schema are missing:
SQLite trusts no function of Python in a schema, so their triggers could not use these. So are those
of the state file: where SQLite is told to trust a schema, that could open files with them.
"""

from importlib.util import module_from_spec
from inspect import signature
from uuid import UUID


def core_that_is_not_frozen():
    """The module _core a second time: uuid9562.testing freezes only the first, as it freezes no
    function of the SQLite extension."""
    from uuid9562 import _core

    again = module_from_spec(_core.__spec__)
    _core.__spec__.loader.exec_module(again)
    return again


_core = core_that_is_not_frozen()

# The functions with three return types in Python: TEXT and BLOB in SQL.
GENERATORS = [name for name in dir(_core)
              if name.startswith("uuid") and hasattr(_core, name + "_str")]

# The functions whose names in SQL begin with uuid_.
PREFIXED = ("parse", "format", "typeid", "typeid_prefix", "valid", "version", "variant",
            "timestamp_ms", "timestamp_ns", "timestamp_ticks", "node", "clock_seq", "v1_to_v6",
            "v6_to_v1", "guid_swap", "mask", "unmask", "match", "ordering_match",
            "set_max_lead_ns", "advance", "resync", "reseed")

# The functions of GENERATORS that ask for what is there, and make no key of a new row.
ASKING = ("uuid3", "uuid5", "uuid8_name", "uuid6_min", "uuid6_max", "uuid7_min", "uuid7_max")

# Names of other extensions and databases.
ALIASES = {"uuid": "uuid4", "gen_random_uuid": "uuid4", "uuidv4": "uuid4", "uuidv7": "uuid7",
           "uuid_extract_version": "uuid_version", "uuid_extract_timestamp": "uuid_timestamp"}

# The functions that give another result each time; uuid8 does not if it has all its arguments.
CHANGING = {name + suffix for name in dir(_core.Generator) if not name.startswith("_")
            for suffix in ("", "_blob")} | {"uuid_lead_ns", "uuid_set_max_lead_ns", "uuid_advance",
                                            "uuid_resync", "uuid_reseed"}

# The parameters that are UUIDs, and the types of those that may stand beside them.
UUIDS = dict.fromkeys(("s", "u", "left", "right", "namespace"), (str, bytes))
TYPES = {**UUIDS, "name": (str, bytes), "prefix": (str,), "form": (str,), "digest": (str,),
         "key": (bytes,), "method": (str,), "unix_ms": (int, str)}

# The parameters that take an integer, and so a REAL that stands for one.
INTEGERS = ("unix_ms", "unix_ns", "fraction_bits", "n", "node", "clock_seq", "timestamp", "a", "b",
            "c", "max_lead_ns")


# ---- functions that the package does not have


def uuid_nil():
    return _core.NIL


def uuid_max():
    return _core.MAX


def uuid_str(u):
    return _core.to_str(u)


def uuid_blob(u):
    return _core.to_bytes(u)


def uuid_hex(u):
    return _core.format(u, "hex")


def uuid_compare(left, right):
    return _core.compare(left, right)


def uuid_ns(name):
    known = name if name.startswith("@") else "@" + name
    _core.uuid5(known, b"")  # raises ValueError for an unknown name
    return getattr(_core, "NAMESPACE_" + known[1:].upper())


def uuid_check(value):
    if not _core.valid(value):
        _core.to_bytes(value)
    return value


def uuid_timestamp(u):
    time = _core.to_datetime(u)
    return time and time.replace(tzinfo=None).isoformat(" ", "milliseconds")


def uuid_lead_ns():
    return min(_core.lead_ns(), 2**63 - 1)


def uuid7_timestamp_ms(u):
    return _core.timestamp_ms(u) if _core.version(u) == 7 else None


def uuid9562_version():
    return _core.__version__


OWN = (uuid_nil, uuid_max, uuid_str, uuid_blob, uuid_hex, uuid_compare, uuid_ns, uuid_check,
       uuid_timestamp, uuid_lead_ns, uuid7_timestamp_ms, uuid9562_version)


# ---- all functions


def table():
    """The functions by their names in SQL."""
    functions = {function.__name__: function for function in OWN}
    functions.update((f"uuid_{name}", getattr(_core, name)) for name in PREFIXED)
    for name in GENERATORS:
        functions[name] = getattr(_core, name + "_str")
        functions[name + "_blob"] = getattr(_core, name + "_bytes")
    functions.update((alias, functions[name]) for alias, name in ALIASES.items())
    return functions


def counts(function):
    """How many arguments it takes."""
    parameters = signature(function).parameters.values()
    required = sum(parameter.default is parameter.empty for parameter in parameters)
    return range(required, len(parameters) + 1)


def is_deterministic(name, count):
    return ALIASES.get(name, name) not in CHANGING or (name in ("uuid8", "uuid8_blob")
                                                       and count == 3)


def is_no_uuid(parameters, arguments):
    """Whether the first argument of a wrong type, of a call that has one, is in a UUID's place."""
    for parameter, argument in zip(parameters, arguments):
        if type(argument) not in TYPES.get(parameter, ()):
            return parameter in UUIDS
    return "s" in parameters  # uuid_parse: text for a binary format, or bytes for one of text


def makes_a_key(name):
    plain = name.removesuffix("_blob")
    return plain in GENERATORS and plain not in ASKING


def as_integer(parameter, argument):
    """A REAL that stands for an integer as that one: languages whose numbers are REAL bind nothing
    else. From 2^53 on it may be the neighbour of the integer that was meant."""
    stands_for_one = (parameter in INTEGERS and type(argument) is float and
                      argument.is_integer() and abs(argument) < 2**53)
    return int(argument) if stands_for_one else argument


def in_sql(name, function):
    """The function with the values and the errors of SQL."""
    parameters = list(signature(function).parameters)
    refuses_null = makes_a_key(name) or function is _core.set_max_lead_ns
    raises = makes_a_key(name) or function in (uuid_check, _core.advance)

    def call(*arguments):
        if any(argument is None for argument in arguments):
            if refuses_null:
                raise TypeError(f"{name}: NULL")
            return None
        arguments = list(map(as_integer, parameters, arguments))
        try:
            result = function(*arguments)
        except ValueError as error:
            if raises or not hasattr(error, "offset") or "malformed time" in str(error):
                raise
            return None
        except TypeError:
            if raises or not is_no_uuid(parameters, arguments):
                raise
            return None
        if type(result) is not UUID:
            return result
        as_given = function is not _core.parse and arguments and type(arguments[0]) is bytes
        return result.bytes if as_given else str(result)

    return call


def collate(left, right):
    """Texts of UUIDs as bytes, then all other texts as bytes."""
    if _core.valid(left) and _core.valid(right):
        return _core.compare(left, right)
    keys = [(not _core.valid(text), text.encode("utf-8", "surrogateescape"))
            for text in (left, right)]
    return (keys[0] > keys[1]) - (keys[0] < keys[1])


def refuse(*arguments):
    """Stands for what is not pure in the replicated variant."""
    raise TypeError("not in the replicated variant of uuid9562")


def is_registered(connection, versions):
    """SQLite refuses to register a function again while a statement runs."""
    from sqlite3 import OperationalError

    query = f"SELECT 1 WHERE uuid9562_version() IN ({', '.join('?' * len(versions))})"
    try:
        return connection.execute(query, versions).fetchone() is not None
    except OperationalError:
        return False


def register(connection, replicated):
    """Registers all of it, or the replicated variant, which the other does not replace."""
    versions = _core.__version__ + " replicated", _core.__version__
    if is_registered(connection, versions[:1] if replicated else versions):
        return
    connection.create_collation("UUID", collate)
    for name, function in table().items():
        for count in counts(function):
            pure = is_deterministic(name, count)
            call = in_sql(name, function) if pure or not replicated else refuse
            connection.create_function(name, count, call, deterministic=pure)
    if replicated:
        connection.create_function("uuid9562_version", 0, lambda: versions[0], deterministic=True)
