/*
 * A B-tree that fills, drawn page by page.
 */
import { el, number } from "./ui.js";

const CELL = 6; // pixels, of which one is the gap
const STEPS = 16; // of a page's heat
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
        this.room = 0;
    }

    /* A picture of the worker's (worker/tree.js). */
    take({ rows, ms, written, pages }) {
        const view = new DataView(pages.buffer);

        Object.assign(this, { rows, ms, written, pages });
        for (let i = 0; i < pages.length / 4; i++)
            this.total[i] = (this.total[i] ?? 0) + view.getUint16(i * 4 + 2, true);
        this.draw();
    }

    /* Draws it for what there is at last, and again for another width or other colours. */
    settle() {
        if (this.pages.length === 0)
            return;
        this.room = 0;
        this.draw();
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
        const pen = canvas.getContext("2d");
        const columns = Math.floor(canvas.width / size);

        pen.clearRect(0, 0, canvas.width, canvas.height);
        for (let i = 0; i < this.pages.length / 4; i++) {
            const [kind, fill] = this.pages.subarray(i * 4, i * 4 + 2);
            const heat = Math.min(Math.log(this.total[i] || 1) / HOTTEST, 1);
            pen.fillStyle = this.colours[kind >= 10 ? 0 : 1][Math.round(heat * (STEPS - 1))];
            pen.globalAlpha = EMPTY + (1 - EMPTY) * fill / 255;
            pen.fillRect(i % columns * size, Math.floor(i / columns) * size, size - 1, size - 1);
        }
    }

    draw() {
        const count = this.pages.length / 4;

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

/* The colours of leaves and of the pages above them, from cold to hot. */
function colours(element) {
    const style = getComputedStyle(element);
    const [hot, ...cold] = ["--hot", "--leaf", "--branch"].map((name) => style.getPropertyValue(name));

    return cold.map((it) => Array.from({ length: STEPS }, (_, i) =>
        `color-mix(in srgb, ${hot} ${i / (STEPS - 1) * 100}%, ${it})`));
}
