/*
 * A B-tree that fills, drawn page by page.
 */
import { el, number } from "./ui.js";

const CELL = 6; // pixels, of which one is the gap
const STEPS = 16; // of a page's heat, and of its fill
const EMPTY = 0.25; // how much of its colour an empty page has
const HOTTEST = Math.log(256); // of so many writes: each tree and each run has the same scale

/* The B-tree of a version's keys: its numbers and its picture, in a card. */
export class Tree {
    constructor(card) {
        this.card = card;
        this.canvas = el("canvas", { class: "pages", role: "img",
            "aria-label": "The pages of the table, as they are written." });
        this.facts = el("dl", {});
        card.append(this.facts, this.canvas);
        this.total = []; // how often each page was written
        this.pages = new Uint8Array();
        this.drawing = false;
        this.room = 0;
    }

    /* A picture of the worker's (worker/tree.js). */
    take({ rows, ms, written, pages }) {
        const view = new DataView(pages.buffer);

        Object.assign(this, { rows, ms, written, pages });
        for (let i = 0; i < pages.length / 4; i++)
            this.total[i] = (this.total[i] ?? 0) + view.getUint16(i * 4 + 2, true);
        if (!this.drawing) {
            this.drawing = true;
            requestAnimationFrame(() => {
                this.drawing = false;
                this.draw();
            });
        }
    }

    /* Draws it for what there is at last, and again for another width or other colours. */
    settle() {
        if (this.pages.length === 0)
            return;
        requestAnimationFrame(() => {
            this.room = 0;
            this.draw();
        });
        this.canvas.setAttribute("aria-label", `${number(this.pages.length / 4)} pages; on average `
            + `each was written ${number(Math.round(this.written / this.pages.length * 40) / 10)} times`);
    }

    /* Makes room for so many pages, in lines as wide as the card. */
    reserve(count) {
        if (count <= this.room)
            return;
        this.columns = Math.floor(this.facts.clientWidth / CELL);
        this.room = Math.ceil(count / this.columns) * this.columns;
        this.canvas.width = this.columns * CELL;
        this.canvas.height = this.room / this.columns * CELL;
        this.colours = colours(this.card);
    }

    /* Its squares in a canvas that has room for them, each of so many pixels. */
    squares(canvas, size) {
        const { width, height } = canvas;
        const image = new ImageData(width, height);
        const pixels = new Uint32Array(image.data.buffer);
        const columns = Math.floor(width / size);

        for (let i = 0; i < this.pages.length / 4; i++) {
            const kind = this.pages[i * 4] >= 10 ? 0 : 1;
            const heat = step(Math.log(this.total[i] || 1) / HOTTEST);
            const colour = this.colours[kind][heat][step(this.pages[i * 4 + 1] / 255)];
            const corner = Math.floor(i / columns) * size * width + (i % columns) * size;
            for (let y = 0; y < size - 1; y++)
                pixels.fill(colour, corner + y * width, corner + y * width + size - 1);
        }
        canvas.getContext("2d").putImageData(image, 0, 0);
    }

    draw() {
        const count = this.pages.length / 4;

        if (!this.canvas.isConnected)
            return; // another run has taken its place
        this.reserve(count);
        this.squares(this.canvas, CELL);
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
