/*
 * The engine, in threads of its own: the page itself computes nothing.
 */

let compiled;

/* The module, which lies in the page compressed. */
function module() {
    compiled ??= (async () => {
        const text = atob(document.getElementById("engine").textContent);
        const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
        const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
        return WebAssembly.compile(await new Response(plain).arrayBuffer());
    })();
    return compiled;
}

/* An error of an engine. `offset` is a byte of the SQL, or -1. */
export class EngineError extends Error {}

/* Starts an engine, with the sample database unless told otherwise. It has `versions`, and an
 * operation `call(name, ...args)` for each of the worker; `listen(told, name, ...args)` is one that
 * also gives events. */
export async function startEngine(withSample = true) {
    const source = document.getElementById("worker").textContent;
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(address);
    const waiting = new Map();
    let last = 0;

    worker.onmessage = ({ data }) => {
        const { resolve, reject, told } = waiting.get(data.id);
        if ("event" in data) {
            told(data.event);
            return;
        }
        waiting.delete(data.id);
        if (data.error)
            reject(Object.assign(new EngineError(data.error.message), data.error));
        else
            resolve(data.result);
    };
    worker.onerror = (event) => {
        const error = new Error(event.message || "the engine has stopped");
        for (const { reject } of waiting.values())
            reject(error);
        waiting.clear();
    };
    const listen = (told, name, ...args) => new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject, told });
        worker.postMessage({ id: last, name, args });
    });
    const call = (name, ...args) => listen(() => {}, name, ...args);
    return { call, listen, versions: await call("open", await module(), withSample) };
}
