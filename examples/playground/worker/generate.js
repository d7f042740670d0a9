/*
 * Many UUIDs at once: how many are not greater than the one before, and where some of them lie.
 */

const SAMPLES = 1200;

/* {descents, samples: the leading 64 bits of some, as differences from the first} of `n` UUIDs of a
 * version. */
export function generate(engine, version, n) {
    const { call } = engine;

    return engine.with([n * 16], (uuids) => {
        const status = call.uuid9562_batch(0, uuids, version, BigInt(n));
        if (status !== 0)
            throw new Error(engine.text(call.uuid9562_strerror(status)));
        return {
            descents: call.engine_descents(uuids, n),
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
