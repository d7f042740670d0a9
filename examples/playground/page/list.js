/*
 * A list of any length, of which only the rows in sight are in the document.
 */
import { el, latest } from "./ui.js";

const TALLEST = 8e6; // pixels of an element: browsers have a limit
const BEYOND = 6; // rows above and below those in sight
const FETCHED = 200; // rows at once

/* What a key adds to the place, for a number of rows in sight. */
const MOVES = {
    ArrowDown: () => 1, ArrowUp: () => -1, PageDown: (sight) => sight, PageUp: (sight) => -sight,
    Home: () => -Infinity, End: () => Infinity,
};

export class List {
    /* `cells` makes those of a row; its first link is what Enter opens. */
    constructor(label, columns, cells) {
        this.cells = cells;
        this.count = 0;
        this.head = el("div", { role: "row", "aria-rowindex": 1 },
            ...columns.map((name) => el("span", { role: "columnheader" }, name)));
        this.body = el("div", { role: "rowgroup" });
        this.node = el("div", { class: "list", role: "grid", tabIndex: 0, "aria-label": label,
            onscroll: () => this.draw(), onkeydown: (event) => this.press(event),
            onclick: ({ target }) => {
                const row = target.closest("[id^=row-]");
                if (row !== null)
                    this.go(Number(row.id.slice(4)));
            } }, el("div", { role: "rowgroup" }, this.head), this.body);
        this.load = latest(async (from, fetch) => {
            const rows = await fetch(from, FETCHED);
            if (fetch !== this.fetch)
                return;
            this.loaded = { from, rows };
            this.draw();
        }, () => {}); // the engine has ended
        new ResizeObserver(() => this.draw()).observe(this.node);
    }

    /* Shows `count` rows, of which `fetch` promises some from a place on. */
    show(count, fetch) {
        Object.assign(this, { count, fetch, place: 0, loaded: null });
        this.node.setAttribute("aria-rowcount", count + 1);
        this.node.scrollTop = 0;
        this.draw();
    }

    /* The height of a row, of all that are in sight and of all rows; and the pixels for these. */
    sizes() {
        const row = this.head.offsetHeight;
        const sight = this.node.clientHeight - row;
        const all = this.count * row;
        return { row, sight, all, room: Math.min(all, TALLEST) };
    }

    draw() {
        const { row, sight, all, room } = this.sizes();
        const scrolled = this.node.scrollTop;
        const top = all > room ? scrolled / (room - sight) * (all - sight) : scrolled;
        const first = Math.max(0, Math.floor(top / row) - BEYOND);
        const after = Math.min(this.count, Math.ceil((top + sight) / row) + BEYOND);
        const { from, rows } = this.loaded ?? { from: 0, rows: [] };

        if (row === 0)
            return;
        this.top = top;
        this.body.style.cssText = `height: ${room}px; padding-top: ${scrolled + first * row - top}px`;
        this.body.replaceChildren(...Array.from({ length: after - first }, (_, i) => first + i)
            .map((place) => el("div", { role: "row", id: `row-${place}`, "aria-rowindex": place + 2,
                "aria-selected": place === this.place },
            ...(rows[place - from] ? this.cells(rows[place - from]) : []).map((cell) =>
                el("span", { role: "gridcell" }, cell)))));
        if (first < after && (first < from || after > from + rows.length))
            this.load(Math.max(0, Math.floor((first + after - FETCHED) / 2)), this.fetch);
        this.node.setAttribute("aria-activedescendant",
            this.place >= first && this.place < after ? `row-${this.place}` : "");
    }

    /* Makes a row the active one, in sight. */
    go(place) {
        const { row, sight, all, room } = this.sizes();
        const top = Math.max(Math.min(this.top, place * row), (place + 1) * row - sight);

        this.place = place;
        this.node.scrollTop = all > room ? top / (all - sight) * (room - sight) : top;
        this.draw();
    }

    press(event) {
        const { row, sight } = this.sizes();
        const move = MOVES[event.key]?.(Math.floor(sight / row));

        if (move !== undefined)
            this.go(Math.max(0, Math.min(this.count - 1, this.place + move)));
        else if (event.key === "Enter") {
            this.go(this.place);
            this.body.querySelector("[aria-selected=true] a")?.click();
        } else
            return;
        event.preventDefault();
    }
}
