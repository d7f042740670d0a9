"""All that a program may want of the package, with the standard library and nothing else.

The arguments are the command of the wheel, and an emulator that runs this Python, if one does.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import uuid

assert not [name for name in sys.modules if name.startswith("uuid9562")]  # at Python's start
import uuid9562
from uuid9562._load import ENDING

try:
    import sqlite3
except ImportError:  # a Python that was built without it
    sqlite3 = None

WINDOWS = os.name == "nt"
NAMED = "2ed6657d-e927-568b-95e1-2665a8aea6a2"
COMMAND, EMULATOR = sys.argv[1], sys.argv[2:]
made = {1: uuid9562.uuid1(), 3: uuid9562.uuid3("@dns", "a"), 4: uuid9562.uuid4(),
        5: uuid9562.uuid5("@dns", "www.example.com"), 6: uuid9562.uuid6(), 7: uuid9562.uuid7(),
        8: uuid9562.uuid8_name("@dns", "www.example.com", "sha256")}
for version, u in made.items():
    assert type(u) is uuid.UUID and uuid9562.version(u) == version
assert str(made[5]) == NAMED
assert str(made[8]) == "5c146b14-3c52-8afd-938a-375d0df1fbf6"
try:
    uuid9562.uuid8_name("@dns", "www.example.com", "none")
except ValueError as error:
    digests = str(error).partition("one of: ")[2].split()
assert len({uuid9562.uuid8_name("@dns", "www.example.com", digest) for digest in digests}) == 5

# One order over the module, the extension, and a copy of it from elsewhere.
loads = hasattr(sqlite3 and sqlite3.Connection, "enable_load_extension") and \
    sqlite3.sqlite_version_info >= (3, 38)  # what the extension needs
path = uuid9562.loadable_path()
folder = tempfile.mkdtemp()
copy = shutil.copy(path + ENDING, folder)
connections = [sqlite3.connect(":memory:") for _ in range(2 if loads else 0)]
for connection, file in zip(connections, (path, os.path.splitext(copy)[0])):
    connection.enable_load_extension(True)
    connection.load_extension(file)
sources = [uuid9562.uuid7_str, *(
    lambda connection=connection: connection.execute("SELECT uuid7()").fetchone()[0]
    for connection in connections)]
order = [source() for _ in range(1000) for source in sources]
assert order == sorted(set(order))
shutil.rmtree(folder, ignore_errors=True)  # Windows keeps the copy
if sqlite3:
    connection = sqlite3.connect(":memory:")
    assert uuid9562.load(connection) == loads
    assert connection.execute("SELECT uuid_version(uuid7())").fetchone() == (7,)
if loads:
    assert connection.execute("SELECT uuid5('@dns', 'www.example.com')").fetchone() == (NAMED,)
    try:
        connection.execute("SELECT uuid8_name('@dns', 'www.example.com', 'none')")
    except sqlite3.OperationalError as error:
        assert "unknown digest; expected one of: sha256 md5 sha1" in str(error)

batch = uuid9562.batch(7, 100000)
assert batch == sorted(set(batch))
if not WINDOWS:
    child = os.fork()
    if not child:
        os._exit(uuid9562.uuid4() == made[4])
    assert os.waitpid(child, 0)[1] == 0
assert not sysconfig.get_config_var("Py_GIL_DISABLED") or not sys._is_gil_enabled()
words = ("-u", "uuid5", "-n", "@dns", "-N", "www.example.com")
for program in ([sys.executable, "-m", "uuid9562"], [COMMAND]):
    assert subprocess.check_output([*EMULATOR, *program, *words]).split() == [NAMED.encode()]
print("as it should be" if loads else "as it should be, without the extension")
