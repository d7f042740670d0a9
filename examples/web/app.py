"""A web application whose worker processes write to one SQLite file, with keys in one order:

    UUID9562_STATE=$PWD/app.state APP_DB=app.db gunicorn --workers 4 app:app

POST adds an event and answers with its key; GET lists the newest ones. The key is drawn while the
database is locked for writing, as docs/sqlite/feeds.md says, so a reader misses nothing.
"""

import os
import sqlite3

import uuid9562

SCHEMA = """CREATE TABLE IF NOT EXISTS event (
    id   BLOB PRIMARY KEY CHECK (length(id) = 16),
    what TEXT NOT NULL
) STRICT, WITHOUT ROWID"""


def connect():
    connection = sqlite3.connect(os.environ["APP_DB"], isolation_level=None, timeout=30)
    connection.execute(SCHEMA)
    return connection


def add(connection, what):
    connection.execute("BEGIN IMMEDIATE")
    key = uuid9562.uuid7()
    connection.execute("INSERT INTO event VALUES (?, ?)", (key.bytes, what))
    connection.execute("COMMIT")
    return str(key)


def newest(connection):
    rows = connection.execute("SELECT id, what FROM event ORDER BY id DESC LIMIT 20")
    return "\n".join(f"{uuid9562.from_bytes(key)} {what}" for key, what in rows)


def app(environ, start_response):
    connection = connect()
    try:
        if environ["REQUEST_METHOD"] == "POST":
            answer = add(connection, environ["wsgi.input"].read().decode())
        else:
            answer = newest(connection)
    finally:
        connection.close()
    start_response("200 OK", [("Content-Type", "text/plain; charset=utf-8")])
    return [answer.encode()]
