"""SQLAlchemy: a key of 16 bytes that the database draws. Usage: sqlalchemy_keys.py DATABASE"""
import sys
import uuid
from datetime import datetime, timedelta, timezone
import sqlalchemy as sa
from sqlalchemy import orm
import uuid9562.sqlalchemy

class Base(orm.DeclarativeBase):
    type_annotation_map = {uuid.UUID: uuid9562.sqlalchemy.UUIDBlob}

class Event(Base):
    __tablename__ = "event"
    __table_args__ = {"sqlite_strict": True, "sqlite_with_rowid": False}
    id: orm.Mapped[uuid.UUID] = orm.mapped_column(
        primary_key=True, server_default=sa.func.uuid7_blob())
    what: orm.Mapped[str] = orm.mapped_column(sa.TEXT)

engine = sa.create_engine(f"sqlite:///{sys.argv[1]}")
uuid9562.sqlalchemy.load(engine)
Base.metadata.create_all(engine)
with orm.Session(engine) as session:
    event = Event(what="sqlalchemy")
    session.add(event)
    session.commit()
    hour = uuid9562.uuid7_min(datetime.now(timezone.utc) - timedelta(hours=1))
    recent = session.scalars(sa.select(Event.id).where(Event.id >= hour)).all()
    print("sqlalchemy", event.id.hex, sum(session.get(Event, key) is not None for key in recent))
    # => sqlalchemy 01... 1
