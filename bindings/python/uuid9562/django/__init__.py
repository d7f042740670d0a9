"""For Django: "uuid9562.django" in INSTALLED_APPS, and a field and functions for models.

The app (apps.py) gives each connection to SQLite the SQL functions, and makes UUID4 and UUID7 work
there on every Python. UUID4 and UUID7 are those of django.db.models.functions, or before Django 6.1
classes that do the same, so that migrations name the same thing in all versions.
"""

import uuid

from django.apps import apps as registry  # apps is a module of this package
from django.core.checks import Warning
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.db import connections, models
from django.db.models.lookups import IRegex, Regex, UUIDTextMixin

MISSING = "on SQLite this needs 'uuid9562.django' in INSTALLED_APPS"

try:
    from django.db.models.functions import UUID4, UUID7
except ImportError:

    def _without_the_app(self, compiler, connection, **context):
        raise ImproperlyConfigured(f"{self.function}: {MISSING}")

    class UUID4(models.Func):  # type: ignore[no-redef]
        """A UUID of version 4, made by the database."""

        function = "UUIDV4"
        arity = 0
        output_field = models.UUIDField()
        as_sqlite = _without_the_app

        def as_postgresql(self, compiler, connection, **context):
            return self.as_sql(compiler, connection, function="GEN_RANDOM_UUID", **context)

        def as_mysql(self, compiler, connection, **context):
            return self.as_sql(compiler, connection, function="UUID_V4", **context)

    class UUID7(models.Func):  # type: ignore[no-redef]
        """A UUID of version 7, made by the database: of now, or of now + shift (a timedelta)."""

        function = "UUIDV7"
        output_field = models.UUIDField()
        as_sqlite = _without_the_app

        def __init__(self, shift=None, **extra):
            super().__init__(*(() if shift is None else (shift,)), **extra)

        def as_mysql(self, compiler, connection, **context):
            return self.as_sql(compiler, connection, function="UUID_V7", **context)


class UUIDBlobField(models.UUIDField):
    """A UUID as 16 bytes on SQLite, where UUIDField stores 32 digits; elsewhere a UUIDField."""

    def check(self, **kwargs):
        on_sqlite = any(connection.vendor == "sqlite" for connection in connections.all())
        default = getattr(self, "db_default", None)
        missing = (on_sqlite and isinstance(default, models.Func)
                   and str(default.extra.get("function", default.function)).startswith("uuid")
                   and not registry.is_installed("uuid9562.django"))
        return super().check(**kwargs) + missing * [
            Warning(f"db_default: {MISSING}", obj=self, id="uuid9562.W002",
                    hint="The app gives each connection the SQL functions.")]

    def get_internal_type(self):
        return "BinaryField"  # whose values SQLite's backend leaves as they are

    def db_type(self, connection):
        return "BLOB" if connection.vendor == "sqlite" else models.UUIDField().db_type(connection)

    def db_check(self, connection):
        if connection.vendor != "sqlite":
            return None
        column = connection.ops.quote_name(self.column)
        return f"typeof({column}) IN ('blob', 'null') AND length({column}) = 16"

    def to_python(self, value):
        if not isinstance(value, (bytes, bytearray, memoryview)):
            return super().to_python(value)
        try:
            return uuid.UUID(bytes=bytes(value))
        except ValueError:
            raise ValidationError(self.error_messages["invalid"], code="invalid",
                                  params={"value": value}) from None

    def get_db_prep_value(self, value, connection, prepared=False):
        value = self.to_python(value)
        if connection.vendor != "sqlite":
            return super().get_db_prep_value(value, connection, prepared)
        return value and value.bytes

    def from_db_value(self, value, expression, connection):
        return self.to_python(value)


class _OfDigits:
    """A lookup of text: in the 32 digits, as a UUIDField stores them."""

    def process_lhs(self, compiler, connection, lhs=None):
        sql, parameters = super().process_lhs(compiler, connection, lhs)
        return f"lower(hex({sql}))" if connection.vendor == "sqlite" else sql, parameters


for _lookup in (*models.UUIDField.get_lookups().values(), Regex, IRegex):
    if issubclass(_lookup, (UUIDTextMixin, Regex)):
        UUIDBlobField.register_lookup(type(_lookup.__name__, (_OfDigits, _lookup), {}))

__all__ = ["UUID4", "UUID7", "UUIDBlobField"]
