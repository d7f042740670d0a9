import threading

THREADS, ROWS = 4, 2500


def store(first):
    connection = connect("rows.db")
    connection.setbusytimeout(60000)
    connection.cursor().execute("PRAGMA synchronous = OFF")
    for number in range(first, first + ROWS):
        connection.cursor().execute("INSERT INTO event (what) VALUES (?)", [str(number)])
    connection.close()


threads = [threading.Thread(target=store, args=[i * ROWS]) for i in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()

db = connect("rows.db").cursor()
found = db.execute("SELECT id, what FROM event ORDER BY id").fetchall()
for key, what in found:
    (same,), = db.execute("SELECT what FROM event WHERE id = ?", [key])
    assert same == what

print(f"version {apsw.apswversion()}, SQLite {apsw.sqlitelibversion()}")
print("binds", *next(db.execute("SELECT typeof(?), typeof(?), typeof(?)", [42, b"\0\xff", "a"])))
print("nanoseconds", *next(db.execute("SELECT uuid_timestamp_ns(uuid7_at_ns(?))",
                                      [1645557742123456789])))
print("key", type(key).__name__)
print("found", len(found))
try:
    db.execute("SELECT uuid_check('6ba7b810+')").fetchall()
except apsw.SQLError as error:
    print("error", error)
