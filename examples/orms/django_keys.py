"""Django: a key of 16 bytes that the database draws. Usage: django_keys.py DATABASE"""
import sys
from datetime import datetime, timedelta, timezone
import django
from django.conf import settings
import uuid9562

settings.configure(INSTALLED_APPS=["uuid9562.django"], DATABASES={
    "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": sys.argv[1]}})
django.setup()

from django.db import connection, models  # noqa: E402
from uuid9562.django import UUIDBlobField  # noqa: E402

class Event(models.Model):
    id = UUIDBlobField(primary_key=True, editable=False,
                       db_default=models.Func(function="uuid7_blob"))
    what = models.TextField()

    class Meta:
        app_label = "app"
        db_table = "event"

if "event" not in connection.introspection.table_names():
    with connection.schema_editor() as editor:  # manage.py migrate
        editor.create_model(Event)
event = Event.objects.create(what="django")
hour = uuid9562.uuid7_min(datetime.now(timezone.utc) - timedelta(hours=1))
recent = Event.objects.filter(id__gte=hour).values_list("id", flat=True)
print("django", event.id.hex, sum(Event.objects.filter(id=key).exists() for key in recent))
# => django 01... 1
