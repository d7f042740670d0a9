"""Peewee: a key of 16 bytes that the database draws. Usage: peewee_keys.py DATABASE"""
import sys
from datetime import datetime, timedelta, timezone
from peewee import SQL, BinaryUUIDField, Check, Model, SqliteDatabase, TextField
import uuid9562

database = SqliteDatabase(sys.argv[1])
database.load_extension(uuid9562.loadable_path())

class Event(Model):
    id = BinaryUUIDField(primary_key=True, constraints=[
        SQL("DEFAULT (uuid7_blob())"), Check("length(id) = 16")])
    what = TextField()

    class Meta:
        database = database
        strict_tables = without_rowid = True

database.create_tables([Event])
event, = Event.insert(what="peewee").returning(Event).execute()  # create() would return a rowid
hour = uuid9562.uuid7_min(datetime.now(timezone.utc) - timedelta(hours=1))
recent = [row.id for row in Event.select(Event.id).where(Event.id >= hour)]
print("peewee", event.id.hex, sum(Event.get_or_none(Event.id == key) is not None for key in recent))
# => peewee 01... 1
