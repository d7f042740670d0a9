/*
 * The page: starts an engine, and gives it to the panels, a file each.
 */
import { $ } from "./ui.js";
import { startEngine } from "./engine.js";
import * as inspect from "./inspect.js";
import * as generate from "./generate.js";
import * as insert from "./insert.js";
import * as range from "./range.js";
import * as sql from "./sql.js";
import * as audit from "./audit.js";
import * as derive from "./derive.js";

async function main() {
    const begin = performance.now();
    const engine = await startEngine();
    const use = inspect.mount(engine);

    generate.mount(engine);
    insert.mount();
    sql.mount(engine);
    audit.mount(engine);
    derive.mount(engine, use);
    await range.mount(engine);
    $("versions").textContent = `uuid9562 ${engine.versions.uuid9562}, `
        + `SQLite ${engine.versions.sqlite}, OpenSSL's libcrypto.`;
    $("state").textContent = `Ready after ${Math.round(performance.now() - begin)} ms.`;
    globalThis.playground = engine; // for the console, and for tests
}

main().catch((error) => {
    $("state").textContent = `This browser cannot run the page: ${error.message}`;
    $("state").classList.add("problem");
});
