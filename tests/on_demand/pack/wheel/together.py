"""A host with a libcrypto, for Python's modules, and the wheel that contains another.

The argument is what is there first: uuid9562, ssl, or the host's libcrypto, whose symbols then come
before all others.
"""

import ctypes
import importlib
import re
import sys
import threading


def libraries():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return {*re.findall(r"/(libcrypto[^/ ]*)$", maps.read(), re.M)}


def visible():
    return hasattr(ctypes.CDLL(None), "OpenSSL_version_num")


first = sys.argv[1]
if first == "uuid9562":
    assert not libraries() and not visible()
    import uuid9562
    assert uuid9562.uuid5("@dns", "a") and not libraries() and not visible()
elif first == "libcrypto":
    ctypes.CDLL("libcrypto.so.3", ctypes.RTLD_GLOBAL)
    assert visible()
else:
    import ssl

_hashlib = importlib.import_module("_hashlib")
import hashlib
import sqlite3
import ssl
import uuid

import uuid9562

connection = sqlite3.connect(":memory:")
assert uuid9562.load(connection) == hasattr(connection, "enable_load_extension")
ctypes.CDLL(uuid9562.loadable_path() + ".so")  # where this Python's sqlite3 loads none
assert len(libraries()) == 1, libraries()  # the host's


def work():
    for number in range(2000):
        name = str(number)
        expected = hashlib.sha1(uuid.NAMESPACE_DNS.bytes + name.encode()).digest()
        assert uuid9562.uuid5("@dns", name) == uuid.UUID(bytes=expected[:16], version=5)
        assert uuid9562.version(uuid9562.uuid4()) == 4
        assert uuid9562.uuid8_name("@dns", name, "sha512")
        _hashlib.openssl_sha256(expected).digest()


threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
ssl.create_default_context()
ssl.RAND_bytes(16)
for thread in threads:
    thread.join()
row = connection.execute("SELECT uuid5('@dns', '5')").fetchone()
assert row == (str(uuid9562.uuid5("@dns", "5")),)
connection.close()
