/*
 * The page's address: #PANEL, or the one UUID that Inspect shows. What else is on the screen may be
 * secret, and browsers keep addresses and copy them to other machines: so it is in the memory of the
 * page alone, for Back, and in a link that a visitor copies, as #TEXT or #PANEL?NAME=VALUE&...
 */
import { isUuid } from "./ui.js";

const PANELS = ["inspect", "data", "why", "sql", "derive"];
const LONGEST = 8000; // characters of what a link can carry

const steps = new Map(); // what the history's entries show, by their state, a number

/* {panel, values}: a text that names no panel is what Inspect shows, its value `text`. */
export function read() {
    const hash = location.hash.slice(1);
    const [panel, query = ""] = hash.split(/\?(.*)/s);

    return steps.get(history.state) ?? (PANELS.includes(panel)
        ? { panel, values: Object.fromEntries(new URLSearchParams(query)) }
        : { panel: "inspect", values: hash === "" ? {} : { text: decoded(hash) } });
}

function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text; // which has a % of its own
    }
}

/* A link to what a panel shows, or null if that is too long. */
export function link(panel, { text, ...others }) {
    const hash = text === undefined ? `${panel}?${new URLSearchParams(others)}`
        : encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));

    return hash.length > LONGEST ? null : `${location.href.split("#")[0]}#${hash}`;
}

/* Notes what a panel shows. Back returns to what was before, over all that was typed there at once. */
export function write(panel, values, isTyped = false) {
    const now = steps.get(history.state);
    const isSame = now?.panel === panel && JSON.stringify(now.values) === JSON.stringify(values);

    if (!isSame)
        note({ panel, values, isTyped }, `#${isUuid(values.text) ? values.text : panel}`,
            !(isTyped && now?.isTyped && now.panel === panel));
}

function note(shown, hash, isStep) {
    const step = Math.random();

    try {
        history[isStep ? "pushState" : "replaceState"](step, "", hash);
        steps.set(step, shown);
    } catch {
        // more steps in a few seconds than a browser permits
    }
}

/* Calls `use` of a panel with its values: now and whenever the address changes, if it is its own.
 * `isNew` unless Back or Forward led there. */
export function restore(panel, use) {
    const act = () => {
        const now = read();
        if (now.panel !== panel)
            return;
        const isNew = !steps.has(history.state);
        if (isNew)
            note(now, location.hash, false);
        use(now.values, isNew);
    };

    window.addEventListener("popstate", act);
    act();
}
