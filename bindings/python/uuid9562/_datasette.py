"""The plugin for Datasette, which finds it by its entry point: the SQL functions on connections.

Visitors of a Datasette write SQL, which may be unexpected. So it loads the replicated variant, and
leaves a connection alone that has functions of these names, such as those of the whole extension by
--load-extension.
"""

from datasette import hookimpl

from uuid9562 import load

# Of this extension and of others for UUIDs.
NAMES = {"uuid", "uuid4", "uuid7", "uuid_str", "uuid_blob"}


@hookimpl
def prepare_connection(conn):
    if NAMES.isdisjoint(name for name, *_ in conn.execute("PRAGMA function_list")):
        load(conn, replicated=True)
