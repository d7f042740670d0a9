/*
 * A UUID as a drawing, of its digits, their bits and its fields, in the colours of the page: as a
 * part of that, and with the meaning of each field as a picture, saved and copied.
 */
import { chip, copy, el, save } from "./ui.js";

const WIDTH = 960; // in a shape that sites show whole
const HEIGHT = 504;
const SCALE = 2; // of a PNG
const EDGE = 40;
const DIGIT = 26; // the width of one, and of a hyphen
const HYPHEN = 12;
const BLOCK = 8; // digits of one in the page
const TOP = 150; // of the bands, with the bits
const BOTTOM = 172;
const ROWS = { first: 208, last: 461, most: 56 }; // of the fields
const EQUAL_BITS = { "Nil UUID": 0, "Max UUID": 1 };
const HYPHENS = [8, 12, 16, 20]; // the digits that follow one

/* How a UUID was made, in a line. */
export function headline({ kind, values: { version, variant } }) {
    if (kind in EQUAL_BITS)
        return `The ${kind}: all 128 bits are ${EQUAL_BITS[kind]}`;
    return `${version === null ? `Variant ${variant}` : `Version ${version}`}: ${kind}`;
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const text = (look, x, y, content) =>
    `<text class="${look}" x="${x}" y="${y}">${escaped(content)}</text>`;

/* Where a bit begins, from the left. */
const place = (bit) =>
    EDGE + bit / 4 * DIGIT + HYPHENS.filter((digit) => digit * 4 <= bit).length * HYPHEN;

/* Each digit of a UUID, with the hyphen that follows it, and its bits. */
const digits = ({ uuid, fields }) => [...uuid.replaceAll("-", "")].map((digit, i) => {
    const x = place(i * 4) + DIGIT / 2;

    return text(`digit ${fields.findLast(({ first }) => first <= i * 4).role}`, x, 140, digit)
        + (HYPHENS.includes(i + 1) ? text("digit soft", x + (DIGIT + HYPHEN) / 2, 140, "-") : "")
        + text("bits ink", x, 165, parseInt(digit, 16).toString(2).padStart(4, "0"));
});

/* The bits of a field from `begin` to `end`: from where to where, and their band. */
function band({ first, width }, begin = 0, end = 128) {
    const from = place(Math.max(first, begin));
    const to = place(Math.min(first + width, end) - 1) + DIGIT / 4;

    return [from, to, `<rect x="${from}" y="${TOP}" width="${to - from}" height="${BOTTOM - TOP}"/>`
        + `<path d="M${from + 1} ${BOTTOM}H${to - 1}"/>`];
}

/* A field's band, and its words at the foot of its stem: the last field first, so that no stem
 * crosses words. */
function part(field, i, { length }) {
    const { name, role, width, meaning } = field;
    const [from, to, drawn] = band(field);
    const stem = from + Math.min(DIGIT, to - from) / 2;
    const x = stem + 14;
    const y = ROWS.first
        + (length - 1 - i) * Math.min(ROWS.most, (ROWS.last - ROWS.first) / (length - 1));

    return [`<g class="${role}">`, drawn, `<path d="M${stem} ${BOTTOM}V${y}h8"/>`,
        text("name", x, y + 5, name), "</g>",
        text("soft", x + 9 * name.length + 14, y + 5, `${width} bit${width === 1 ? "" : "s"}`),
        text("ink", x, y + 22, meaning)].join("");
}

/* The look of a drawing; `colour` gives that of a name. */
const colours = ({ fields }, colour) =>
    ["card", "ink", "soft", ...new Set(fields.map(({ role }) => role))]
        .map((name) => `svg .${name}{color:${colour(`--${name}`)}}`).join("");
const LOOK = `
svg text{fill:currentColor;font:15px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
svg .digit,svg .bits{text-anchor:middle} svg .digit{font-size:28px} svg .bits{font-size:10px}
svg .digit,svg .name{font-weight:600} svg .title{font:600 22px system-ui,sans-serif}
svg .source{text-anchor:end} svg path{fill:none;stroke:currentColor;stroke-width:2}
svg rect{fill:currentColor} svg g rect{opacity:.2}
`;

/* Draws a UUID into an element of the page, in blocks that find their places by its width. The names
 * of neighbours stand on two lines. */
export function draw(box, it) {
    const all = digits(it);

    sheet.replaceSync(LOOK + colours(it, (name) => `var(${name})`));
    box.innerHTML = Array.from({ length: 32 / BLOCK }, (_, block) => {
        const [begin, end] = [block * BLOCK * 4, (block + 1) * BLOCK * 4];
        const fields = it.fields.map((field, i) => {
            const { name, role, first, width } = field;
            const [x, , drawn] = band(field, begin, end);
            return first >= end || first + width <= begin ? ""
                : `<g class="${role}" data-field="${i}">${drawn}`
                    + (first < begin ? "</g>" : `${text("name", x, i % 2 ? 200 : 187, name)}</g>`);
        });
        return `<svg viewBox="${place(begin)} 114 ${BLOCK * DIGIT + 2 * HYPHEN} 92">${
            [...all.slice(block * BLOCK, (block + 1) * BLOCK), ...fields].join("")}</svg>`;
    }).join("");
}

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/* What the worker says of a UUID (worker/inspect.js) as an SVG document. `schemes`: for light
 * ground and for dark, what gives the colour of a name. */
function svg(it, schemes) {
    const [light, dark] = schemes.map((colour) => colours(it, colour));
    const { timestamp } = it.values;

    return [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"`
        + ` width="${WIDTH}" height="${HEIGHT}">`,
    `<title>${escaped(`${it.uuid}. ${headline(it)}`)}</title>`,
    `<style>${LOOK}${light}\n@media (prefers-color-scheme:dark){${dark}}\n</style>`,
    `<rect class="card" width="100%" height="100%"/>`,
    text("title ink", EDGE, 60, headline(it)),
    text("time", EDGE, 88, timestamp === null ? "" : `${timestamp} UTC`),
    ...digits(it), ...it.fields.map(part),
    text("source soft", WIDTH - EDGE, HEIGHT - 24, "uuid9562"),
    "</svg>\n"].join("\n");
}

async function png(source) {
    const image = el("img", { src: `data:image/svg+xml,${encodeURIComponent(source)}` });
    const canvas = el("canvas", { width: WIDTH * SCALE, height: HEIGHT * SCALE });

    await image.decode();
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done));
}

/* The page's own colours: its first two rules of :root. */
const schemes = () => [...document.styleSheets[0].cssRules]
    .flatMap((rule) => (rule.selectorText === undefined ? [...rule.cssRules] : rule))
    .filter(({ selectorText }) => selectorText === ":root")
    .map(({ style }) => (name) => style.getPropertyValue(name));

const ACTIONS = {
    "Save as SVG": (source, uuid) =>
        save(new Blob([source], { type: "image/svg+xml" }), `${uuid}.svg`),
    "Save as PNG": async (source, uuid) => save(await png(source), `${uuid}.png`),
    "Copy as SVG": copy,
    "Copy as PNG": (source) => // Safari wants the promise while it handles the click
        navigator.clipboard.write([new ClipboardItem({ "image/png": png(source) })]),
};

/* Buttons for the picture of what a function gives, and a place where they say how it went. */
export function buttons(current) {
    const said = el("span", { class: "hint", role: "status" });

    return [...Object.entries(ACTIONS).map(([label, act]) => chip(label, async () => {
        const it = current();
        said.textContent = "";
        try {
            await act(svg(it, schemes()), it.uuid);
            said.textContent = label.startsWith("Save") ? "Saved." : "Copied.";
        } catch {
            said.textContent = "This browser lets no page copy a PNG from here: save it instead.";
        }
    })), said];
}
