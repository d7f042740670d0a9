"""The plugin for sqlite-utils, which finds it by its entry point: the SQL functions on the
connections of its command and of its Database."""

from sqlite_utils import hookimpl

from uuid9562._load import load_into_host


@hookimpl
def prepare_connection(conn):
    load_into_host(conn)
