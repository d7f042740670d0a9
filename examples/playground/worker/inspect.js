/*
 * A text or a BLOB as a UUID: SQL has the values, and the C code of `uuid9562 inspect` the fields and
 * what they mean. Nothing here looks at a bit.
 */

const VALUES = `SELECT uuid_version(?1) AS version, uuid_variant(?1) AS variant,
    uuid_timestamp(?1) AS timestamp, uuid_timestamp_ms(?1) AS unix_ms`;
const FORMATS = `SELECT name, uuid_format(?1, name) FROM uuid_formats WHERE writable`;
/* A text of letters and digits is a number in several bases. A reading needs a version or a
 * format of fixed length; one of our time comes first. */
const READINGS = `SELECT name, uuid_parse(?1, name) AS uuid FROM uuid_formats
    WHERE NOT binary AND uuid IS NOT NULL AND (fixed_length OR uuid_version(uuid) BETWEEN 1 AND 8)
    ORDER BY coalesce(uuid_timestamp(uuid) BETWEEN '1980' AND '2100', 0) DESC,
        coalesce(uuid_version(uuid) BETWEEN 1 AND 8, 0) DESC, rowid`;
const BLOB = /^x'((?:[0-9a-f]{2})*)'$/i;

/* {uuid, as: the format in which it was read, also: readings in other formats, values, kind, fields,
 * formats}; for an invalid UUID {error, offset, length}: offset is the byte of `length` at which a
 * text goes wrong, and null for a BLOB. */
export function inspect(engine, db, text) {
    const blob = BLOB.exec(text);
    const input = blob ? bytes(blob[1]) : text;
    const readings = [];
    let uuid = blob ? db.value("SELECT uuid_str(?1)", [input])
        : db.value("SELECT uuid_parse(?1)", [input]);

    if (uuid === null && !blob)
        readings.push(...db.query(READINGS, [input]).rows);
    if (uuid === null && readings.length === 0)
        return problem(engine, db, input);
    uuid ??= readings[0][1];
    return {
        uuid,
        as: readings[0]?.[0] ?? "any",
        also: readings.slice(1).filter(([, other]) => other !== uuid),
        values: named(db.query(VALUES, [uuid])),
        ...anatomy(engine, uuid),
        formats: db.query(FORMATS, [uuid]).rows,
    };
}

function problem(engine, db, input) {
    const length = typeof input === "string" ? new TextEncoder().encode(input).length : input.length;

    try {
        db.value("SELECT uuid_check(?1)", [input]);
    } catch (error) {
        const offset = typeof input === "string" && / at offset (\d+)/.exec(error.message);
        return { error: error.message, offset: offset ? Number(offset[1]) : null, length };
    }
    throw new Error("the library reads it, and does not");
}

const ROLES = ["time", "label", "sequence", "place", "free", "reserved"]; // role_t

/* {kind, fields: [{name, role, first, width, value, meaning}] of the 128 bits}: anatomy_t. */
function anatomy(engine, uuid) {
    const { call } = engine;
    const fields = [];
    let kind;

    engine.with([16, uuid], (at, text) => {
        if (call.uuid9562_parse(at, 0, text, uuid.length) !== 0)
            throw new Error(`not a UUID: ${uuid}`);
        kind = engine.text(call.engine_kind(at));
        for (let part; (part = call.engine_part(at, fields.length)) !== 0;) {
            const view = engine.view();
            fields.push({
                name: engine.text(view.getUint32(part, true)),
                role: ROLES[view.getUint32(part + 4, true)],
                first: view.getUint32(part + 8, true),
                width: view.getUint32(part + 12, true),
                value: view.getBigUint64(part + 16, true),
                meaning: engine.text(part + 24),
            });
        }
    });
    return { kind, fields };
}

const bytes = (digits) =>
    Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

const named = ({ columns, rows }) =>
    Object.fromEntries(columns.map((name, i) => [name, rows[0][i]]));
