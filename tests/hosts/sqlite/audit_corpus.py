"""Columns as programs write them, each by its published definition: for test_corpus.py.

A source makes UUIDs, or what else programs keep in 16 bytes; an order stores the bytes otherwise; a
writing makes them an SQLite value. A row of KINDS joins the three, and says what uuid_audit finds.
"""

import base64
import collections
import hashlib
import json

MS_2012, MS_2025 = 1325376000000, 1735689600000
MS_2100, MS_2130, MS_2210 = 4102444800000, 5049129600000, 7573910400000
GREGORIAN = 0x01B21DD213814000  # 100 ns from 1582-10-15 to 1970-01-01
DAYS_1900 = 25567  # to 1970-01-01
TICKS_DOTNET = 621355968000000000  # 100 ns from the year 1 to 1970-01-01
# ns from one UUID to the next, on average. In a BURST the places of the version and the variant may
# have the same bits in all UUIDs in any order: so one may pass for another.
BURST, QUICK, SLOW = 300, (50000, 2e6), (1e9, 8.64e13)


def stamped(number, version):
    """The bytes of a number, with a version and the variant of RFC 9562."""
    number &= ~(0xf << 76 | 3 << 62)
    return (number | version << 76 | 2 << 62).to_bytes(16, "big")


def clock(chance, n, since=MS_2012, until=MS_2025, gaps=(BURST, *QUICK, *SLOW)):
    """Ascending times in ns: many in each millisecond, or up to a day apart."""
    gap = chance.choice(gaps)
    now = chance.randrange(since, until) * 10**6
    for _ in range(n):
        now += int(chance.expovariate(1 / gap)) + 100
        yield now


# ---- sources: function(chance, n), a list of 16 bytes

def random_bits(version):
    return lambda chance, n: [stamped(chance.getrandbits(128), version) for _ in range(n)]


def digests(name, version=None):
    def source(chance, n):
        made = [hashlib.new(name, chance.randbytes(9)).digest()[:16] for _ in range(n)]
        return [stamped(int.from_bytes(one, "big"), version) if version else one for one in made]
    return source


def gregorian(version, node, clock_seq, unit=1, **span):
    """Args: node, clock_seq  "one" of the process, or "each" UUID's own; unit  of the clock"""
    def source(chance, n):
        macs = 0x00163E000000, 0xB00017000000, 0x08DD75000000  # Xen's; like a COMB; like EF Core's
        own = {"one": chance.choice((*macs, 1 << 40)) + chance.getrandbits(24),
               "random": chance.getrandbits(48) | 1 << 40}.get(node)
        sequence, last, made = chance.getrandbits(14), 0, []
        for now in clock(chance, n, **span):
            last = ticks = max(now // 100 // unit * unit + GREGORIAN, last + 1)
            if version == 1:
                ticks = (ticks & 0xffffffff) << 28 | (ticks >> 32 & 0xffff) << 12 | ticks >> 48
            rest = (chance.getrandbits(14) if clock_seq == "each" else sequence) << 48
            rest |= chance.getrandbits(48) | 1 << 40 if node == "each" else own
            made.append(stamped(ticks >> 12 << 80 | (ticks & 0xfff) << 64 | rest, version))
        return made
    return source


def version7(first, following=None, ms=lambda ns: ns // 10**6, **span):
    """Args: first(chance, ns)  the 74 bits after the time; following(chance, last)  those of
    another UUID in the same millisecond, if they come from those of the last one"""
    def source(chance, n):
        made, last = [], (0, 0)
        for now in clock(chance, n, **span):
            again = following and last[0] == now // 10**6
            last = now // 10**6, following(chance, last[1]) if again else first(chance, now)
            rest = last[1] % (1 << 74)
            made.append(stamped(ms(now) << 80 | rest >> 62 << 64 | rest % (1 << 62), 7))
        return made
    return source


def fraction(bits, of_ns):
    return lambda chance, ns: of_ns(ns % 10**6) << 74 - bits | chance.getrandbits(74 - bits)


def counter(bits):
    """Seeded with all bits but the first, random bits behind it."""
    behind = 74 - bits
    return (lambda chance, ns: chance.getrandbits(73),
            lambda chance, last: (last >> behind) + 1 << behind | chance.getrandbits(behind))


def any_74(chance, ns):
    return chance.getrandbits(74)


def seconds36(chance, n):
    """36 bits of seconds, 24 of their fraction, 14 that count, 48 random ones."""
    times = [(ns << 24) // 10**9 for ns in clock(chance, n)]
    return [stamped(t >> 12 << 80 | (t & 0xfff) << 64 | times[:i].count(t) << 48
                    | chance.getrandbits(48), 7) for i, t in enumerate(times)]


def ulids(monotonic):
    def source(chance, n):
        made, last = [], (0, 0)
        for ms in (ns // 10**6 for ns in clock(chance, n, gaps=(2e6, *SLOW))):
            last = ms, last[1] + 1 if monotonic and ms == last[0] else chance.getrandbits(80)
            made.append((ms << 80 | last[1] % (1 << 80)).to_bytes(16, "big"))
        return made
    return source


def combs(chance, n):
    """NHibernate's guid.comb, as the Guid's text has it: days since 1900, 1/300 s of the day."""
    def tail(ms):
        return (ms // 86400000 + DAYS_1900).to_bytes(2, "big") + int(
            ms % 86400000 / 3.333333).to_bytes(4, "big")
    return [stamped(chance.getrandbits(128), 4)[:10] + tail(ns // 10**6)
            for ns in clock(chance, n)]


def ef_core(chance, n):
    """EF Core's SequentialGuidValueGenerator: the last 8 bytes are ticks, the last 2 of them first.
    They count up from the start of the program; the variant is what they make of it."""
    ticks = next(clock(chance, 1)) // 100 + TICKS_DOTNET
    step = chance.choice((1, 2))
    return [stamped(chance.getrandbits(128), 4)[:8] + (ticks + i * step).to_bytes(8, "big")[6:]
            + (ticks + i * step).to_bytes(8, "big")[:6] for i in range(n)]


def in_any_order(version, variant):
    """Version 4, its bytes in an order that nobody uses, with these bytes in these places."""
    def source(chance, n):
        order = list(range(16))
        while (order.index(6), order.index(8)) != (version, variant):
            chance.shuffle(order)
        return [bytes(one[i] for i in order) for one in random_bits(4)(chance, n)]
    return source


def constant(byte):
    return lambda chance, n: [bytes([byte]) * 16] * n


def ending(source, tail):
    """The same with one end in all."""
    return lambda chance, n: [one[:-len(tail)] + tail for one in source(chance, n)]


# The versions as generators make them.
PLAIN_7, SLOW_1 = version7(any_74), gregorian(1, "one", "one", gaps=SLOW)
HONEST = {
    "v1 of libuuid": gregorian(1, "one", "one"), "v1 of CPython": gregorian(1, "one", "each"),
    "v1 of npm's uuid": gregorian(1, "random", "one", 10**4), "v1": gregorian(1, "each", "each"),
    "v3": digests("md5", 3), "v4": random_bits(4), "v5": digests("sha1", 5),
    "v6 of JUG": gregorian(6, "random", "one"), "v6 of PyPI's uuid6": gregorian(6, "each", "each"),
    "v7": PLAIN_7, "v7 of CPython, Rust": version7(*counter(42)),
    "v7 of npm's uuid": version7(*counter(32)),
    "v7 of PostgreSQL": version7(fraction(12, lambda ns: ns * 4096 // 10**6)),
    "v7 of google/uuid": version7(fraction(12, lambda ns: ns >> 8)),
    "v7 of uuid9562": version7(fraction(20, lambda ns: ns)),
    "v7 of Symfony": version7(any_74, lambda chance, last: last + chance.getrandbits(24) + 1),
    "v8": random_bits(8)}


# ---- orders of bytes, and writings: what is stored for 16 bytes

def guid(b):
    return b[3::-1] + b[5:3:-1] + b[7:5:-1] + b[8:]


def mysql(b):
    return b[6:8] + b[4:6] + b[:4] + b[8:]


def halves(b):
    return b[7::-1] + b[:7:-1]


class Text(bytes):
    """Stored as TEXT, whatever the bytes are."""


def digits(number, alphabet, width=0):
    text = ""
    while number or len(text) < width:
        number, digit = divmod(number, len(alphabet))
        text = alphabet[digit] + text
    return text


def number(b):
    return int.from_bytes(b, "big")


def canonical(b):
    h = b.hex()
    return "-".join((h[:8], h[8:12], h[12:16], h[16:20], h[20:]))


DIGITS, UPPER = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LOWER = UPPER.lower()
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
FLICKR = "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
BASE57 = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
WRITINGS = {
    "blob": bytes, "canonical": canonical, "upper": lambda b: canonical(b).upper(),
    "hex": bytes.hex, "hex upper": lambda b: b.hex().upper(),
    "braced": lambda b: "{%s}" % canonical(b),
    "braced upper": lambda b: "{%s}" % canonical(b).upper(),
    "urn": lambda b: f"urn:uuid:{canonical(b)}",
    "quotes": lambda b: f'"{canonical(b)}"', "apostrophes": lambda b: f"'{canonical(b)}'",
    "line": lambda b: canonical(b) + "\r\n", "spaces": lambda b: f"  {canonical(b)} ",
    "0x": lambda b: "0x" + b.hex().upper(), "\\x": lambda b: "\\x" + b.hex(),
    "PNI:": lambda b: "PNI:" + canonical(b),
    "url": lambda b: f"https://example.com/item/{canonical(b)}/edit?tab=1",
    "json": lambda b: json.dumps({"id": canonical(b), "n": b[0]}),
    "list": lambda b: f"{canonical(b)},{canonical(b[::-1])}",
    "int": lambda b: str(number(b)), "oid": lambda b: f"2.25.{number(b)}",
    "ulid": lambda b: digits(number(b), CROCKFORD, 26),
    "ulid lower": lambda b: digits(number(b), CROCKFORD, 26).lower(),
    "typeid": lambda b: "user_" + digits(number(b), CROCKFORD, 26).lower(),
    "base32hex": lambda b: digits(number(b) << 2, (DIGITS + UPPER)[:32], 26),
    "base36": lambda b: digits(number(b), DIGITS + UPPER),
    "base58": lambda b: digits(number(b), BASE58),
    "base62": lambda b: digits(number(b), DIGITS + UPPER + LOWER),
    "base64url": lambda b: base64.urlsafe_b64encode(b).decode().rstrip("="),
    "base64": lambda b: base64.b64encode(b).decode(),
    "shortuuid": lambda b: digits(number(b), BASE57, 22),
    "flickr58": lambda b: digits(number(b), FLICKR, 22),
    "nsuniqueid": lambda b: "-".join(b.hex()[i:i + 8] for i in range(0, 32, 8)),
    "text in blob": lambda b: canonical(b).encode(),
    "utf-16 in blob": lambda b: canonical(b).encode("utf-16le"),
    "bytes in text": Text,
    "17 bytes": lambda b: b"\x01" + b, "cut": lambda b: canonical(b)[:35],
    "first half": lambda b: int.from_bytes(b[:8], "big", signed=True),
    "second half": lambda b: int.from_bytes(b[8:], "big", signed=True),
    "integer": lambda b: int(b.hex()), "real": lambda b: float(b.hex())}


def decimal(count, zeros=0):
    """UUIDs of decimal digits alone, which NUMERIC affinity takes for numbers."""
    return lambda chance, n: [bytes.fromhex("0" * zeros + "".join(
        chance.choices("123456789", k=count))) for _ in range(n)]


# ---- kinds: a source in an order and a writing, what is found in all values, from how many on

Kind = collections.namedtuple("Kind", "source order writing findings least", defaults=(1,))

# The storages of 16 bytes: the writing, the subject of findings, what is found of the writing.
STORAGES = {"blob": ("blob", "blob of 16 bytes"), "canonical": ("text", "text canonical"),
            "base64": ("base64", "text base64")}

# In each of them: the source, the order, what is found (S is the subject), the least number.
SIXTEEN = {
    "guid order of v4": (random_bits(4), guid, "S in guid order", 8),
    "guid order of v1": (SLOW_1, guid, "S in guid order", 8),  # NEWSEQUENTIALID
    "guid order of v7": (PLAIN_7, guid, "S in guid order", 8),
    "mysql order": (SLOW_1, mysql, "S in mysql order", 6),
    "halves of v4": (random_bits(4), halves, "S in halves order", 16),
    "halves of v1": (SLOW_1, halves, "S in halves order", 16),
    "halves of v7": (PLAIN_7, halves, "S in halves order", 16),
    "ulids": (ulids(False), bytes, "S of ulids", 4),
    "monotonic ulids": (ulids(True), bytes, "S of ulids", 4),
    "combs": (combs, bytes, "version 4; S of combs", 4),
    "combs of .NET": (combs, guid, "S in guid order; S of combs", 8),
    "ef core": (ef_core, bytes, "S of ef core guids", 4),
    "ef core of .NET": (ef_core, guid, "S of ef core guids", 4),
    "digests": (digests("md5"), bytes, "S without a version", 16),
    "random": (lambda chance, n: [chance.randbytes(16) for _ in range(n)], bytes,
               "S without a version", 16),
    "another order": (in_any_order(12, 3), bytes, "S without a version", 16),
    "its version in place": (in_any_order(6, 12), bytes, "S without a version", 16),
    "its variant in place": (in_any_order(12, 8), bytes, "S without a version", 16),
    "its version in GUID's place": (in_any_order(7, 3), bytes, "S without a version", 16),
    "its variant in halves' place": (in_any_order(3, 15), bytes, "S without a version", 16),
    "nil": (constant(0), bytes, "nil"), "max": (constant(255), bytes, "max"),
    "seconds": (version7(any_74, ms=lambda ns: ns // 10**9), bytes,
                "version 7; version 7 of early 1970"),
    "36-bit seconds": (seconds36, bytes, "version 7; version 7 of 36-bit seconds", 5),
    "future": (version7(any_74, since=MS_2100, until=MS_2130), bytes,
               "version 7; version 7 of the future"),
    "far future": (version7(any_74, since=MS_2210, until=1 << 47), bytes,
                   "version 7; version 7 of the future"),
    "decimal microseconds": (version7(fraction(12, lambda ns: ns // 1000), gaps=SLOW), bytes,
                             "version 7; version 7 with decimal microseconds", 40),
    "no microseconds": (version7(lambda chance, ns: 750 << 62, counter(42)[1], gaps=(BURST,)),
                        bytes, "version 7"),  # a counter in one millisecond
    "fixed v4": (ending(random_bits(4), b"\0\0"), bytes,
                 "version 4; version 4 with fixed bits", 150),
    "fixed v7": (ending(version7(any_74, gaps=SLOW), b"\0\0"), bytes,
                 "version 7; version 7 with fixed bits", 150),
    "counting": (version7(any_74, lambda chance, last: last + 1, gaps=(BURST,)), bytes,
                 "version 7; version 7 that counts up", 150),  # JUG
}
SIXTEEN.update((name, (source, bytes, f"version {name[1]}")) for name, source in HONEST.items())

# Writings that are found of a UUID with a version.
WRITTEN = {
    "upper": "text upper", "hex": "text hex", "hex upper": "text hex in another case",
    "braced": "text braced", "braced upper": "text braced in another case", "urn": "text urn",
    "quotes": "text in quotes", "apostrophes": "text in quotes", "line": "text in white space",
    "spaces": "text in white space", "0x": "text with a prefix", "\\x": "text with a prefix",
    "PNI:": "text with a prefix", "url": "uuid inside text", "json": "uuid inside text",
    "list": "uuid inside text", "text in blob": "blob of text",
    "utf-16 in blob": "blob of utf-16 text", "17 bytes": "blob of another length",
    "cut": "text malformed", "bytes in text": "text of 16 bytes", "oid": "text oid"}
DIGITS_OF = {  # more are needed, and they are decoded
    "int": "text int", "ulid": "text ulid", "ulid lower": "text typeid",  # without a prefix
    "typeid": "text typeid", "base32hex": "text base32hex", "base36": "text base36",
    "base58": "text base58", "base62": "text base62", "base64url": "text base64url",
    "shortuuid": "text shortuuid", "flickr58": "text flickr58"}
IMPLIED = "upper", "hex", "hex upper", "braced", "braced upper", "urn"  # their versions are found
SOURCES = {"v4": random_bits(4), "v7": PLAIN_7, "v1": HONEST["v1 of npm's uuid"]}

KINDS = {}
for name, row in SIXTEEN.items():
    for writing, (subject, base) in STORAGES.items():
        found = [base] + [one.replace("S", subject) for one in row[2].split("; ")]
        KINDS[f"{name} as {writing}"] = Kind(row[0], row[1], writing, found, *row[3:])
for name, source in SOURCES.items():
    for writing, finding in WRITTEN.items():
        version = [f"version {name[1]}"] if writing in IMPLIED else []
        KINDS[f"{name} as {writing}"] = Kind(source, bytes, writing, [finding] + version)
    for writing, finding in DIGITS_OF.items():
        KINDS[f"{name} as {writing}"] = Kind(source, bytes, writing, [finding], 12)
KINDS["v1 as nsuniqueid"] = Kind(SOURCES["v1"], bytes, "nsuniqueid", ["text nsuniqueid"])
KINDS["ulids as ulid"] = Kind(ulids(True), bytes, "ulid", ["text ulid"], 4)
KINDS["digests as hex"] = Kind(digests("md5"), bytes, "hex",
                               ["text hex", "text without a version"], 16)
for half, least in (("first", 12), ("second", 16)):
    for name in ("v4", "v7"):
        KINDS[f"{half} halves of {name}"] = Kind(
            SOURCES[name], bytes, f"{half} half", [f"{half} half of a uuid"], least)
KINDS["digits to integer"] = Kind(decimal(14, 18), bytes, "integer", ["integer"])
KINDS["digits to real"] = Kind(decimal(32), bytes, "real", ["digits turned real"])


def column(kind, chance, n):
    """The values of a column, and the UUIDs that they are of."""
    made = kind.source(chance, n)
    return [WRITINGS[kind.writing](kind.order(one)) for one in made], made
