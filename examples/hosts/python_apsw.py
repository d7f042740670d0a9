import apsw, time

def connect(path):
    connection = apsw.Connection(path)
    connection.enableloadextension(True)
    connection.loadextension("/usr/local/lib/sqlite3/uuid9562")
    connection.enableloadextension(False)
    return connection

db = connect("event.db").cursor()
[(key,)] = db.execute("INSERT INTO event (what) VALUES ('began') RETURNING id").fetchall()
print(len(key), *db.execute("SELECT what FROM event WHERE id = ?", [key]))
# => 16 ('began',)
recent = "SELECT count(*) FROM event WHERE id >= uuid7_min_blob(?)"
print(*db.execute(recent, [time.time_ns() // 1_000_000 - 60_000]))
# => (1,)
