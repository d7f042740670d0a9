/*
 * The sample database: a table of events of the last 90 days, whose keys are of version 7, and what
 * a range of time finds in it.
 */
import { objects } from "./sqlite.js";

const DAYS = 90;
const EVENTS = 20000;
const SHOWN = 8; // rows

/* The longer ago, the fewer events a day. */
const SAMPLE = `
    CREATE TABLE event (
        id   BLOB PRIMARY KEY DEFAULT (uuid7_blob()) CHECK (length(id) = 16),
        what TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    WITH RECURSIVE number (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < ?2)
    INSERT INTO event
    SELECT uuid7_at_blob(CAST(?1 - ?3 * 86400000.0 * pow(abs(random() / 9.3e18), 1.4)
               - 43200000.0 * pow(random() / 9.3e18, 3) - 43200000 AS INTEGER)),
           CASE abs(random() % 6) WHEN 0 THEN 'order placed' WHEN 1 THEN 'order paid'
               WHEN 2 THEN 'parcel sent' ELSE 'page seen' END
    FROM number;
    CREATE VIEW event_text AS SELECT uuid_str(id) AS id, uuid_timestamp(id) AS time, what FROM event`;

const FROM = "FROM event\nWHERE id >= uuid7_min_blob(?1) AND id <= uuid7_max_blob(?2)";
const ROWS = `SELECT uuid_str(id) AS id, uuid_timestamp(id) AS time, what
${FROM}
ORDER BY event.id`;

const literal = (ms) => `'${new Date(ms).toISOString().replace("T", " ").replace("Z", "")}'`;

export function sample(db) {
    db.run(SAMPLE, [Date.now(), EVENTS, DAYS]);
}

/* The events between two times, in milliseconds: {bounds: their UUIDs, count, rows: the first few,
 * plan: SQLite's, sql}. Without times {days: [{day: its first millisecond, count}]}. */
export function range(db, from, to) {
    if (from === undefined)
        return { days: objects(db.query(`SELECT uuid_timestamp_ms(id) / 86400000 * 86400000 AS day,
            count(*) AS count FROM event GROUP BY day`)) };
    const times = [from, to];
    return {
        bounds: db.query("SELECT uuid7_min(?1), uuid7_max(?2)", times).rows[0],
        count: db.value(`SELECT count(*) ${FROM}`, times),
        rows: db.query(`${ROWS} LIMIT ${SHOWN}`, times).rows,
        plan: db.query(`EXPLAIN QUERY PLAN ${ROWS}`, times).rows.map((row) => row[3]),
        sql: ROWS.replace("?1", literal(from)).replace("?2", literal(to)),
    };
}
