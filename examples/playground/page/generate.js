/*
 * Generate: a million of version 7 and of version 4, their rate and their order.
 */
import { $, during, el, number } from "./ui.js";

const VERSIONS = [7, 4];
const WIDTH = 480;
const HEIGHT = 160;

export function mount(engine) {
    const button = $("generate-start");
    const progress = $("generate-progress");

    button.addEventListener("click", () => during(button, $("generate-answer"), async () => {
        const n = Number($("generate-count").value);
        const tell = (done) => { progress.value = done / n; };

        $("generate-answer").replaceChildren();
        progress.hidden = false;
        try {
            for (const version of VERSIONS) {
                const result = await engine.listen(tell, "generate", version, n);
                $("generate-answer").append(card(version, n, result));
            }
        } finally {
            progress.hidden = true;
        }
    }));
}

function card(version, n, { ms, descents, first, last, samples }) {
    const rate = n / ms * 1000;
    const facts = [
        ["time", `${number(Math.round(ms * 10) / 10)} ms`],
        ["rate", `${number(Math.round(rate / 1e4) / 100)} million a second`],
        ["out of order", `${number(descents)} of ${number(n - 1)} neighbours`],
    ];

    return el("article", { class: `card v${version}` },
        el("h3", {}, `Version ${version}`),
        el("dl", {}, ...facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
        picture(version, samples),
        el("pre", { class: "digits" }, [...first, "\u2026", ...last].join("\n")));
}

/* Some of them, from left to right as they were made; the higher, the more of them are less. */
function picture(version, samples) {
    const canvas = el("canvas", { width: WIDTH, height: HEIGHT, role: "img", "aria-label":
        version === 7 ? "The values rise from the first to the last." :
            "The values lie all over." });
    const pen = canvas.getContext("2d");
    const sorted = [...samples.keys()].sort((a, b) => samples[a] - samples[b] || a - b);

    pen.fillStyle = getComputedStyle($("generate")).getPropertyValue(`--v${version}`);
    sorted.forEach((i, rank) => {
        const x = i / samples.length * (WIDTH - 4);
        const y = (1 - rank / samples.length) * (HEIGHT - 4);
        pen.fillRect(x + 1, y + 1, 2, 2);
    });
    return canvas;
}
