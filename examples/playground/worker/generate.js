/*
 * Many UUIDs at once: how long they take, and how many are not greater than the one before.
 */

const SHOWN = 5;
const SAMPLES = 1200;
const PART = 50000;

/* {ms, descents, first: the first texts, last: the last, samples: the leading 64 bits of some, as
 * differences from the first} of `n` UUIDs of a version. Calls `progress` with how many there are. */
export function generate(engine, version, n, progress) {
    const { call } = engine;

    return engine.with([n * 16, 37], (uuids, text) => {
        let ms = 0;

        for (let done = 0; done < n; done += PART) {
            const from = performance.now();
            check(engine, call.uuid9562_batch(0, uuids + done * 16, version,
                BigInt(Math.min(PART, n - done))));
            ms += performance.now() - from;
            progress(Math.min(done + PART, n));
        }
        const texts = (from) => Array.from({ length: Math.min(SHOWN, n) }, (_, i) =>
            engine.text(call.uuid9562_to_string(text, uuids + (from + i) * 16)));
        return {
            ms,
            descents: call.engine_descents(uuids, n),
            first: texts(0),
            last: texts(Math.max(n - SHOWN, 0)),
            samples: samples(new DataView(call.memory.buffer, uuids, n * 16), n),
        };
    });
}

function samples(view, n) {
    const count = Math.min(n, SAMPLES);
    const first = view.getBigUint64(0);

    return Float64Array.from({ length: count }, (_, i) =>
        Number(view.getBigUint64(Math.floor(i * n / count) * 16) - first));
}

function check(engine, status) {
    if (status !== 0)
        throw new Error(engine.text(engine.call.uuid9562_strerror(status)));
}
