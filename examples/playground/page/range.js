/*
 * Range: two times, their bounds, and the rows between.
 */
import { $, bars, el, latest, number, table } from "./ui.js";

const HOURS = 2; // of a step of the sliders
const STEP = HOURS * 3600e3;

/* Returns a promise of the first rows, or of the reason why there are none. */
export function mount(engine) {
    const from = $("range-from");
    const to = $("range-to");
    const end = Math.ceil(Date.now() / STEP) * STEP;
    const begin = end - Number(to.max) * STEP;
    const time = (slider) => begin + Number(slider.value) * STEP;
    const show = latest(async () => {
        const [first, after] = [time(from), time(to)].sort((a, b) => a - b);
        const last = after - 1;
        if (!$("range-chart").hasChildNodes())
            $("range-chart").append(...bars((await engine.call("range")).days
                .filter(({ day }) => day >= begin - 864e5), ({ day }) => ({ "data-day": day })));
        const found = await engine.call("range", first, last);
        const days = Math.round((last + 1 - first) / 864e5 * 10) / 10;

        $("range-summary").textContent = `${number(found.count)} events in ${number(days)} days. `
            + found.plan.join("; ");
        $("range-sql").replaceChildren(`${found.sql};\n\n`, el("span", { class: "note" },
            `-- from ${found.bounds[0]}\n-- to   ${found.bounds[1]}`));
        $("range-rows").replaceChildren(table({ columns: ["id", "time", "what"], rows: found.rows }));
        for (const bar of $("range-chart").children)
            bar.classList.toggle("in", bar.dataset.day > first - 864e5 && bar.dataset.day <= last);
    }, (error) => { // somebody dropped the table at the prompt
        $("range-summary").textContent = error.message;
        $("range-sql").replaceChildren();
        $("range-rows").replaceChildren();
    });
    const label = (slider) => {
        const [first, last] = [from, to].map(({ value, max }) => value / max).sort((a, b) => a - b);
        $("range-sliders").style.cssText = `--first: ${first}; --last: ${last}`;
        const text = new Date(time(slider)).toISOString().slice(0, 16).replace("T", " ");
        $(`${slider.id}-text`).textContent = text;
        slider.setAttribute("aria-valuetext", `${text} UTC`);
    };

    engine.again = show;
    for (const slider of [from, to]) {
        slider.addEventListener("input", () => {
            label(slider);
            show();
        });
        label(slider);
    }
    return show();
}
