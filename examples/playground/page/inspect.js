/*
 * Inspect: a text as a UUID, bit by bit, and in every format.
 */
import { link, read, restore, write } from "./address.js";
import { buttons, draw, headline } from "./drawing.js";
import { $, caret, chip, copyButton, el, latest, linkButton, plural, shown } from "./ui.js";

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

const SHOWN = 12; // UUIDs of a text, of which the number is said

const LONGEST = 200; // characters that the input shows

/* Who uses a format; those of FIRST are always shown. */
const FIRST = ["canonical", "hex", "ulid", "base58", "int", "urn"];
const USERS = {
    canonical: "everyone", hex: "file names, .NET", ulid: "programs that know ULIDs", base58: "short links",
    int: "RDF, DICOM, spreadsheets", urn: "XML, LDAP, RDF", upper: "older Windows and macOS programs",
    braced: "the Windows registry, COM", oid: "ASN.1, DICOM", typeid: "APIs, with a prefix",
    base32hex: "DNS, in order", base36: "numbers in either case", base62: "short links",
    base64url: "links, JSON Web Tokens", base64: ".NET, Protobuf\u2019s JSON, LDIF",
    guid: ".NET and COM in memory", mysql: "MySQL\u2019s UUID_TO_BIN(u, 1)", halves: "MongoDB\u2019s old Java driver, ClickHouse",
    der: "certificates, ASN.1",
    ldap_filter: "LDAP searches",
};

/* `bring` shows a file with several UUIDs. */
export function mount(engine, bring) {
    const input = $("inspect-text");
    let asked = "";
    let drawn;
    const show = latest(async (text, keepsFound) => {
        asked = text;
        const it = text === "" ? null : await engine.call("inspect", text)
            .catch(({ message }) => ({ error: message }));
        const good = it !== null && !it.error;

        $("inspect-answer").hidden = $("inspect-more").hidden = !good;
        $("inspect-problem").hidden = good || it === null;
        $("inspect-summary").textContent = good ? summary(it) : "";
        $("inspect-problem").replaceChildren(...(it?.error ? problem(it) : []));
        input.setAttribute("aria-invalid", String(!good && it !== null));
        if (!keepsFound)
            $("inspect-found").replaceChildren(...(good ? found(it.found) : []));
        if (good) {
            draw($("inspect-grid"), drawn = it);
            $("inspect-fields").tBodies[0].replaceChildren(...fields(it));
            $("inspect-formats").replaceChildren(...formats(it, (name) => FIRST.includes(name)));
            $("inspect-others").replaceChildren(...formats(it, (name) => !FIRST.includes(name)));
        }
    }, ({ message }) => {
        $("inspect-problem").hidden = false;
        $("inspect-problem").textContent = `The page cannot show it: ${message}`;
    });
    const use = (text, keepsFound = false) => {
        input.value = text;
        write("inspect", { text });
        return show(text.trim(), keepsFound);
    };
    /* The UUIDs of a text, of which the first is shown. */
    const found = (all) => (all.length === 0 ? [] : [
        el("span", { class: "hint" }, `${plural(all.length, "UUID")} in it:`),
        ...all.slice(0, SHOWN).map(([uuid]) => chip(uuid, () => use(uuid, true)))]);

    input.addEventListener("input", ({ inputType }) => {
        write("inspect", { text: input.value.trim() }, !inputType?.startsWith("insertFrom"));
        show(input.value.trim());
    });
    // A long text or several lines do not go through a field, which would take the lines together.
    document.addEventListener("paste", async (event) => {
        const text = event.clipboardData.getData("text/plain");
        const [file] = event.clipboardData.files;
        if ((event.target !== input && event.target.closest("input, textarea"))
            || (!file && text.length <= LONGEST && !/[\r\n]/.test(text.trim())))
            return;
        event.preventDefault();
        if (file)
            return bring(file);
        const it = await engine.call("inspect", text).catch(() => null); // then show says it
        if (it?.found?.length > 1)
            return bring(new File([text], "The pasted text"));
        input.value = text.slice(0, LONGEST).replace(/\s+/g, " ");
        write("inspect", { text: text.trim() });
        show(text.trim());
    });
    $("inspect-grid").addEventListener("copy", (event) => {
        event.clipboardData.setData("text/plain", String(getSelection()).replace(/\s/g, ""));
        event.preventDefault();
    });
    $("inspect-picture").append(...buttons(() => drawn));
    $("inspect-link").append(linkButton(() => link("inspect", { text: asked }), "the text"));
    $("inspect-examples").append(...Object.entries(EXAMPLES).map(([name, text]) =>
        chip(name, () => use(text))),
    chip("a new one", async () => use((await engine.call("query", "SELECT uuid7()")).rows[0][0])));
    input.value = EXAMPLES["version 7"];
    if (read().panel !== "inspect")
        show(input.value);
    // Without a hash it is what the page began with.
    restore("inspect", ({ text = location.hash === "" ? EXAMPLES["version 7"] : input.value }) => {
        show((input.value = text).trim());
        input.focus({ preventScroll: true });
        input.select();
    });
}

/* ---- texts ---- */

function summary(it) {
    const { uuid, as, also, values: { timestamp, unix_ms: ms } } = it;
    const parts = [`${headline(it)}.`];

    if (as !== "any")
        parts.unshift(`Read as ${as}: ${uuid}.`);
    if (timestamp !== null)
        parts.push(`${timestamp} UTC${here(timestamp, Number(ms))}, ${ago(ms)}.`);
    if (also.length > 0)
        parts.push(`It could also be ${also.map(([name, other]) => `${name} ${other}`).join(", ")}.`);
    return parts.join(" ");
}

/* The reader's own time, where it is another. Before 1970 it may be that of a city's sun. */
function here(timestamp, ms) {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const [day, time] = new Date(ms).toLocaleString("sv", { timeZone }).split(" "); // as ISO 8601

    if (ms < 0 || timestamp.startsWith(`${day} ${time}`))
        return "";
    return ` (${timestamp.startsWith(day) ? "" : `${day} `}${time} in ${timeZone})`;
}

const UNITS = [["year", 31556952e3], ["day", 864e5], ["hour", 36e5], ["minute", 6e4], ["second", 1e3]];

function ago(ms) {
    const difference = Number(ms) - Date.now();
    const [unit, size] = UNITS.find(([, each]) => Math.abs(difference) >= each) ?? UNITS.at(-1);

    return new Intl.RelativeTimeFormat("en", { numeric: "auto" })
        .format(Math.trunc(difference / size), unit);
}

/* The characters around the first invalid one, with a caret below it. */
function problem({ error, before, wrong, after }) {
    if (wrong === undefined)
        return [error];
    return [before, el("mark", {}, wrong === "" ? " " : wrong), after,
        ...caret(before), error, wrong === "" ? " (the text ends here)" : ""];
}

/* ---- tables ---- */

function fields({ fields: all }) {
    return all.map(({ name, role, meaning, first, width, value }, index) => {
        const light = (on) => () => {
            for (const band of $("inspect-grid").querySelectorAll(`[data-field="${index}"]`))
                band.classList.toggle("lit", on);
        };
        return el("tr", { onmouseenter: light(true), onmouseleave: light(false) },
            el("th", { scope: "row" },
                el("span", { class: "swatch", style: `--hue: var(--${role})` }), name),
            el("td", { class: "number" }, `${first} to ${first + width - 1}`),
            el("td", { class: "digits" }, value),
            el("td", {}, meaning));
    });
}

function formats({ formats: all }, isHere) {
    return all.filter(([name]) => isHere(name)).map(([name, value]) => el("li", {},
        el("span", {}, el("b", {}, name), el("small", {}, USERS[name])),
        el("code", { class: "digits" }, shown(value)), copyButton(shown(value), name)));
}
