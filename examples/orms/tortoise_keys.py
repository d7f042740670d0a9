"""Tortoise: a key of 16 bytes that the database draws. Usage: tortoise_keys.py DATABASE"""
import sys
from datetime import datetime, timedelta, timezone
from tortoise import Tortoise, connections, fields, models, run_async
from tortoise.fields.db_defaults import SqlDefault
import uuid9562

class UUIDBlobField(fields.UUIDField):
    SQL_TYPE = "BLOB"

    def to_db_value(self, value, instance):
        return value and uuid9562.to_bytes(value)

    def to_python_value(self, value):
        return value and uuid9562.from_bytes(uuid9562.to_bytes(value))

class Event(models.Model):
    id = UUIDBlobField(primary_key=True, db_default=SqlDefault("(uuid7_blob())"),
                       default=None)  # or Tortoise draws version 4
    what = fields.TextField()

async def main():
    await Tortoise.init(db_url=f"sqlite://{sys.argv[1]}", modules={"models": [__name__]})
    async with connections.get("default").acquire_connection() as connection:
        await connection.enable_load_extension(True)
        await connection.load_extension(uuid9562.loadable_path())
        await connection.enable_load_extension(False)
    await Tortoise.generate_schemas()
    event = await Event.create(what="tortoise")
    hour = uuid9562.uuid7_min(datetime.now(timezone.utc) - timedelta(hours=1))
    recent = await Event.filter(id__gte=hour).values_list("id", flat=True)
    print("tortoise", event.id.hex, sum([await Event.exists(id=key) for key in recent]))
    # => tortoise 01... 1

run_async(main())
