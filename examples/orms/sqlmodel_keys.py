"""SQLModel: a key of 16 bytes that the database draws. Usage: sqlmodel_keys.py DATABASE"""
import sys
import uuid
from datetime import datetime, timedelta, timezone
from typing import Optional
import sqlalchemy as sa
from sqlmodel import Field, Session, SQLModel, create_engine, select
import uuid9562.sqlalchemy

class Event(SQLModel, table=True):
    id: Optional[uuid.UUID] = Field(None, primary_key=True, sa_type=uuid9562.sqlalchemy.UUIDBlob,
                                    sa_column_kwargs={"server_default": sa.func.uuid7_blob()})
    what: str

engine = create_engine(f"sqlite:///{sys.argv[1]}")
uuid9562.sqlalchemy.load(engine)
SQLModel.metadata.create_all(engine)
with Session(engine) as session:
    event = Event(what="sqlmodel")
    session.add(event)
    session.commit()
    hour = uuid9562.uuid7_min(datetime.now(timezone.utc) - timedelta(hours=1))
    recent = session.exec(select(Event.id).where(Event.id >= hour)).all()
    print("sqlmodel", event.id.hex, sum(session.get(Event, key) is not None for key in recent))
    # => sqlmodel 01... 1
