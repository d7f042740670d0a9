/*
 * Functions with which all panels write into the page.
 */

export const $ = (id) => document.getElementById(id);

/* A new element: its properties, `class`, attributes with a hyphen, `on...` listeners; its children
 * are elements and text. */
export function el(tag, properties = {}, ...children) {
    const made = document.createElement(tag);

    for (const [name, value] of Object.entries(properties))
        if (name.startsWith("on"))
            made.addEventListener(name.slice(2), value);
        else if (name === "class" || name === "role" || name.includes("-"))
            made.setAttribute(name, value);
        else if (name === "style")
            made.style.cssText = value;
        else
            made[name] = value;
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
}

export const number = (value) => value.toLocaleString("en");

export const plural = (count, what) => `${number(count)} ${what}${count === 1 ? "" : "s"}`;

/* Elements that open at a click on how many items there are, if there are any. */
export const fold = (items, what, which, ...children) => (items.length === 0 ? ""
    : el("details", {}, el("summary", {}, `${plural(items.length, what)} ${which}`), ...children));

/* A bar for the `count` of each row, of which `looks` gives the properties. */
export function bars(rows, looks) {
    const most = Math.max(...rows.map(({ count }) => count));

    return rows.map((row) => el("i", { ...looks(row), style: `height: ${row.count / most * 100}%` }));
}

const LONG = 40; // characters that stay on one line
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LONGEST = 4000; // characters or bytes of a value that a table shows

export const isUuid = (text) => UUID.test(text);

/* A value of SQLite, for people. */
export function shown(value) {
    if (value === null)
        return el("span", { class: "null" }, "NULL");
    if (!(value instanceof Uint8Array))
        return String(value);
    const digits = Array.from(value, (byte) => byte.toString(16).padStart(2, "0"));
    return `X'${digits.join("").toUpperCase()}'`;
}

/* A text or bytes as a literal of SQL. */
export function literal(value) {
    if (value === null)
        return "NULL";
    return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : shown(value);
}

export const inspectLink = (uuid) =>
    el("a", { href: `#${encodeURIComponent(uuid)}`, title: "Inspect" }, uuid);

/* A value of a table: of one that is very long, its beginning and its size; a UUID opens Inspect. */
function cell(value) {
    const isBlob = value instanceof Uint8Array;
    const text = shown(value?.length > LONGEST ? value.slice(0, LONGEST) : value);

    if (isBlob ? value.length === 16 : isUuid(value))
        return inspectLink(text);
    return value?.length > LONGEST
        ? `${text}\u2026 (${number(value.length)} ${isBlob ? "bytes" : "characters"})` : text;
}

/* A link to a page of the manuals. */
export const manual = (page, text) => el("a", { href: `${$("site").href}docs/${page}.html` }, text);

/* A result as a table, of a class perhaps. */
export function table({ columns, rows }, kind = "") {
    const head = columns.map((name) => el("th", { scope: "col" }, name.slice(0, 200)));
    const body = rows.map((row) => el("tr", {}, ...row.map((value) =>
        el("td", { class: shown(value).length > LONG ? "long" : "" }, cell(value)))));

    return oneStop(el("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Result" },
        el("table", { class: `result ${kind}` }, el("thead", {}, el("tr", {}, ...head)),
            el("tbody", {}, ...body))));
}

/* The line below a text with a caret after what stands `before`: as wide as that is, whatever it is. */
export const caret = (before) =>
    ["\n", el("span", { class: "unseen", "aria-hidden": "true" }, before), "^\n"];

/* A button that waits for something keeps the focus, which one that is `disabled` loses. */
export const isOff = (button) => button.getAttribute("aria-disabled") === "true";
export const turn = (button, on) => button.setAttribute("aria-disabled", String(!on));

/* Does `work` with the button off, and writes its failure into an element. */
export async function during(button, failure, work) {
    if (isOff(button))
        return;
    turn(button, false);
    try {
        await work();
    } catch (error) {
        failure.replaceChildren(el("pre", { class: "problem", role: "alert" }, error.message));
    }
    turn(button, true);
}

/* A button that copies a text, or what a function gives unless that is null, and says so. */
export function copyButton(text, what, label = "Copy") {
    const button = el("button", {
        type: "button", class: "copy", "aria-label": `Copy ${what}`,
        onclick: async () => {
            const copied = typeof text === "function" ? text() : text;
            if (copied !== null)
                await copy(copied);
            button.textContent = copied === null ? "Too long" : "Copied";
            setTimeout(() => { button.textContent = label; }, 1200);
        },
    }, label);
    return button;
}

/* One that copies a link to what a panel shows, and says before what that has in it. */
export const linkButton = (give, what) =>
    copyButton(give, `a link with ${what}`, `Copy link with ${what}`);

/* A page that was opened from a file may have no clipboard of its own. */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        const { activeElement: before } = document;
        const area = el("textarea", { value: text, style: "position: fixed; top: 0" });
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
        before.focus({ preventScroll: true });
    }
}

/* Saves a Blob as a file. */
export function save(blob, name) {
    const link = el("a", { href: URL.createObjectURL(blob), download: name });

    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/* A small button that does something with a text. */
export const chip = (label, use) => el("button", { type: "button", class: "chip", onclick: use }, label);

/* Makes one stop of the tab key of all buttons and links in an element, now and later; arrow keys go
 * from one to the next. */
export function oneStop(box) {
    const all = () => [...box.querySelectorAll("button, a")];
    const stop = (one) => all().forEach((it) => { it.tabIndex = it === one ? 0 : -1; });
    const begin = () => stop(all().find((it) => it === document.activeElement) ?? all()[0]);

    new MutationObserver(begin).observe(box, { childList: true, subtree: true });
    begin();
    box.addEventListener("focusin", ({ target }) => all().includes(target) && stop(target));
    box.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        const here = all();
        const at = here.indexOf(event.target);
        if (step === undefined || at < 0)
            return;
        event.preventDefault();
        here.at((at + step) % here.length).focus();
    });
    return box;
}

/* Calls `use` with the latest arguments, one call at a time: calls that come while one is on are left
 * out but for the last. `fail` gets the error of a call and its arguments. */
export function latest(use, fail) {
    let waiting = null;
    let busy = false;

    return async function call(...args) {
        waiting = args;
        if (busy)
            return;
        busy = true;
        while (waiting !== null) {
            const now = waiting;
            waiting = null;
            try {
                await use(...now);
            } catch (error) {
                fail(error, ...now);
            }
        }
        busy = false;
    };
}
