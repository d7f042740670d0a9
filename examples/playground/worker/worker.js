/*
 * The engine's thread. The page sends {id, name, args}, and gets {id, result} or {id, error}, and
 * before that any number of {id, event}. The first message is the compiled module.
 */
import { start } from "./wasm.js";
import { Connection } from "./sqlite.js";
import { inspect } from "./inspect.js";
import { generate } from "./generate.js";
import { fill, stop } from "./tree.js";
import { sample, range } from "./sample.js";
import { attach, audit, script } from "./database.js";

let compiled;
let engine;
let db; // of everything but the trees
let hasSample;

function restart() {
    engine = start(compiled);
    db = new Connection(engine);
    if (hasSample)
        sample(db);
}

/* What nobody refused, such as a query that needs more stack than there is, has left the engine
 * anywhere. */
const isCrash = (error) => error instanceof WebAssembly.RuntimeError || error instanceof RangeError
    || error.name === "InternalError"; // Firefox's of a stack

const operations = {
    open: (tell, module, withSample) => {
        compiled = module;
        hasSample = withSample;
        restart();
        return {
            uuid9562: db.value("SELECT uuid9562_version()"),
            sqlite: db.value("SELECT sqlite_version()"),
        };
    },
    inspect: (tell, text) => inspect(engine, db, text),
    generate: (tell, version, n) => generate(engine, version, n, tell),
    fill: (tell, most) => fill(engine, most, tell),
    stop: () => stop(),
    range: (tell, from, to) => range(db, from, to),
    script: (tell, text) => script(db, text),
    attach: (tell, name, bytes) => attach(db, name, bytes),
    audit: (tell, schema) => audit(db, schema),
    query: (tell, text, parameters) => db.query(text, parameters),
};

self.onmessage = async ({ data: { id, name, args } }) => {
    const tell = (event) => self.postMessage({ id, event });

    try {
        self.postMessage({ id, result: await operations[name](tell, ...args) });
    } catch (error) {
        let { message } = error;

        if (isCrash(error)) {
            restart();
            message += ". The engine was started again, with its sample alone.";
        }
        self.postMessage({ id, error: { message, offset: error.offset ?? -1,
            code: error.code ?? 0 } });
    }
};
