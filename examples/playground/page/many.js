/*
 * Many UUIDs at once: the summary and the findings of the command, and all of them as a list.
 */
import { chip, copyButton, el, latest, number, save } from "./ui.js";
import { List } from "./list.js";

const HEAVY = ["fault", "warning", "fact"];
const ORDINALS = ["all UUIDs", "the 1st of each line", "the 2nd of each line", "the 3rd of each line"];

const many = (count, one, several = `${one}s`) => `${number(count)} ${count === 1 ? one : several}`;
const select = (label, options, value) => el("label", {}, `${label} `, el("select", {},
    ...options.map(([name, text]) => el("option", { value: name, selected: name === value }, text))));

/* Shows the UUIDs of a file, which then are the table opened.pasted. */
export async function show(engine, file, answer) {
    const bar = el("progress", { "aria-label": "Read" });

    answer.replaceChildren(el("p", { class: "hint" }, `Reading ${file.name}\u2026 `, bar,
        chip("Cancel", () => engine.restart("Cancelled."))));
    const found = await engine.listen((part) => { bar.value = part; }, "many", file);
    const parts = el("div", {});
    const list = new List("UUIDs", ["line", "UUID", "version", "time (UTC)"], cells);
    const nth = select("Show", Object.entries(ORDINALS.slice(0, found.most + 1)),
        found.seconds * 2 > found.rows ? "1" : "0");
    const filters = el("div", {});
    const kind = () => Number(nth.lastChild.value);
    const fail = ({ message }) => parts.replaceChildren(el("pre", { class: "problem" }, message));
    const filter = latest(async (which) => {
        const count = await engine.call("filter", kind(), which);
        list.show(count, (from, size) => engine.call("rows", from, size));
    }, fail);
    const draw = latest(async () => {
        const { json, duplicates, wrong } = await engine.call("summary", kind());
        const it = JSON.parse(json);
        const which = select("Rows", choices(it, duplicates), "all");

        which.addEventListener("change", ({ target }) => filter(target.value));
        filters.replaceChildren(which);
        parts.replaceChildren(el("p", { class: "summary" },
            `${file.name}: ${sentence(it, found, duplicates, wrong)}`), ...chart(it),
        ...HEAVY.flatMap((level) => it.findings.filter((each) => each.level === level)
            .map((each) => finding(each, async () => {
                which.lastChild.value = "all";
                await filter("all");
                list.go(each.first - 1);
                list.node.focus();
            }))));
        await filter("all");
    }, fail);

    nth.addEventListener("change", draw);
    answer.replaceChildren(parts, el("div", { class: "controls" }, found.most > 1 ? nth : null, filters,
        el("button", { type: "button", onclick: async () => save(await engine.call("csv"), "uuids.csv") },
            "Save as CSV")), list.node, el("p", { class: "hint" }, "To read them at the prompt: ",
        el("code", {}, "SELECT line, uuid_str(uuid) FROM opened.pasted;")));
    await draw();
}

function sentence({ count, invalid, versions, first, last, descents }, { lines }, duplicates, wrong) {
    const kinds = Object.entries(versions).sort(([, a], [, b]) => b - a)
        .map(([version, n]) => `${number(n)} of version ${version}`);
    const others = count - Object.values(versions).reduce((sum, n) => sum + n, 0);
    const all = others > 0 ? [...kinds, `${number(others)} without a version`] : kinds;
    const parts = [`${many(count, "UUID")} in ${many(lines, "line")}`
        + (count > 0 ? `: ${new Intl.ListFormat("en").format(all)}` : "")
        + (first ? `, from ${first.slice(0, 10)} to ${last.slice(0, 10)}` : "")];

    if (descents * 4 > count)
        parts.push("in no order");
    else if (count > 1)
        parts.push(descents > 0 ? `not in order at ${many(descents, "place")}` : "in order");
    if (count > 1)
        parts.push(duplicates > 0 ? many(duplicates, "duplicate") : "no duplicates");
    if (invalid > 0)
        parts.push(`${many(invalid, "line")} without a UUID, the first is line ${number(wrong)}`);
    return `${parts.join("; ")}.`;
}

const choices = ({ count, invalid, versions, descents }, duplicates) => [
    ["all", "all", count + invalid],
    ["duplicates", "duplicates", duplicates],
    ["descents", "out of order", descents],
    ["wrong", "without a UUID", invalid],
    ...Object.entries(versions).map(([version, n]) => [version, `version ${version}`, n]),
].filter(([name, , n]) => n > 0 || name === "all")
    .map(([name, text, n]) => [name, name === "duplicates" ? text : `${text} (${number(n)})`]);

/* The bars of the command's histogram. */
function chart({ rows, first, last }) {
    const most = Math.max(...rows.map(({ count }) => count));

    return rows.length < 2 ? [] : [
        el("div", { class: "chart", role: "img", "aria-label": `UUIDs by time: ${rows.map(
            ({ from, count }) => `${number(count)} from ${from}`).join(", ")}` },
        ...rows.map(({ from, count }) => el("i", { class: "in", title: `${from}: ${number(count)}`,
            style: `height: ${count / most * 100}%` }))),
        el("p", { class: "ends hint" }, ...[first, last].map((time) =>
            el("span", {}, time.replace("T", " ").replace("Z", " UTC")))),
    ];
}

const finding = ({ finding: name, level, count, advice, command }, go) =>
    el("div", {}, el("p", { class: "finding" }, el("b", { class: level }, level), " ", el("b", {}, name),
        `, ${many(count, "value")} `, chip("Show the first", go), ...(advice ? [el("br"), advice] : [])),
    command && el("div", { class: "help" }, el("pre", { class: "sql" }, command),
        copyButton(command, "the command of a shell")));

function cells([line, text, uuid, version, time, problem]) {
    return [number(line), uuid === null ? el("span", {}, el("q", {}, text), " ",
        el("span", { class: "problem" }, problem))
        : el("a", { href: `#${uuid}`, tabIndex: -1, title: text }, uuid), version ?? "", time ?? ""];
}
