/*
 * Insert: two B-trees that fill side by side, drawn page by page.
 */
import { $, el, number } from "./ui.js";
import { startEngine } from "./engine.js";

const COLUMNS = 80; // pages in a line
const CELL = 6; // pixels, of which one is the gap
const ROWS_A_PAGE = 160; // about, of a table of keys
const EMPTY = 0.25; // how opaque an empty page is
const COOLING = 0.8; // of a page's heat, from one picture to the next

const still = matchMedia("(prefers-reduced-motion: reduce)");

export function mount() {
    const start = $("insert-start");
    const stop = $("insert-stop");
    let engine; // of its own, so that all else goes on
    let trees;

    start.addEventListener("click", async () => {
        const most = Number($("insert-count").value);

        start.disabled = true;
        stop.disabled = false;
        $("insert-summary").textContent = "";
        trees = [7, 4].map((version) => new Tree(version, most));
        $("insert-trees").replaceChildren(...trees.map((tree) => tree.element));
        engine ??= await startEngine();
        await engine.listen((pictures) => pictures.forEach((picture, i) => trees[i].take(picture)),
            "fill", most);
        trees.forEach((tree) => tree.settle());
        $("insert-summary").textContent = summary(...trees);
        start.disabled = false;
        stop.disabled = true;
    });
    stop.addEventListener("click", () => engine?.call("stop"));
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
        this.colours = null;
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

    draw(heat) {
        const count = this.pages.length / 4;
        const pen = this.canvas.getContext("2d");

        this.lines = Math.max(this.lines, Math.ceil(count / COLUMNS));
        this.canvas.height = this.lines * CELL; // which clears it
        this.colours ??= colours(this.canvas);
        for (let i = 0; i < count; i++) {
            const leaf = this.pages[i * 4] >= 10;
            const level = Math.min(Math.round(heat(i) * 15), 15);
            pen.fillStyle = this.colours[leaf ? 0 : 1][level];
            pen.globalAlpha = EMPTY + (1 - EMPTY) * this.pages[i * 4 + 1] / 255;
            pen.fillRect((i % COLUMNS) * CELL, Math.floor(i / COLUMNS) * CELL, CELL - 1, CELL - 1);
        }
        this.facts.replaceChildren(...[
            ["rows", number(this.rows)],
            ["pages", number(count)],
            ["pages written", number(this.written)],
            ["time", `${number(Math.round(this.ms))} ms`],
        ].flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
    }
}

/* 16 steps from cold to hot, of leaves and of the pages above them. */
function colours(canvas) {
    const style = getComputedStyle(canvas);
    const rgb = (name) => style.getPropertyValue(name).trim().match(/[0-9a-f]{2}/gi)
        .map((pair) => parseInt(pair, 16));
    const hot = rgb("--hot");

    return [rgb("--leaf"), rgb("--branch")].map((cold) => Array.from({ length: 16 }, (_, step) =>
        `rgb(${cold.map((part, k) => Math.round(part + (hot[k] - part) * step / 15)).join(" ")})`));
}
