/*
 * The page's address: #PANEL, or the one UUID that Inspect shows. What else is on the screen may be
 * secret, and browsers keep addresses and copy them to other machines: so it is in the memory of the
 * page alone, for Back, and in a link that a visitor copies, as #PANEL?NAME=VALUE&... #TEXT is read too.
 */
import { isUuid } from "./ui.js";

const PANELS = ["inspect", "data", "why", "sql", "derive"];
const LONGEST = 8000; // characters of what a link can carry

const steps = new Map(); // what the history's entries show, by their state, a number

/* {panel, values}: a text that names no panel is what Inspect shows, its value `text`. */
export function read() {
    const hash = location.hash.slice(1);
    const [panel, query = ""] = hash.split(/\?(.*)/s);
    const text = `text=${hash.replaceAll("&", "%26").replaceAll("+", "%2B")}`;
    const isPanel = PANELS.includes(panel);

    return steps.get(history.state) ?? { panel: isPanel ? panel : "inspect", values:
        Object.fromEntries(new URLSearchParams(isPanel ? query : hash && text)) };
}

/* A link to what a panel shows, or null if that is too long. */
export function link(panel, values) {
    const hash = isUuid(values.text) ? values.text : `${panel}?${new URLSearchParams(values)}`;

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
