/*
 * Why version 7: the same number of keys of versions 7 and 4, generated, then inserted into two
 * tables side by side; three numbers, and a picture to share.
 */
import { restore, write } from "./address.js";
import { $, during, el, isOff, number, save, turn } from "./ui.js";
import { Tree } from "./trees.js";

const VERSIONS = [7, 4];
const ROWS_A_PAGE = 160; // about, of a table of keys
const WIDTH = 480; // pixels of the plot of an order
const HEIGHT = 120;
const REST_MS = 500; // for which it is seen before it runs
const PICTURE = { width: 1200, height: 630, margin: 60 };
const ROOM = 170; // pixels of its squares

const mib = ({ tree }) => `${number(Math.round(tree.pages.length / 4 * 4096 / 2 ** 20 * 10) / 10)} MiB`;
const times = (a, b) => `${number(Math.round(a / b * 10) / 10)} times`;

/* The three numbers: a title, the value of each version, and what follows. */
const NUMBERS = [
    ["Out of order", ({ descents }) => number(descents),
        () => "Each new key of version 7 is greater than all before it."],
    ["Pages written", ({ tree }) => number(tree.written), ([seven, four]) =>
        `Version 4 writes ${times(four.tree.written, seven.tree.written)} as many. The tables take `
        + `${mib(seven)} and ${mib(four)}.`],
    ["Time to insert", ({ tree }) => `${number(Math.round(tree.ms))} ms`, ([seven, four]) =>
        `Version 4 takes ${times(four.tree.ms, seven.tree.ms)} as long in memory. On a disk, the `
        + "pages decide."],
];

export function mount(engine) {
    const count = $("why-count");
    let sides = [];
    let stopped;
    const run = () => during($("why-start"), $("why-cards"), async () => {
        const n = Number(count.value);

        $("why-numbers").replaceChildren();
        sides = VERSIONS.map(side);
        $("why-cards").replaceChildren(...sides.map(({ card }) => card));
        turn($("why-share"), false);
        turn($("why-stop"), true);
        stopped = false;
        try {
            for (const one of sides) {
                Object.assign(one, await engine.call("generate", one.version, n));
                order(one);
            }
            if (stopped) // before there is something that hears it
                return;
            sides.forEach(({ tree }) => tree.reserve(n / ROWS_A_PAGE));
            await engine.listen((pictures) =>
                pictures.forEach((picture, i) => sides[i].tree.take(picture)), "fill", n);
        } finally {
            turn($("why-stop"), false);
        }
        sides.forEach(({ tree }) => tree.settle());
        $("why-numbers").replaceChildren(...NUMBERS.map(tile(sides)));
        turn($("why-share"), true);
    });
    const again = () => sides.filter(({ samples }) => samples).forEach((one) => {
        order(one);
        one.tree.settle();
    });

    $("why-start").addEventListener("click", () => {
        write("why", { rows: count.value });
        run();
    });
    $("why-stop").addEventListener("click", () => {
        stopped = true;
        engine.call("stop");
    });
    $("why-share").addEventListener("click", () => !isOff($("why-share")) && saveAll(sides));
    restore("why", ({ rows }) => [...count.options].some(({ value }) => value === rows)
        && (count.value = rows));
    // It runs by itself, once, when it is seen, and not passed by: what it adds would move the place to
    // which a link scrolls. It is drawn again for another width or other colours.
    let soon;
    new IntersectionObserver((seen, observer) => {
        clearTimeout(soon);
        if (seen.at(-1).isIntersecting)
            soon = setTimeout(() => {
                observer.disconnect();
                run();
            }, REST_MS);
    }, { rootMargin: "-120px" }).observe($("why-cards"));
    let width = innerWidth;
    window.addEventListener("resize", () => width !== innerWidth && (width = innerWidth, again()));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
}

/* A version: its card, with the order of its keys above its B-tree. */
function side(version) {
    const plot = el("canvas", { width: WIDTH, height: HEIGHT, role: "img", "aria-label": version === 7
        ? "The keys rise from the first to the last." : "The keys lie all over." });
    const card = el("article", { class: `card v${version}` }, el("h3", {}, `Version ${version}`), plot);

    return { version, card, plot, tree: new Tree(card) };
}

/* Some keys, from left to right as they were generated; the higher, the more of them are less. */
function order({ version, plot, samples }) {
    const pen = plot.getContext("2d");
    const sorted = [...samples.keys()].sort((a, b) => samples[a] - samples[b] || a - b);

    pen.clearRect(0, 0, WIDTH, HEIGHT);
    pen.fillStyle = getComputedStyle(plot).getPropertyValue(`--v${version}`);
    sorted.forEach((i, rank) => pen.fillRect(i / samples.length * (WIDTH - 4) + 1,
        (1 - rank / samples.length) * (HEIGHT - 4) + 1, 2, 2));
}

const tile = (sides) => ([title, value, meaning]) =>
    el("div", { class: "tile" }, el("h3", {}, title),
        el("dl", {}, ...sides.flatMap((one) => [el("dt", {}, `version ${one.version}`),
            el("dd", { class: `v${one.version}` }, value(one))])),
        el("p", {}, meaning(sides)));

/* A sentence, both orders and both trees as a picture, in the colours of the page. */
function saveAll(sides) {
    const { width, height, margin } = PICTURE;
    const canvas = el("canvas", { width, height });
    const pen = canvas.getContext("2d");
    const style = getComputedStyle(document.body);
    const half = (width - 3 * margin) / 2;
    const [seven, four] = sides.map(({ tree }) => tree);
    const most = Math.max(seven.pages.length, four.pages.length) / 4;
    const size = Math.floor(Math.sqrt(half * ROOM / most));
    const fill = (name) => {
        pen.fillStyle = style.getPropertyValue(name);
    };
    const say = (text, x, y, font, name = "--soft") => {
        fill(name);
        pen.font = `${font} system-ui, sans-serif`;
        pen.fillText(text, x, y, width - margin - x);
    };

    fill("--paper");
    pen.fillRect(0, 0, width, height);
    say(`${times(four.written, seven.written)} as many pages written`, margin, 105, "700 62px", "--ink");
    say(`by version 4 as by version 7, for ${number(four.rows)} UUIDs as keys of a SQLite table`,
        margin, 150, "400 28px");
    sides.forEach(({ version, plot, tree }, i) => {
        const x = margin + i * (half + margin);
        const pages = el("canvas", { width: half, height: ROOM });

        say(`Version ${version}: ${number(tree.written)} pages`, x, 215, "700 28px", `--v${version}`);
        pen.drawImage(plot, x, 230, half, half * HEIGHT / WIDTH);
        tree.squares(pages, size);
        pen.drawImage(pages, x, 375);
    });
    say($("why-squares").textContent.replace(/\s+/g, " "), margin, 572, "400 18px");
    say(`${$("site").href.split("//")[1]}uuid9562.html`, margin, 602, "400 18px");
    canvas.toBlob((blob) => save(blob, "why-version-7.png"));
}
