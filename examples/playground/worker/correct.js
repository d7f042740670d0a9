/*
 * SQL for what uuid_audit finds: statements that correct the values by its cure, or a SELECT of the
 * rows in question.
 */
import { objects } from "./sqlite.js";

export const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

// A line break, or a sign that moves others about: SQL with it is not the one that one reads.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const isSame = (one, other) => one.toLowerCase() === other.toLowerCase();

/* Gives each fault and warning of audit() in database.js `sql` for the file, and `here` for the
 * prompt, where its tables are in `opened`: null without any, "" if names in it cannot be read. A
 * finding that the statements for another column correct has the name of that as `by`. */
export function correct(db, audited) {
    const links = references(db);
    const problems = audited.flatMap(({ findings }) => findings)
        .filter(({ level }) => level !== "fact");

    for (const it of problems) {
        const { table, column, cure } = it;
        const children = cure === null ? [] : referring(links, table, column);
        const write = it.finding === "same uuid, other value"
            && isUnique(db, table, column) ? duplicates
            : cure === null ? rows : update;
        const isClear = ![table, column, ...children.flatMap(Object.values)]
            .some((name) => INVISIBLE.test(name));
        it.sql = isClear ? write("", it, children) : "";
        it.here = write("opened.", it, children);
        for (const child of children)
            for (const other of problems)
                if (isSame(other.table, child.table) && isSame(other.column, child.column)
                    && other.cure === renamed(cure, column, other.column) && it.by === undefined)
                    other.by = `${table}.${column}`;
    }
    return audited;
}

/* The foreign keys: [{table, column, to, key}], the latter two of the parent. */
function references(db) {
    return objects(db.query(`
        SELECT child.name AS "table", link."from" AS "column", link."table" AS "to",
            coalesce(link."to",
                (SELECT name FROM pragma_table_info(link."table", 'opened') WHERE pk = 1)) AS key
        FROM pragma_table_list AS child, pragma_foreign_key_list(child.name, 'opened') AS link
        WHERE child.schema = 'opened' AND child.type = 'table' AND key IS NOT NULL`));
}

/* Those that refer to a column, and that refer to these. */
function referring(links, table, column) {
    const found = [{ table, column }];

    for (const parent of found)
        found.push(...links.filter((it) => isSame(it.to, parent.table)
            && isSame(it.key, parent.column) && !found.includes(it)));
    return found.slice(1);
}

function isUnique(db, table, column) {
    return db.value(`SELECT EXISTS (SELECT 1 FROM pragma_index_list(?1, 'opened') AS list
        WHERE "unique" AND NOT partial AND ?2 COLLATE NOCASE =
            (SELECT group_concat(name, char(0)) FROM pragma_index_info(list.name, 'opened')))`,
    [table, column]) === 1;
}

const renamed = (cure, from, to) => cure.replaceAll(quoted(from), () => quoted(to));

/* Those that refer to a row first, while they can be told by the old value. A foreign key that is
 * enforced would scan them for each row, and ON UPDATE CASCADE change them a second time. */
function update(at, { table, column, finding, cure }, children) {
    const c = quoted(column);
    const once = / order$/.test(finding) ? "-- Run it once: it swaps correct values, too.\n" : "";
    const own = `${once}UPDATE ${at}${quoted(table)} SET ${c} = ${cure}\n`
        + `WHERE ${c} IS NOT ${cure};`;

    return children.length === 0 ? own : ["PRAGMA foreign_keys = OFF;", "BEGIN;",
        ...children.map((it) => `UPDATE ${at}${quoted(it.table)} SET ${quoted(it.column)} = `
            + `${renamed(cure, column, it.column)}\nWHERE ${quoted(it.column)} IN (SELECT `
            + `${quoted(it.key)} FROM ${at}${quoted(it.to)})\nAND ${quoted(it.column)} IS NOT `
            + `${renamed(cure, column, it.column)};`).reverse(), own,
        `PRAGMA ${at}foreign_key_check; -- lists references without their row`,
        "COMMIT;"].join("\n");
}

const duplicates = (at, { table, column }) =>
    "-- One row of each has to go before the values can be corrected.\n"
        + `SELECT uuid_str(${quoted(column)}), count(*) FROM ${at}${quoted(table)}\n`
        + `WHERE uuid_valid(${quoted(column)}) GROUP BY 1 HAVING count(*) > 1;`;

function rows(at, { table, column, finding }) {
    const c = quoted(column);
    const [kind, detail] = finding.split(" ");
    const type = { digits: "real", first: "integer", second: "integer" }[kind] ?? kind;
    const where = finding === "version 7 of the future"
        ? `uuid_version(${c}) = 7 AND uuid_timestamp_ms(${c}) > (unixepoch() + 86400) * 1000`
        : ["text", "blob", "integer", "real"].includes(type)
            ? `typeof(${c}) = '${type}' AND uuid_valid(${c}) IS NOT 1`
            : {
                version: `uuid_version(${c}) = ${detail}`,
                variant: `uuid_variant(${c}) = '${detail}'`,
                nil: `uuid_str(${c}) = '00000000-0000-0000-0000-000000000000'`,
                null: `${c} IS NULL`,
            }[kind];

    return where === undefined ? null : `SELECT * FROM ${at}${quoted(table)} WHERE ${where};`;
}
