/*
 * Many UUIDs at once: the summary and the findings of the command, and all of them as a list.
 */
import { bars, chip, el, fold, latest, number, plural, save } from "./ui.js";
import { finding, statements } from "./database.js";
import { List } from "./list.js";

const NTH = ["all UUIDs", "the 1st of each line", "the 2nd of each line", "the 3rd of each line"];

const select = (label, options, value, onchange) => el("label", {}, `${label} `,
    el("select", { onchange }, ...options.map(([name, text]) =>
        el("option", { value: name, selected: name === value }, text))));

/* Shows the UUIDs of a file, which then are the table opened.pasted. */
export async function show(engine, file, answer) {
    const bar = el("progress", { "aria-label": "Read" });

    answer.replaceChildren(el("p", { class: "hint" }, `Reading ${file.name}\u2026 `, bar,
        chip("Cancel", () => engine.restart("Cancelled."))));
    const { lines, seconds, most, total } =
        await engine.listen((part) => { bar.value = part; }, "many", file);
    const told = el("div", {});
    const filters = el("div", {});
    const list = new List("UUIDs", ["line", "UUID", "version", "time (UTC)"], cells);
    const fail = ({ message }) => told.replaceChildren(el("pre", { class: "problem" }, message));
    const filter = async (which) => {
        const count = await engine.call("filter", Number(nth.lastChild.value), which);
        list.show(count, (from, size) => engine.call("rows", from, size));
    };
    const first = async (each) => {
        filters.querySelector("select").value = "all";
        await filter("all");
        list.go(each.first - 1);
        list.node.focus();
    };
    const draw = latest(async () => {
        const it = await engine.call("summary", Number(nth.lastChild.value));
        const all = { ...JSON.parse(it.json), ...it, lines, total, nth: NTH[nth.lastChild.value] };
        const shown = (level) => all.findings.filter((each) => each.level === level)
            .map((each) => el("div", {},
                finding(each, " ", chip("Show the first", () => first(each))),
                each.command && statements(each.command, "the command of a shell")));

        told.replaceChildren(el("p", { class: "summary" }, `${file.name}: ${sentence(all)}`),
            ...chart(all), ...shown("fault"), ...shown("warning"),
            fold(shown("fact"), "fact", "", ...shown("fact")));
        filters.replaceChildren(select("Rows", choices(all), "all", ({ target }) =>
            filter(target.value).catch(fail)));
        await filter("all");
    }, fail);
    // If most lines have two, they are columns, of which each has an order of its own.
    const nth = select("Show", Object.entries(NTH.slice(0, most + 1)),
        seconds * 2 > lines ? "1" : "0", draw);

    answer.replaceChildren(told, el("div", { class: "controls" }, most > 1 ? nth : null, filters,
        chip("Save as CSV", async () => save(await engine.call("csv"), "uuids.csv"))), list.node,
    el("p", { class: "hint" }, "To read them at the prompt: ",
        el("code", {}, "SELECT line, uuid_str(uuid) FROM opened.pasted;")));
    await draw();
}

function sentence({ count, total, nth, invalid, versions, first, last, descents, lines, duplicates,
    wrong }) {
    const kinds = Object.entries(versions).sort(([, a], [, b]) => b - a)
        .map(([version, n]) => `${number(n)} of version ${version}`);
    const others = count - Object.values(versions).reduce((sum, n) => sum + n, 0);
    const list = new Intl.ListFormat("en").format(
        others > 0 ? [...kinds, `${number(others)} without a version`] : kinds);
    const order = descents === 0 ? "in order; " : descents * 4 > count ? ""
        : `not in order at ${plural(descents, "place")}; `;

    return (count < total ? `${nth}, ${number(count)} of ${plural(total, "UUID")}`
        : plural(count, "UUID")) + ` in ${plural(lines, "line")}`
        + (count > 0 ? `: ${list}` : "")
        + (first ? `, from ${first.slice(0, 10)} to ${last.slice(0, 10)}` : "")
        + (count > 1 ? `; ${order}${plural(duplicates, "duplicate")}` : "")
        + (invalid > 0 ? `; ${plural(invalid, "line")} without a UUID, first line ${wrong}.` : ".");
}

const choices = ({ count, invalid, versions, descents, duplicates }) => [
    ["all", `all (${number(count + invalid)})`, 1], ["duplicates", "duplicates", duplicates],
    ["descents", `out of order (${number(descents)})`, descents],
    ["wrong", `without a UUID (${number(invalid)})`, invalid],
    ...Object.entries(versions).map(([name, n]) => [name, `version ${name} (${number(n)})`, n]),
].filter(([, , n]) => n > 0);

/* The rows of the command's histogram as bars. */
const chart = ({ rows, first, last }) => (rows.length < 2 ? [] : [
    el("div", { class: "chart", role: "img", "aria-label": `UUIDs by time: ${rows.map(
        ({ from, count }) => `${number(count)} from ${from}`).join(", ")}` },
    ...bars(rows, ({ from, count }) => ({ class: "in", title: `${from}: ${number(count)}` }))),
    el("p", { class: "ends hint" }, ...[first, last].map((time) =>
        el("span", {}, time.replace("T", " ").replace("Z", " UTC")))),
]);

const cells = ([line, text, uuid, version, time, problem]) => [number(line), ...(uuid === null
    ? [el("span", {}, el("q", {}, text), " ", el("b", { class: "problem" }, problem))]
    : [el("a", { href: `#${uuid}`, tabIndex: -1, title: text }, uuid), version ?? "", time ?? ""])];
