// What a host answers to rows of tests/vectors.tsv, with values as [type, text]; and what else it
// must do. The package is an argument, since hosts find it in different ways.
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const VALUES = {
  s: (text) => text,
  b: (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16)),
  i: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)),
  r: Number,
  n: () => undefined,
};

function encoded(value) {
  if (value === null) return 'n:';
  if (typeof value === 'string') return `s:${value}`;
  if (typeof value === 'boolean') return `t:${Number(value)}`;
  return value instanceof Uint8Array ? `b:${hex(value)}` : `i:${value}`;
}

// Operations that have no function of their name.
const operations = ({ inspect, formats }) => ({
  version: (uuid) => inspect(uuid).version,
  variant: (uuid) => inspect(uuid).variant,
  timestamp_ms: (uuid) => inspect(uuid).unixMs,
  timestamp_ns: (uuid, bits) => inspect(uuid, bits).unixNs,
  timestamp_ticks: (uuid) => inspect(uuid).ticks,
  node: (uuid) => inspect(uuid).node,
  clock_seq: (uuid) => inspect(uuid).clockSeq,
  timestamp(uuid) {
    const { unixMs } = inspect(uuid);
    if (unixMs === null) return null;
    return new Date(unixMs).toISOString().replace(/^\+0|Z$/g, '').replace('T', ' ');
  },
  formats(wanted) {
    const found = formats().find(({ name }) => name === wanted);
    if (!found) return null;
    const { name, length, fixedLength, sorted, anyCase, binary, writable, implied } = found;
    const flags = [fixedLength, sorted, anyCase, binary, writable, implied].map(Number);
    return [name, length ?? '-', ...flags].join(' ');
  },
});

/** [the result as the table writes it, the message of an error] of each row. */
export function answers(uuid9562, rows) {
  const others = operations(uuid9562);
  return rows.map(([operation, ...cells]) => {
    const name = operation.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
    const call = others[operation] ?? uuid9562[name];
    if (!call) return ['no such operation', null];
    try {
      return [encoded(call(...cells.map(([type, text]) => VALUES[type](text)))), null];
    } catch (error) {
      const { message, offset } = error;
      if (error instanceof TypeError) return ['e:null or e:type', null];
      if (!(error instanceof uuid9562.UUIDError)) return [String(error), null];
      if (offset === undefined) return ['e:range', message];
      const kind = message.split(' ')[1];
      return [`e:${kind === 'UUID' ? 'malformed' : kind}@${offset}`, message];
    }
  });
}

const increasing = (list) => list.every((one, i) => i === 0 || list[i - 1] < one);

function thrown(call) {
  try {
    return call();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}

// Calls while a property of an object is another.
function during(object, property, value, call) {
  const before = Object.getOwnPropertyDescriptor(object, property);
  Object.defineProperty(object, property, { value, configurable: true });
  try {
    return call();
  } finally {
    if (before) Object.defineProperty(object, property, before);
    else delete object[property];
  }
}

// How often a call draws from crypto, and whether what it took last is zeros, and no more.
function draws(call) {
  const { getRandomValues } = crypto;
  const into = [];
  during(crypto, 'getRandomValues', (bytes) => {
    into.push(bytes);
    return getRandomValues.call(crypto, bytes);
  }, call);
  const left = into.at(-1)?.findLastIndex((byte) => byte !== 0) + 1; // some of which may be zeros
  return [into.length, left > 992 && left <= 1008];
}

/** What must hold of order, randomness, memory and types. */
export function facts({ format, formats, inspect, parse, resync, uuid4, uuid5, uuid7, uuid7At,
  uuid7AtNs, uuid7Min, valid }) {
  const many = (generate) => Array.from({ length: 20000 }, generate);
  const { now } = Date;
  const clock = (ms, call) => during(Date, 'now', () => now() + ms, call);
  const keys = [...many(uuid7), ...clock(-3600e3, () => many(uuid7))];
  const behind = () => clock(-2 * 86400e3, () => thrown(uuid7));
  const age = Date.now() - inspect(uuid7()).unixMs;
  const long = 'a'.repeat(1e6);
  const time = new Date(5);
  const ns = inspect(uuid7AtNs(1645557742123456789n)).unixNs;
  return {
    inOrder: increasing(keys) && new Set(keys).size === keys.length,
    distinct: new Set(many(uuid4)).size === 20000,
    now: Math.abs(age) < 5000,
    behind: behind(),
    resynced: clock(-2 * 86400e3, () => {
      resync();
      return inspect(uuid7()).unixMs < now() - 86400e3;
    }),
    noClock: during(Date, 'now', () => NaN, () => thrown(uuid7)),
    noRandom: during(crypto, 'getRandomValues', () => { throw new Error('none'); },
      () => [...Array(100)].map(() => thrown(uuid4)).at(-1)),
    kept: [1e6, 1e6 + 1000, 1e6 + 1001, 0].map((ms) => draws(() =>
      during(Date, 'now', () => ms, uuid4))),
    again: valid(uuid4()) && valid(uuid7()),
    long: [uuid5('@dns', long), thrown(() => parse(long)),
      uuid5('@dns', new TextEncoder().encode(long))],
    date: uuid7Min(time) === uuid7Min('1970-01-01T00:00:00.005Z') &&
      inspect(uuid7At(time)).unixMs === 5,
    ns: String(ns),
    formats: formats().filter(({ writable }) => writable).every(({ name }) =>
      parse(format('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', name), name) ===
      '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'),
    kinds: ['017f22e2-79b0-7cc3-98c4-dc0c0c07398f', '00000000-0000-0000-0000-000000000000'].map(
      (uuid) => inspect(uuid).kind),
    surrogate: thrown(() => uuid5('@dns', 'a\ud800')),
    huge: thrown(() => uuid7At(2n ** 64n)),
    inexact: thrown(() => uuid7AtNs(1645557742123456789)),
  };
}
