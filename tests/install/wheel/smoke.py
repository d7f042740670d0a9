"""All that a program may want of the package, with the standard library and nothing else."""

import os
import sqlite3
import subprocess
import sys
import uuid

import uuid9562

made = {1: uuid9562.uuid1(), 3: uuid9562.uuid3("@dns", "a"), 4: uuid9562.uuid4(),
        5: uuid9562.uuid5("@dns", "www.example.com"), 6: uuid9562.uuid6(), 7: uuid9562.uuid7(),
        8: uuid9562.uuid8_name("@dns", "www.example.com", "sha256")}
for version, u in made.items():
    assert type(u) is uuid.UUID and uuid9562.version(u) == version
assert str(made[5]) == "2ed6657d-e927-568b-95e1-2665a8aea6a2"
assert str(made[8]) == "5c146b14-3c52-8afd-938a-375d0df1fbf6"
connection = sqlite3.connect(":memory:")
assert uuid9562.load(connection), "only the functions from Python"
sql = connection.execute("SELECT uuid7(), uuid5('@dns', 'www.example.com')").fetchone()
# One order over the module and the extension.
assert str(made[7]) < sql[0] < str(uuid9562.uuid7()) and sql[1] == str(made[5])
batch = uuid9562.batch(7, 100000)
assert batch == sorted(set(batch))
child = os.fork()
if not child:
    os._exit(uuid9562.uuid4() == made[4])
assert os.waitpid(child, 0)[1] == 0
assert len(subprocess.check_output([sys.executable, "-m", "uuid9562"])) == 37
print("as it should be")
