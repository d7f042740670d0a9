/*
 * A database of one's own: a sentence, and the findings of uuid_audit by their weight.
 */
import { $, chip, copyButton, el, fold, manual, number, plural, table } from "./ui.js";

const STOPPED = "Stopped. To read the file at the prompt, open it again.";

/* Shows in an element a file whose tables are then those of the schema `opened`. */
export async function show(engine, file, answer) {
    const hint = el("p", { class: "hint" }, `Reading ${file.name}\u2026`);
    const stop = () => engine.restart(STOPPED);

    answer.replaceChildren(hint, el("div", {}, el("button", { onclick: stop }, "Stop")));
    const tables = await engine.listen(({ table: it, done, all }) => {
        hint.textContent = `Reading ${it}, table ${number(done + 1)} of ${number(all)}\u2026`;
    }, "audit", file);
    const bad = tables.filter((it) => it.error || weight(it) > 0)
        .sort((one, other) => weight(other) - weight(one));
    const sound = tables.filter((it) => it.findings.length > 0 && weight(it) === 0);
    const none = tables.filter((it) => it.findings.length === 0 && !it.error);

    const whole = el("p", { class: "summary" }, `${file.name}: ${sentence(tables)}`);
    const writes = el("div", {}, el("p", { class: "hint" },
        "Measuring the writes with keys of version 7\u2026"),
    el("button", { onclick: stop }, "Stop"));

    answer.replaceChildren(whole,
        el("p", { class: "hint" }, "Nothing has left this machine: the page sends nothing, and its "
            + "security policy blocks requests and foreign scripts. At the prompt, the tables are "
            + "in the schema ", el("code", {}, "opened"), ". Elsewhere, the SQL needs ",
        manual("sqlite/start", "the extension"), "."),
        writes, ...bad.map(card),
        fold(sound, "table", "without faults and warnings", ...sound.map(card)),
        fold(none, "table", "without UUIDs", el("p", { class: "hint" },
            `${none.map((it) => it.table).join(", ")}. No column looks like one of UUIDs. `
            + "At the prompt, uuid_audit(table, column, 'opened') takes any.")));
    try {
        const keys = (await engine.call("measure", tables))
            .sort((one, other) => factor(other) - factor(one));
        whole.append(...costs(keys));
        writes.replaceChildren(measured(keys));
    } catch (error) {
        writes.replaceChildren(el("pre", { class: "problem" }, error.message));
    }
}

const of = ({ findings }, level) => findings.filter((it) => it.level === level);
const weight = (it) => of(it, "fault").length * 1e6 + of(it, "warning").length;

function sentence(tables) {
    const findings = tables.flatMap((it) => it.findings);
    const formats = findings.filter(({ isFormat }) => isFormat)
        .map((it) => JSON.stringify([it.table, it.column]));
    const mixed = new Set(formats.filter((it, i) => formats.indexOf(it) < i)).size;
    const having = tables.filter((it) => it.findings.length > 0).length;
    const read = tables.filter((it) => !it.error).length;
    const has = having === 1 || read === 1 ? "has" : "have";
    const holds = mixed === 1 ? "holds" : "hold";
    const problems = ["fault", "warning"].map((level) => [of({ findings }, level).length, level])
        .filter(([count]) => count > 0).map((it) => plural(...it)).join(", ");

    return `${number(having)} of ${plural(read, "table")} ${has} UUIDs`
        + (having === 0 ? "." : `: ${problems || "no fault, no warning"}.`)
        + (mixed === 0 ? "" : ` ${plural(mixed, "column")} ${holds} them in several formats.`)
        + (read === tables.length ? ""
            : ` ${plural(tables.length - read, "table")} could not be read.`);
}

const ENOUGH = 1.5; // a smaller factor says nothing
const factor = ({ why, pages: [own, seven] }) => (why === null ? own / seven : 0);

/* A sentence on the key that costs most, the first. */
function costs([most]) {
    if (most === undefined || factor(most) === 0)
        return [];
    if (factor(most) < ENOUGH)
        return [" Keys of version 7 would make no difference that counts (measured on a copy)."];
    const by = most.isPrimary ? "" : ` (key \u201c${most.column}\u201d)`;
    return [` 1,000 new rows in \u201c${most.table}\u201d${by}, in one transaction, write `
        + `${number(Number(factor(most).toPrecision(2)))} times as many pages with its keys of `
        + `version ${most.version} as with keys of version 7 (measured here, on a copy). `,
    manual("sqlite/migration", "How to migrate")];
}

/* All that was measured, or why not. */
const measured = (keys) => fold(keys, "key", "compared with version 7", table({
    columns: ["table", "key", "version", "pages that 1,000 rows write", "with version 7", "times"],
    rows: keys.map((it) => [it.table, it.column, it.version, ...(it.why === null
        ? [...it.pages.map(number), factor(it).toFixed(1)] : ["", "", it.why])]),
}));

function card(it) {
    const facts = of(it, "fact");
    const groups = new Map(); // those that the same statements correct

    for (const finding of [...of(it, "fault"), ...of(it, "warning")]) {
        const key = finding.by ?? finding.sql;
        groups.set(key, [...(groups.get(key) ?? []), finding]);
    }
    return el("article", { class: "card" }, el("h3", {}, it.table),
        it.error === undefined ? null : el("pre", { class: "problem" }, it.error),
        ...[...groups.values()].map((group) =>
            el("div", {}, ...group.map((each) => finding(each)), help(group[0]))),
        fold(facts, "fact", "", table({
            columns: ["column", "finding", "count", "example", "advice"],
            rows: facts.map(({ column, finding, count, example, advice }) =>
                [column, finding, number(count), example ?? "", advice ?? ""]),
        }, "findings")));
}

/* A finding of uuid_audit, or of the command, which has neither `column` nor `example`. */
export const finding = ({ column, finding: what, level, count, example, advice }, ...more) =>
    el("p", { class: "finding" }, el("b", { class: level }, level), " ",
        ...(column ? [el("code", {}, column), ": "] : []), el("b", {}, what),
        `, ${plural(count, "value")}`, ...(example ? [", such as ", el("code", {}, example)] : []),
        ...more, ...(advice ? [el("br"), advice] : []));

/* A text that a button copies, and other buttons. */
export const statements = (text, what, ...more) => el("div", { class: "help" },
    el("pre", { class: "sql" }, text), copyButton(text, what), ...more);

/* What corrects a finding, or lists its rows. */
function help({ table: name, column, sql, here, by }) {
    if (by !== undefined)
        return el("p", { class: "hint" }, `The correction of ${by} includes these.`);
    if (sql === "")
        return el("p", { class: "hint" }, "No SQL to copy: a name in it has an invisible character, "
            + "such as a line break.");
    return sql === null ? null
        : statements(sql, `the SQL for ${name}.${column}`, chip("Try it here", () => {
            $("sql-text").value = here;
            $("sql-text").focus();
        }));
}
