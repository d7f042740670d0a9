/*
 * Inspect: a text as a UUID, bit by bit, and in every format.
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

/* The text behind the # of the page's address, unless it names a panel. */
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

/* ---- texts ---- */

function summary({ uuid, as, kind, also, values }) {
    const { version, variant, timestamp, unix_ms: ms } = values;
    const parts = [];

    if (as !== "any")
        parts.push(`Read as ${as}: ${uuid}.`);
    parts.push(`${version === null ? "V" : `Version ${version}, v`}ariant ${variant}: ${kind}.`);
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

/* The text, with a caret below the first invalid character. */
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
        const roles = [owner[i * 4], owner[i * 4 + 3]].map((index) => all[index].role);
        return el("div", { class: "digit", style: `--one: var(--${roles[0]}); --two: var(--${roles[1]})` },
            el("b", {}, digit), ...parts);
    });
}

function cell(bit, all, owner, at) {
    const index = owner[at];
    const edge = at === 0 || owner[at - 1] !== index ? " first" : "";
    const made = el("i", { class: `bit${edge}`, style: `--hue: var(--${all[index].role})` }, bit);

    made.dataset.field = index;
    return made;
}

function fields({ fields: all }) {
    return all.map(({ name, role, meaning, first, width, value }, index) => {
        const light = (on) => () => {
            for (const bit of $("inspect-grid").querySelectorAll(`[data-field="${index}"]`))
                bit.classList.toggle("lit", on);
        };
        return el("tr", { tabIndex: 0, onmouseenter: light(true), onmouseleave: light(false),
            onfocus: light(true), onblur: light(false) },
            el("th", { scope: "row" },
                el("span", { class: "swatch", style: `--hue: var(--${role})` }), name),
            el("td", { class: "number" }, `${first} to ${first + width - 1}`),
            el("td", { class: "digits" }, `0x${value.toString(16).padStart(Math.ceil(width / 4), "0")}`),
            el("td", {}, meaning));
    });
}

function formats({ formats: all }) {
    return all.map(([name, value]) => el("li", {}, el("span", {}, name),
        el("code", { class: "digits" }, shown(value)), copyButton(shown(value), name)));
}

