/*
 * A database of one's own: the findings of uuid_audit.
 */
import { el, number, table } from "./ui.js";

/* What is shown of a file, whose tables are then those of the schema `opened`. */
export async function show(engine, name, bytes) {
    const tables = await engine.call("attach", name, bytes);
    const found = await engine.call("audit", "opened");

    return [
        el("p", { class: "summary" }, `${name}: ${number(bytes.length)} bytes, `
            + `${number(tables.length)} ${tables.length === 1 ? "table" : "tables"}.`,
        ...(tables.length === 0 ? [] : [" To read one at the prompt: ",
            el("code", {}, `SELECT * FROM opened."${tables[0].replaceAll('"', '""')}";`)])),
        ...found.map(card),
    ];
}

function card({ table: name, error, columns, rows }) {
    const body = error !== undefined ? el("pre", { class: "problem" }, error)
        : rows.length === 0 ? el("p", { class: "hint" }, "No column looks like one of UUIDs. "
            + "At the prompt, uuid_audit(table, column, 'opened') takes any.")
            : table({ columns, rows: rows.map((row) => row.map((value) => value ?? "")) },
                "findings");

    return el("article", { class: "card" }, el("h3", {}, name), body);
}
