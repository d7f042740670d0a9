/*
 * The page: panels, a file each, and three engines, so that none waits for another.
 */
import { $, oneStop } from "./ui.js";
import { read } from "./address.js";
import { Engine } from "./engine.js";
import * as inspect from "./inspect.js";
import * as why from "./why.js";
import * as range from "./range.js";
import * as sql from "./sql.js";
import * as data from "./data.js";
import * as derive from "./derive.js";

const engines = { inspect: new Engine(false), why: new Engine(false), sql: new Engine(true) };

const goThere = () => $(read().panel).scrollIntoView();

engines.inspect.ready.then(({ uuid9562, sqlite }) => {
    $("versions").textContent = `uuid9562 ${uuid9562}, SQLite ${sqlite}.`;
}, ({ message }) => {
    $("state").textContent = `This browser cannot run the page: ${message}`;
    $("state").hidden = false;
});
const bring = data.mount(engines.sql);

inspect.mount(engines.inspect, bring);
derive.mount(engines.inspect);
why.mount(engines.why);
const whole = range.mount(engines.sql); // then nothing moves any more
sql.mount(engines.sql, whole);
document.querySelectorAll("[role=toolbar]").forEach(oneStop);
if (read().panel !== "inspect")
    whole.then(goThere);
window.addEventListener("hashchange", goThere);
globalThis.playground = engines; // for the console, and for tests
