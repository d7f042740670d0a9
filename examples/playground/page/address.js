/*
 * The page's address: #UUID, or #PANEL?NAME=VALUE&..., so that Back, reload and a copied link restore
 * what was on the screen.
 */

const PANELS = ["inspect", "data", "why", "sql", "derive"];
const LONGEST = 8000; // characters of what a link can carry
const ONE = /^\S{0,64}$/; // a UUID in any format; other texts may be secret, and history keeps addresses

/* {panel, values}: a text that names no panel is what Inspect shows, its value `text`. */
export function read() {
    const hash = location.hash.slice(1);
    const [panel, query = ""] = hash.split(/\?(.*)/s);

    return PANELS.includes(panel) ? { panel, values: Object.fromEntries(new URLSearchParams(query)) }
        : { panel: "inspect", values: hash === "" ? {} : { text: decoded(hash) } };
}

function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text; // which has a % of its own
    }
}

/* Writes what a panel shows into the address, or the panel alone if that is too long, or a text that is
 * more than a UUID: `isStep` if Back should return to what was before. */
export function write(panel, values, isStep) {
    const { text, ...others } = values;

    try {
        const query = new URLSearchParams(others).toString();
        const whole = text !== undefined ? encodeURIComponent(text) : panel + (query && `?${query}`);
        const hash = whole.length > LONGEST || !ONE.test(text ?? "") ? panel : whole;
        if (hash !== location.hash.slice(1))
            history[isStep ? "pushState" : "replaceState"](null, "", `#${hash}`);
    } catch {
        // half a character, or more steps in a few seconds than a browser permits
    }
}

/* Calls `use` of a panel with its values: now and whenever the address changes, if it is its own.
 * `isFirst` if that is the address with which the page was opened. */
export function restore(panel, use) {
    const act = (isFirst) => {
        const now = read();
        if (now.panel === panel)
            use(now.values, isFirst);
    };

    window.addEventListener("hashchange", () => act(false));
    act(true);
}
