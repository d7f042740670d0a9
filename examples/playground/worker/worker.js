/*
 * The engine's thread. The page sends {id, name, args}, and gets {id, result} or {id, error}, and
 * before that any number of {id, event}, and {id, kept}: the database after statements, unless they
 * left a transaction open. The first message is the compiled module.
 */
import { start } from "./wasm.js";
import { Connection, SqlError } from "./sqlite.js";
import { inspect } from "./inspect.js";
import { generate } from "./generate.js";
import { fill, stop } from "./tree.js";
import { sample, range } from "./sample.js";
import { measure } from "./measure.js";
import { audit, script } from "./database.js";
import * as many from "./many.js";

let engine;
let db; // of everything but the trees

/* What SQLite does not refuse, such as a query that needs more stack than there is, has left the
 * engine anywhere; each browser has another error for a full stack. */
const isCrash = (error) => error instanceof WebAssembly.RuntimeError
    || (!(error instanceof SqlError) && /call stack|recursion/.test(error.message));

const operations = {
    open: (tell, module, withSample, kept) => {
        engine = start(module);
        db = new Connection(engine);
        if (kept)
            db.load(kept);
        else if (withSample) {
            sample(db);
            tell(db.copy(), "kept");
        }
        return {
            uuid9562: db.value("SELECT uuid9562_version()"),
            sqlite: db.value("SELECT sqlite_version()"),
        };
    },
    inspect: (tell, text) => inspect(engine, db, text),
    generate: (tell, version, n) => generate(engine, version, n),
    fill: (tell, most) => fill(engine, most, tell),
    stop: () => stop(),
    range: (tell, from, to) => range(db, from, to),
    script: (tell, text) => {
        const results = script(db, text);
        const copy = db.isInTransaction() ? undefined : db.copy();
        if (copy === null)
            results.push({ error: "The database is too large to copy: Stop will return to the copy "
                + "before.", offset: -1 });
        else if (copy !== undefined)
            tell(copy, "kept");
        return results;
    },
    audit: async (tell, file) => audit(db, new Uint8Array(await file.arrayBuffer()), tell),
    measure: (tell, audited) => measure(engine, db, audited),
    many: (tell, blob) => many.open(engine, db, blob, tell),
    summary: (tell, nth) => many.summary(engine, db, nth),
    filter: (tell, nth, name) => many.filter(db, nth, name),
    rows: (tell, from, count) => many.rows(db, from, count),
    csv: () => many.csv(db),
    query: (tell, text, parameters) => db.query(text, parameters),
};

self.onmessage = async ({ data: { id, name, args } }) => {
    const tell = (value, kind = "event") => self.postMessage({ id, [kind]: value });

    try {
        tell(await operations[name](tell, ...args), "result");
    } catch (error) {
        const { message, offset = -1, code = 0 } = error;
        tell({ message, offset, code, isCrash: isCrash(error) }, "error");
    }
};
