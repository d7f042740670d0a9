/*
 * The engine, in threads of its own: the page itself computes nothing. What is asked before an engine
 * is ready waits for it.
 */

const SOURCE = URL.createObjectURL(new Blob([document.getElementById("worker").textContent],
    { type: "text/javascript" }));
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

export class Engine {
    /* `withSample`: with the sample database (worker/sample.js). `ready` gives its `versions`, or
     * the reason why this browser cannot run it. */
    constructor(withSample) {
        this.withSample = withSample;
        this.kept = null; // the database without statements that are not done
        this.begin();
    }

    begin() {
        this.holdsFile = false; // somebody's, which no link may change
        this.worker = new Worker(SOURCE);
        this.waiting = new Map();
        this.ended = null; // why it has
        this.worker.onmessage = ({ data }) => this.take(data);
        this.worker.onerror = (event) => this.end(event.message || "the engine has stopped");
        this.ready = module().then((it) => this.ask(() => {}, "open", it, this.withSample, this.kept));
        this.ready.catch(() => {}); // each call reports it
    }

    take({ id, event, kept, error, result }) {
        const { resolve, reject, told } = this.waiting.get(id);

        if (event !== undefined)
            return told(event);
        if (kept !== undefined)
            return (this.kept = kept);
        this.waiting.delete(id);
        if (!error)
            return resolve(result);
        if (error.isCrash) {
            error.message += ". The engine was started again, with the tables as before.";
            this.restart("the engine was started again");
        }
        return reject(Object.assign(new EngineError(error.message), error));
    }

    /* Ends all that is asked, with a reason. */
    end(reason) {
        this.worker.terminate();
        this.ended = reason;
        for (const { reject } of this.waiting.values())
            reject(new EngineError(reason));
        this.waiting.clear();
    }

    /* Stops at once, and begins anew with the database without statements that are not done. */
    restart(reason) {
        this.end(reason);
        this.begin();
        this.again?.(); // what a panel shows of it
    }

    ask(told, name, ...args) {
        return new Promise((resolve, reject) => {
            if (this.ended !== null)
                throw new EngineError(this.ended);
            const id = (this.last = (this.last ?? 0) + 1);
            this.waiting.set(id, { resolve, reject, told });
            this.worker.postMessage({ id, name, args });
        });
    }

    /* An operation of the worker that also gives events. */
    async listen(told, name, ...args) {
        await this.ready;
        return this.ask(told, name, ...args);
    }

    call(name, ...args) {
        return this.listen(() => {}, name, ...args);
    }
}
