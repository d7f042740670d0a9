/*
 * The engine as a WebAssembly instance: its system calls, and its memory as JavaScript's values. Its
 * clock is the system's clock, its randomness crypto.getRandomValues.
 */

const NOT_SUPPORTED = 52; // ENOSYS: the engine has no files and no environment

/* Starts an engine from the compiled module. */
export function start(module) {
    const engine = new Engine();
    const system = {
        clock_time_get(id, precision, out) {
            const ms = id === 0 ? Date.now() : performance.now();
            const whole = Math.floor(ms);
            const ns = BigInt(whole) * 1000000n + BigInt(Math.floor((ms - whole) * 1e6));
            engine.view().setBigUint64(out, ns, true);
            return 0;
        },
        getentropy(at, count) {
            crypto.getRandomValues(engine.bytes(at, count));
            return 0;
        },
        proc_exit(status) {
            throw new WebAssembly.RuntimeError(`the engine ended with status ${status}`);
        },
    };
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
        imports[from] ??= {};
        imports[from][name] = system[name] ??
            (() => (name.startsWith("__syscall") ? -NOT_SUPPORTED : NOT_SUPPORTED));
    }
    engine.call = new WebAssembly.Instance(module, imports).exports;
    engine.call._initialize();
    return engine;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true }); // which keeps U+FEFF

class Engine {
    view() {
        return new DataView(this.call.memory.buffer);
    }

    bytes(at, count) {
        return new Uint8Array(this.call.memory.buffer, at, count);
    }

    /* The text that begins at an address, up to its NUL or of `length` bytes. */
    text(at, length) {
        if (at === 0)
            return null;
        const all = new Uint8Array(this.call.memory.buffer, at);
        return decoder.decode(all.subarray(0, length ?? all.indexOf(0)));
    }

    /* A text that the engine has made, which ends. */
    take(at) {
        const text = this.text(at);
        this.call.sqlite3_free(at);
        return text;
    }

    /* Calls `use` with the addresses of new memory of these sizes, or with these texts and bytes in
     * it, and frees it afterwards. */
    with(items, use) {
        const at = [];
        try {
            for (const item of items) {
                const content = typeof item === "string" ? encoder.encode(`${item}\0`) : item;
                at.push(typeof item === "number" ? this.allocate(item) : this.put(content));
            }
            return use(...at);
        } finally {
            at.forEach((address) => this.call.sqlite3_free(address));
        }
    }

    put(content) {
        const at = this.allocate(content.length);
        this.bytes(at, content.length).set(content);
        return at;
    }

    allocate(size) {
        const at = this.call.sqlite3_malloc(Math.max(size, 1));
        if (at === 0)
            throw new Error("out of memory");
        return at;
    }
}
