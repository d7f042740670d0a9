/*
 * Insert: two B-trees that fill side by side, drawn page by page.
 */
import { $, el, isOff, number, turn } from "./ui.js";
import { startEngine } from "./engine.js";

const COLUMNS = 80; // pages in a line
const CELL = 6; // pixels, of which one is the gap
const ROWS_A_PAGE = 160; // about, of a table of keys
const STEPS = 16; // of a page's heat, and of its fill
const EMPTY = 0.25; // how much of its colour an empty page has
const COOLING = 0.8; // of a page's heat, from one picture to the next

const still = matchMedia("(prefers-reduced-motion: reduce)");

export function mount() {
    const start = $("insert-start");
    const stop = $("insert-stop");
    let engine; // of its own, so that all else goes on
    let trees;

    start.addEventListener("click", async () => {
        const most = Number($("insert-count").value);

        if (isOff(start))
            return;
        turn(start, false);
        $("insert-summary").textContent = "";
        trees = [7, 4].map((version) => new Tree(version, most));
        $("insert-trees").replaceChildren(...trees.map((tree) => tree.element));
        engine ??= await startEngine();
        turn(stop, true);
        await engine.listen((pictures) => pictures.forEach((picture, i) => trees[i].take(picture)),
            "fill", most);
        trees.forEach((tree) => tree.settle());
        $("insert-summary").textContent = summary(...trees);
        turn(start, true);
        turn(stop, false);
    });
    stop.addEventListener("click", () => !isOff(stop) && engine.call("stop"));
}

function summary(seven, four) {
    const times = (a, b) => `${number(Math.round(a / b * 10) / 10)} times`;

    return `${number(seven.rows)} rows each. Version 4 wrote ${times(four.written, seven.written)} as many `
        + `pages as version 7, and took ${times(four.ms, seven.ms)} as long. The colour now shows how `
        + "often each page was written.";
}

/* One of the two: its numbers and its picture. */
class Tree {
    constructor(version, most) {
        this.lines = Math.ceil(most / ROWS_A_PAGE / COLUMNS);
        this.canvas = el("canvas", { class: "pages", width: COLUMNS * CELL,
            height: this.lines * CELL, role: "img" });
        this.facts = el("dl", {});
        this.element = el("article", { class: `card v${version}` },
            el("h3", {}, `Version ${version}`), this.facts, this.canvas);
        this.rows = 0;
        this.ms = 0;
        this.written = 0;
        this.total = []; // how often each page was written
        this.heat = [];
        this.pages = new Uint8Array();
        this.drawing = false;
        this.image = null;
    }

    /* A picture of the worker's (worker/tree.js). */
    take({ rows, ms, written, pages }) {
        const view = new DataView(pages.buffer);
        const times = (i) => view.getUint16(i * 4 + 2, true);

        Object.assign(this, { rows, ms, written, pages });
        for (let i = 0; i < pages.length / 4; i++) {
            this.total[i] = (this.total[i] ?? 0) + times(i);
            this.heat[i] = times(i) > 0 ? 1 : (this.heat[i] ?? 0) * COOLING;
        }
        if (!this.drawing) {
            this.drawing = true;
            requestAnimationFrame(() => {
                this.drawing = false;
                this.draw((i) => (still.matches ? 0 : this.heat[i]));
            });
        }
    }

    /* The last picture: how often each page was written, on a logarithmic scale. */
    settle() {
        const most = Math.log(this.total.reduce((a, b) => Math.max(a, b), 8));

        requestAnimationFrame(() => this.draw((i) => Math.log(this.total[i] || 1) / most));
        this.canvas.setAttribute("aria-label", `${number(this.pages.length / 4)} pages; `
            + `on average each was written ${number(Math.round(this.written / this.pages.length * 40) / 10)} times`);
    }

    /* Makes room for so many lines of pages. */
    reserve(lines) {
        if (this.image !== null && lines <= this.lines)
            return;
        this.lines = Math.max(this.lines, lines);
        this.canvas.height = this.lines * CELL;
        this.image = new ImageData(COLUMNS * CELL, this.lines * CELL);
        this.pixels = new Uint32Array(this.image.data.buffer);
        this.colours = colours(this.element);
    }

    square(i, colour) {
        const width = COLUMNS * CELL;
        const corner = Math.floor(i / COLUMNS) * CELL * width + (i % COLUMNS) * CELL;

        for (let y = 0; y < CELL - 1; y++)
            this.pixels.fill(colour, corner + y * width, corner + y * width + CELL - 1);
    }

    draw(heat) {
        const count = this.pages.length / 4;

        this.reserve(Math.ceil(count / COLUMNS));
        for (let i = 0; i < count; i++) {
            const kind = this.pages[i * 4] >= 10 ? 0 : 1;
            const fill = this.pages[i * 4 + 1] / 255;
            this.square(i, this.colours[kind][step(heat(i))][step(fill)]);
        }
        this.canvas.getContext("2d").putImageData(this.image, 0, 0);
        this.facts.replaceChildren(...[
            ["rows", number(this.rows)],
            ["pages", number(count)],
            ["pages written", number(this.written)],
            ["time", `${number(Math.round(this.ms))} ms`],
        ].flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
    }
}

const step = (part) => Math.min(Math.round(part * (STEPS - 1)), STEPS - 1);

/* The colours of leaves and of the pages above them, from cold to hot, each from empty to full, as
 * the pixels of an image. */
function colours(element) {
    const style = getComputedStyle(element);
    const rgb = (name) => style.getPropertyValue(name).match(/[0-9a-f]{2}/gi)
        .map((pair) => parseInt(pair, 16));
    const mixed = (from, to, part) => from.map((value, k) => value + (to[k] - value) * part);
    const steps = (use) => Array.from({ length: STEPS }, (_, i) => use(i / (STEPS - 1)));
    const pixel = (parts) => new Uint32Array(Uint8ClampedArray.of(...parts, 255).buffer)[0];
    const [card, hot] = [rgb("--card"), rgb("--hot")];

    return [rgb("--leaf"), rgb("--branch")].map((cold) => steps((heat) => steps((fill) =>
        pixel(mixed(card, mixed(cold, hot, heat), EMPTY + (1 - EMPTY) * fill)))));
}
