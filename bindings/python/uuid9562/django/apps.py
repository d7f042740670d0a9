"""The app "uuid9562.django", for connections to SQLite."""

from django.apps import AppConfig
from django.core.checks import Warning, register
from django.db import connections
from django.db.backends.signals import connection_created
from django.db.backends.sqlite3.base import DatabaseWrapper

from uuid9562 import _core
from uuid9562._load import load_or_register, why_not
from uuid9562.django import UUID4, UUID7


def _shifted(microseconds):
    """The digits of a UUID of version 7, of now plus a duration as Django stores it, or None."""
    if microseconds is None:
        return None
    return _core.uuid7_at_ns(_core.timestamp_ns(_core.uuid7()) + 1000 * microseconds).hex


# The extension's functions of the first two names write hyphens. Django's write 32 digits; it calls
# them in queries of other versions and in schemas that were made without this app.
FUNCTIONS = (("UUIDV4", 0, lambda: _core.uuid4().hex), ("UUIDV7", 0, lambda: _core.uuid7().hex),
             ("UUIDV7", 1, _shifted))

# UUID4 and UUID7 in SQLite. In the DEFAULT of a schema they mean the same to every program that
# loads the extension.
IN_SQLITE = {"UUIDV4": "uuid_hex(uuid4())", "UUIDV7": "uuid_hex(uuid7())"}


def add_functions(connection, **kwargs):
    if connection.vendor == "sqlite":
        load_or_register(connection.connection)  # of which check_extension warns
        for function in FUNCTIONS:
            connection.connection.create_function(*function)


def _as_sqlite(self, compiler, connection, **context):
    if self.source_expressions:  # a shift
        return self.as_sql(compiler, connection, **context)
    return self.as_sql(compiler, connection, template=IN_SQLITE[self.function], **context)


@register
def check_extension(**kwargs):
    """For manage.py check: queries with the other functions would fail one by one."""
    on_sqlite = any(connection.vendor == "sqlite" for connection in connections.all())
    problem = why_not() if on_sqlite else None
    return [Warning(problem, hint="Use a Python whose sqlite3 loads extensions, as Debian's does.",
                    id="uuid9562.W001")] if problem else []


class Config(AppConfig):
    name = "uuid9562.django"
    label = "uuid9562"
    verbose_name = "uuid9562"

    def ready(self):
        for function in (UUID4, UUID7):
            function.as_sqlite = _as_sqlite
        DatabaseWrapper.features_class.supports_uuid7_function = True
        DatabaseWrapper.features_class.supports_uuid7_function_shift = True
        connection_created.connect(add_functions)
        for connection in connections.all(initialized_only=True):  # one may be open already
            if connection.connection is not None:
                add_functions(connection)
