import sqlite3, time

def connect(path):
    connection = sqlite3.connect(path)
    connection.enable_load_extension(True)
    connection.load_extension("/usr/local/lib/sqlite3/uuid9562")
    connection.enable_load_extension(False)
    return connection

db = connect("event.db")
[(key,)] = db.execute("INSERT INTO event (what) VALUES ('began') RETURNING id").fetchall()
print(len(key), db.execute("SELECT what FROM event WHERE id = ?", [key]).fetchone())
# => 16 ('began',)
recent = "SELECT count(*) FROM event WHERE id >= uuid7_min_blob(?)"
print(db.execute(recent, [time.time_ns() // 1_000_000 - 60_000]).fetchone())
# => (1,)
db.commit()
