/*
 * Inspect: what a text is as a UUID, bit by bit, and in every format.
 */
import { $, caret, chip, copyButton, el, latest, shown } from "./ui.js";

const EXAMPLES = {
    "version 1": "c232ab00-9414-11ec-b3c8-9f6bdeced846",
    "version 3": "5df41881-3aed-3515-88a7-2f4a814cf09e",
    "version 4": "919108f7-52d1-4320-9bac-f847db4148a8",
    "version 5": "2ed6657d-e927-568b-95e1-2665a8aea6a2",
    "version 6": "1ec9414c-232a-6b00-b3c8-9f6bdeced846",
    "version 7": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    "version 8": "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0",
    ULID: "01FWHE4YDGFK1SHH6W1G60EECF",
    "a number": "329800735698586629295641978511506172918",
    Nil: "00000000-0000-0000-0000-000000000000",
    Max: "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "a mistake": "017f22e2-79b0-7cc3-98c4-dc0c0co7398f",
};

/* What a version is for, in a few words. */
const VERSIONS = {
    1: "Gregorian time and a node; its order is not that of time",
    2: "DCE Security",
    3: "the MD5 digest of a name in a namespace",
    4: "random",
    5: "the SHA-1 digest of a name in a namespace",
    6: "Gregorian time and a node, in the order of time",
    7: "Unix time, then random bits",
    8: "custom: only its maker knows",
};

/* The role of each field, which has a colour, and what it holds; by `uuid9562 inspect`'s words. */
const part = (role, meaning) => ({ role, meaning: () => meaning });
const FIELDS = {
    unix_ts_ms: { role: "time", meaning: ({ timestamp }) => `${timestamp} UTC` },
    time_low: part("time", "low bits of the time"),
    time_mid: part("time", "middle bits of the time"),
    time_high: part("time", "high bits of the time"),
    ver: { role: "label", meaning: ({ version }) => VERSIONS[version] ?? "not defined" },
    var: { role: "label", meaning: ({ variant }) => variant },
    clock_seq: { role: "sequence", meaning: ({ clock_seq: sequence }) => String(sequence ?? "") },
    node: { role: "place", meaning: ({ node }) => (node === null ? "" : address(node)) },
    local_id: { role: "place", meaning: (values, value) => String(value) },
    local_domain: { role: "place", meaning: (values, value) =>
        ["person", "group", "org"][value] ?? String(value) },
    rand_a: part("free", "random, counter or fraction"),
    rand_b: part("free", "random, or a counter first"),
};
const OTHERS = [
    [/^random/, part("free", "random")],
    [/^md5/, part("free", "MD5 of the name")],
    [/^sha1/, part("free", "SHA-1 of the name")],
    [/^custom/, part("free", "up to the application")],
    [/./, part("reserved", "not defined")],
];
const field = (name) => FIELDS[name] ?? OTHERS.find(([pattern]) => pattern.test(name))[1];

const address = (node) => node.toString(16).padStart(12, "0").match(/../g).join(":");

/* A text without the spaces around it. */
const within = (text) => text.replace(/^[ \t]+|[ \t]+$/g, "");

export function mount(engine) {
    const input = $("inspect-text");
    const show = latest(async (text) => {
        const found = text === "" ? null : await engine.call("inspect", text);
        const good = found !== null && !found.error;

        $("inspect-answer").hidden = !good;
        $("inspect-problem").hidden = good || found === null;
        $("inspect-summary").textContent = good ? summary(found) : "";
        $("inspect-problem").replaceChildren(...(found?.error ? problem(text, found) : []));
        input.setAttribute("aria-invalid", String(!good && found !== null));
        if (good) {
            $("inspect-grid").replaceChildren(...grid(found));
            $("inspect-fields").tBodies[0].replaceChildren(...fields(found));
            $("inspect-formats").replaceChildren(...formats(found));
        }
    }, ({ message }) => {
        $("inspect-answer").hidden = true;
        $("inspect-summary").textContent = "";
        $("inspect-problem").hidden = false;
        $("inspect-problem").textContent = message;
    });
    const use = (text) => {
        input.value = text;
        return show(within(input.value));
    };

    input.addEventListener("input", () => show(within(input.value)));
    $("inspect-examples").append(...Object.entries(EXAMPLES).map(([name, text]) =>
        chip(name, () => use(text))),
    chip("a new one", async () => use((await engine.call("query", "SELECT uuid7()")).rows[0][0])));
    use(asked() || EXAMPLES["version 7"]);
    window.addEventListener("hashchange", () => asked() && use(asked()));
    return use;
}

/* What stands behind the # of the page's address, unless it is one of its panels. */
function asked() {
    const text = location.hash.slice(1);

    if (document.getElementById(text) !== null)
        return "";
    try {
        return decodeURIComponent(text);
    } catch {
        return text; // which has a % of its own
    }
}

/* ---- what is said of it ---- */

function summary({ uuid, as, also, values }) {
    const { version, variant, timestamp, unix_ms: ms } = values;
    const parts = [];

    if (as !== "any")
        parts.push(`Read as ${as}: ${uuid}.`);
    parts.push(version === null ? `Variant ${variant}.` : `Version ${version}, variant ${variant}.`);
    if (timestamp !== null)
        parts.push(`${timestamp} UTC, ${ago(ms)}.`);
    if (also.length > 0)
        parts.push(`It could also be ${also.map(([name, other]) => `${name} ${other}`).join(", ")}.`);
    return parts.join(" ");
}

const UNITS = [["year", 31556952e3], ["day", 864e5], ["hour", 36e5], ["minute", 6e4], ["second", 1e3]];

function ago(ms) {
    const difference = Number(ms) - Date.now();
    const [unit, size] = UNITS.find(([, each]) => Math.abs(difference) >= each) ?? UNITS.at(-1);

    return new Intl.RelativeTimeFormat("en", { numeric: "auto" })
        .format(Math.trunc(difference / size), unit);
}

/* The text, with a caret below the character at which it goes wrong. */
function problem(text, { error, offset, length }) {
    if (offset === null)
        return [error];
    const before = new TextDecoder("utf-8", { ignoreBOM: true })
        .decode(new TextEncoder().encode(text).subarray(0, offset));
    const [wrong = ""] = text.slice(before.length);

    return [before, el("mark", {}, wrong === "" ? " " : wrong), text.slice(before.length + wrong.length),
        ...caret(before), error, offset === length ? " (the text ends here)" : ""];
}

/* ---- the bits ---- */

/* 32 digits of four bits each; a digit may have bits of two fields. */
function grid({ uuid, fields: all }) {
    const owner = all.flatMap((field, index) => Array(field.width).fill(index));

    return [...uuid.replaceAll("-", "")].map((digit, i) => {
        const bits = parseInt(digit, 16).toString(2).padStart(4, "0");
        const parts = [...bits].map((bit, k) => cell(bit, all, owner, i * 4 + k));
        const roles = [owner[i * 4], owner[i * 4 + 3]].map((index) => field(all[index].name).role);
        return el("div", { class: "digit", style: `--one: var(--${roles[0]}); --two: var(--${roles[1]})` },
            el("b", {}, digit), ...parts);
    });
}

function cell(bit, all, owner, at) {
    const index = owner[at];
    const edge = at === 0 || owner[at - 1] !== index ? " first" : "";
    const made = el("i", { class: `bit${edge}`, style: `--hue: var(--${field(all[index].name).role})` }, bit);

    made.dataset.field = index;
    return made;
}

function fields({ fields: all, values }) {
    return all.map(({ name, first, width, value }, index) => {
        const light = (on) => () => {
            for (const bit of $("inspect-grid").querySelectorAll(`[data-field="${index}"]`))
                bit.classList.toggle("lit", on);
        };
        return el("tr", { tabIndex: 0, onmouseenter: light(true), onmouseleave: light(false),
            onfocus: light(true), onblur: light(false) },
            el("th", { scope: "row" },
                el("span", { class: "swatch", style: `--hue: var(--${field(name).role})` }), name),
            el("td", { class: "number" }, `${first} to ${first + width - 1}`),
            el("td", { class: "digits" }, `0x${value.toString(16).padStart(Math.ceil(width / 4), "0")}`),
            el("td", {}, field(name).meaning(values, value)));
    });
}

function formats({ formats: all }) {
    return all.map(([name, value]) => el("li", {}, el("span", {}, name),
        el("code", { class: "digits" }, shown(value)), copyButton(shown(value), name)));
}

