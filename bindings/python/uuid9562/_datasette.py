"""The plugin for Datasette, which finds it by its entry point: the SQL functions on connections,
and keys in BLOBs as text.

Visitors of a Datasette write SQL, which may be unexpected. So it loads the replicated variant, and
leaves a connection alone that has functions of these names, such as those of the whole extension by
--load-extension.
"""

import re

from datasette import hookimpl

from uuid9562 import to_str, version
from uuid9562._load import load_into_host

# Of this extension and of others for UUIDs.
NAMES = {"uuid", "uuid4", "uuid7", "uuid_str", "uuid_blob"}

# One in eight of all other BLOBs of 16 bytes, such as MD5 digests, has the variant and a version of
# a UUID. So the column must be a foreign key, or named like id, event_id, max(id), uuid or eventId.
KEYS = re.compile(r"(?i:[ug]uid|(?<![a-z])id(?![a-z]))|[a-z]Id\b")


@hookimpl
def prepare_connection(conn):
    if NAMES.isdisjoint(name for name, *_ in conn.execute("PRAGMA function_list")):
        load_into_host(conn, replicated=True)


@hookimpl
def render_cell(value, column):
    label = None
    if isinstance(value, dict):  # a foreign key; Datasette's link would not find a row by a BLOB
        value, label = value["value"], value["label"]
    elif not KEYS.search(column):
        return None
    if not isinstance(value, bytes) or len(value) != 16 or version(value) not in range(1, 9):
        return None
    return to_str(value) if label in (None, value) else f"{label} ({to_str(value)})"
