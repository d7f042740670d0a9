/*
 * SQL: a prompt.
 */
import { link, restore, write } from "./address.js";
import { $, caret, chip, during, el, isOff, linkButton, manual, number, plural, table, turn } from "./ui.js";

const EXAMPLES = {
    "a key": `CREATE TABLE IF NOT EXISTS note (
    id   BLOB PRIMARY KEY DEFAULT (uuid7_blob()) CHECK (length(id) = 16),
    text TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO note (text) VALUES ('first'), ('second');
SELECT uuid_str(id), uuid_timestamp(id), text FROM note ORDER BY id;`,
    "a name": `SELECT uuid5('@dns', 'www.example.com'), uuid8_name('@dns', 'www.example.com', 'sha256');`,
    "the last day": `SELECT uuid_str(id), uuid_timestamp(id), what FROM event
WHERE id >= uuid7_min_blob((unixepoch() - 86400) * 1000);`,
    "every format": `SELECT name, uuid_format(uuid7(), name) AS text FROM uuid_formats WHERE writable AND NOT binary;`,
    "many at once": `SELECT uuid, uuid_timestamp(uuid) FROM uuid_series(7, 5);`,
    "a query plan": `EXPLAIN QUERY PLAN SELECT * FROM event
WHERE id BETWEEN uuid7_min_blob('2026-01-01') AND uuid7_max_blob('2026-12-31');`,
    "an error": `SELECT uuid_check('017f22e2-79b0-7cc3-98c4-dc0c0co7398f');`,
};

const STOPPED = "Stopped. The tables are as before these statements, or before the transaction that "
    + "was open. To read a file, open it again.";

const LINKED = "These statements are those of a link.";

const hint = (text) => el("p", { class: "hint" }, text);

/* `opened`: when statements of a link may run, unless a file is open, which they could change. */
export function mount(engine, opened) {
    const input = $("sql-text");
    const stop = $("sql-stop");
    const chips = Object.entries(EXAMPLES).map(([name, text]) => chip(name, () => {
        if (isOff($("sql-run")))
            return;
        input.value = text;
        run();
    }));
    const run = (isLink) => during($("sql-run"), $("sql-answer"), async () => {
        const text = input.value;

        write("sql", { q: text });
        $("sql-answer").replaceChildren(hint("Running\u2026"));
        turn(stop, true);
        chips.forEach((it) => turn(it, false));
        try {
            const results = await engine.call("script", text);
            $("sql-answer").replaceChildren(isLink === true ? hint(LINKED) : "", ...results.length === 0
                ? [hint("There is no statement to run.")]
                : results.map((result) =>
                    ("error" in result ? problem(text, result) : answer(result))));
        } finally {
            turn(stop, false);
            chips.forEach((it) => turn(it, true));
        }
    });

    $("sql-run").addEventListener("click", () => run(false));
    stop.addEventListener("click", () => !isOff(stop) && engine.restart(STOPPED));
    input.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            run();
        }
    });
    $("sql-examples").append(...chips);
    input.value = EXAMPLES["a key"];
    $("sql-controls").append(linkButton(() => link("sql", { q: input.value }), "the SQL"));
    restore("sql", ({ q }, isNew) => {
        if (q === undefined || (q === input.value && !isNew))
            return;
        input.value = q;
        $("sql-answer").replaceChildren(isNew ? hint(LINKED) : ""); // it is of other statements
        if (isNew && !engine.holdsFile)
            opened.then(() => run(true));
    });
}

function answer({ columns, rows, count, changes }) {
    if (columns.length === 0)
        return hint(changes > 0 ? `${plural(changes, "row")} changed.` : "Done.");
    return el("div", {}, table({ columns, rows }), hint(rows.length < count
        ? `The first ${number(rows.length)} of ${plural(count, "row")}.`
        : `${plural(count, "row")}.`));
}

/* SQLite's message, below the line at which it points. */
function problem(text, { error, offset }) {
    const bytes = new TextEncoder().encode(text);
    const before = new TextDecoder("utf-8", { ignoreBOM: true })
        .decode(bytes.subarray(0, Math.max(offset, 0)));
    const begin = before.lastIndexOf("\n") + 1;
    const line = text.slice(begin).split("\n")[0];

    return el("pre", { class: "problem", role: "alert" },
        ...(offset < 0 ? [] : [line, ...caret(before.slice(begin))]), error,
        /uuid/.test(error) ? el("p", {}, manual("errors", "What to do")) : null);
}
