/*
 * A text or a BLOB as a UUID, or a text with UUIDs in it: SQL has the values, and the C code of
 * `uuid9562 inspect` the fields and what they mean. Nothing here looks at a bit.
 */
import { find } from "./many.js";
import { objects } from "./sqlite.js";

const VALUES = `SELECT uuid_version(?1) AS version, uuid_variant(?1) AS variant,
    uuid_timestamp(?1) AS timestamp, uuid_timestamp_ms(?1) AS unix_ms`;
const FORMATS = `SELECT name, uuid_format(?1, name) FROM uuid_formats WHERE writable`;
/* A text of letters and digits is a number in several bases. A reading needs a version or a
 * format of fixed length; one of our time comes first. */
const READINGS = `SELECT name, uuid_parse(?1, name) AS uuid FROM uuid_formats
    WHERE NOT binary AND uuid IS NOT NULL AND (fixed_length OR uuid_version(uuid) BETWEEN 1 AND 8)
    ORDER BY coalesce(uuid_timestamp(uuid) BETWEEN '1980' AND '2100', 0) DESC,
        coalesce(uuid_version(uuid) BETWEEN 1 AND 8, 0) DESC, rowid`;
const BLOB = /^x'([0-9a-f]{2})*'$/i;

const LONGEST = 200; // characters of a text that may be a UUID by itself
const AROUND = 20; // characters that are shown before an invalid one, and from it on

/* {uuid, as: the format in which it was read, also: readings in other formats, found: all UUIDs of a
 * text that is not one itself, values, kind, fields, formats}; for a text without a UUID
 * {error, before, wrong, after}: the characters around the first invalid one, unless it is a BLOB. */
export async function inspect(engine, db, text) {
    const blob = BLOB.test(text);
    const input = blob ? db.value(`SELECT ${text}`) : text;
    const isShort = blob || text.length <= LONGEST;
    const readings = [];
    let found = [];
    let uuid = !isShort ? null
        : db.value(`SELECT ${blob ? "uuid_str" : "uuid_parse"}(?1)`, [input]);

    if (uuid === null && isShort && !blob)
        readings.push(...db.query(READINGS, [input]).rows);
    if (uuid === null && readings.length === 0 && !blob) {
        found = await foundIn(engine, db, text);
        readings.push(...found.slice(0, 1).map(([one, as]) => [as, one]));
    }
    if (uuid === null && readings.length === 0)
        return problem(db, blob ? input : text.slice(0, LONGEST));
    uuid ??= readings[0][1];
    return {
        uuid,
        as: readings[0]?.[0] ?? "any",
        also: readings.slice(1).filter(([, other]) => other !== uuid),
        found,
        values: objects(db.query(VALUES, [uuid]))[0],
        ...anatomy(engine, uuid),
        formats: db.query(FORMATS, [uuid]).rows,
    };
}

/* The UUIDs of a text in their order, each once, with the format in which it was read; of a long text,
 * until there are several. */
async function foundIn(engine, db, text) {
    const all = `SELECT uuid_str(uuid), format FROM temp.found WHERE uuid IS NOT NULL GROUP BY uuid
        ORDER BY min(rowid)`;

    await find(engine, db, "temp.found", new Blob([text]), () => db.query(all).rows.length > 1);
    return db.query(all).rows;
}

function problem(db, input) {
    try {
        db.value("SELECT uuid_check(?1)", [input]);
    } catch ({ message }) {
        const error = message.replace(/^uuid_check: /, "");
        if (typeof input !== "string")
            return { error };
        const offset = Number(/ at offset (\d+)/.exec(error)?.[1] ?? 0);
        if (offset === 0)
            return { error: `There is no UUID in it: ${error}` };
        const before = new TextDecoder("utf-8", { ignoreBOM: true })
            .decode(new TextEncoder().encode(input).subarray(0, offset));
        const [wrong = ""] = input.slice(before.length);
        const after = input.slice(before.length + wrong.length);
        return { error, wrong,
            before: before.length > AROUND ? `\u2026${before.slice(-AROUND)}` : before,
            after: after.length > AROUND ? `${after.slice(0, AROUND)}\u2026` : after };
    }
    throw new Error("the library reads it, and does not");
}

const ROLES = ["time", "label", "sequence", "place", "free", "reserved"]; // role_t

/* {kind, fields: [{name, role, first, width, value, meaning}] of the 128 bits}: anatomy_t. */
function anatomy(engine, uuid) {
    const it = engine.with([16, uuid], (at, text) => {
        engine.call.uuid9562_parse(at, 0, text, uuid.length);
        return JSON.parse(engine.take(engine.call.engine_anatomy(at)));
    });

    it.fields.forEach((field) => { field.role = ROLES[field.role]; });
    return it;
}
