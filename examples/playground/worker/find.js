/*
 * UUIDs in a text of any kind: a link, JSON, a log, several lines.
 */

const TIME_LIMIT_MS = 3000;
const HYPHENATED = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/* What may be a UUID in another format: the shortest word has 20 characters, and only a TypeID more
 * than 39. */
const WORD = /(?<![\w-])(?=[\w-]*\d)(?:[\w-]{20,39}|[a-z_]{1,64}_\w{26})(?![\w-])/gi;
/* A word is a UUID if some format reads it as one of a version, or as 32 hex digits. A version
 * with a time of ours comes first. */
const READ = `SELECT uuid_parse(?1, name) AS uuid, name FROM uuid_formats
    WHERE NOT binary AND uuid IS NOT NULL AND (name = 'any' OR uuid_version(uuid) BETWEEN 1 AND 8)
    ORDER BY name = 'any' DESC, coalesce(uuid_timestamp(uuid) BETWEEN '1980' AND '2100', 0) DESC, rowid
    LIMIT 1`;

/* The UUIDs of a text in their order, each once: [[uuid, the format in which it was read]]; those that
 * are found in some seconds. */
export function find(db, text) {
    const end = performance.now() + TIME_LIMIT_MS;
    const places = new Map(); // of a UUID: where it begins, and its format
    const words = new Set();

    for (const { 0: uuid, index } of text.matchAll(HYPHENATED)) {
        if (!places.has(uuid.toLowerCase()))
            places.set(uuid.toLowerCase(), [index, "any"]);
        if (performance.now() > end)
            break;
    }
    for (const { 0: word, index } of text.matchAll(WORD)) {
        if (performance.now() > end)
            break;
        if (words.has(word) || places.has(word.toLowerCase()))
            continue;
        words.add(word);
        const [[uuid, as] = []] = db.query(READ, [word]).rows;
        if (uuid !== undefined && !places.has(uuid))
            places.set(uuid, [index, as]);
    }
    return [...places].sort(([, [a]], [, [b]]) => a - b).map(([uuid, [, as]]) => [uuid, as]);
}
