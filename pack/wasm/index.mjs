// UUIDs as RFC 9562 defines them, by the core of uuid9562 as WebAssembly; index.d.mts is the manual.
// The functions of `core`, called as C does, are those of uuid9562.h and uuid9562_bindings.h, and
// kind_of.

const MODULE = '{{module}}'; // by pack/wasm.py: compressed by gzip, in base64

const packed = new Blob([Uint8Array.from(atob(MODULE), (byte) => byte.charCodeAt())]);
const stream = packed.stream().pipeThrough(new DecompressionStream('gzip'));
const module = await new Response(stream).arrayBuffer();
const { instance: { exports: core } } = await WebAssembly.instantiate(module, {
  host: { clock: () => Date.now(), random },
});

// A call of crypto takes longer than many bytes of it, so the next ones are kept for a second: here,
// since memory of the core may be copied. Each byte is overwritten as it is handed out.
const kept = new Uint8Array(1024);
let left = 0; // the first of them
let since = 0; // by Date.now

function random(at, count) {
  const now = Date.now();
  if (!(now >= since && now <= since + 1000)) left = 0;
  for (const end = at + count; at < end; at++) {
    if (left === 0) {
      try {
        crypto.getRandomValues(kept);
      } catch {
        return -1;
      }
      left = kept.length;
      since = now;
    }
    left--;
    memory[at] = kept[left];
    kept[left] = 0;
  }
  return 0;
}

// Behind the core's own memory, which never grows since nothing here has it allocate, is ours: a
// UUID, a namespace, two numbers of 64 bits, two of 32, what the core writes, and what it reads.
const UUID = core.__heap_base.value;
const NAMESPACE = UUID + 16;
const WORD = NAMESPACE + 16;
const WORD_2 = WORD + 8;
const OFFSET = WORD_2 + 8;
const SMALL = OFFSET + 4;
const OUT = SMALL + 4;
const IN = OUT + 512;
const PAGE = 65536;

const isText = (value) => typeof value === 'string';
const isBytes = (value) => value?.[Symbol.toStringTag] === 'Uint8Array'; // of any realm
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let length = 0; // of what is at IN
let memory, numbers, input, canonical;

function reserve(size) {
  const missing = IN + size - core.memory.buffer.byteLength;
  if (missing > 0) core.memory.grow(Math.ceil(missing / PAGE));
  if (memory?.buffer === core.memory.buffer) return;
  memory = new Uint8Array(core.memory.buffer);
  numbers = new DataView(core.memory.buffer);
  input = memory.subarray(IN);
  canonical = memory.subarray(OUT, OUT + 36);
}

// Puts a string or bytes where the core reads them.
function put(value) {
  reserve(value.length * (isText(value) ? 3 : 1));
  if (isText(value)) length = encoder.encodeInto(value, input).written;
  else {
    input.set(value);
    length = value.length;
  }
}

reserve(PAGE);
core._initialize();
const ANY = find('any', false);

/** What the core found wrong: malformed text at `offset`, or an argument out of range. */
export class UUIDError extends Error {
  constructor(message, offset) {
    super(message);
    this.name = 'UUIDError';
    if (offset !== undefined) this.offset = offset;
  }
}

// Throws the error of a status, unless it is OK.
function check(status) {
  if (status === 0) return;
  const offset = numbers.getUint32(OFFSET, true);
  core.uuid9562_describe(OUT, status, offset, IN, length);
  throw new UUIDError(string(OUT), core.uuid9562_status_class(status) === 1 ? offset : undefined);
}

function need(condition, parameter, expected, value) {
  if (condition) return;
  const got = value === null || typeof value === 'number' ? value : typeof value;
  throw new TypeError(`${parameter} must be ${expected}, not ${got}`);
}

function needTextOrBytes(value, parameter) {
  need(isText(value) || isBytes(value), parameter, 'a string or a Uint8Array', value);
}

function string(at, end = memory.indexOf(0, at)) {
  return decoder.decode(memory.subarray(at, end));
}

// The UUID of a call that had this status. (With so many arguments, it is the fastest way.)
function written(status) {
  check(status);
  core.uuid9562_format(OUT, UUID);
  const c = canonical;
  return String.fromCharCode(
    c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10], c[11], c[12], c[13], c[14],
    c[15], c[16], c[17], c[18], c[19], c[20], c[21], c[22], c[23], c[24], c[25], c[26], c[27],
    c[28], c[29], c[30], c[31], c[32], c[33], c[34], c[35],
  );
}

// Reads a UUID by a function of the core for text, or as 16 bytes; returns the status.
function scan(parse, at, value) {
  put(value);
  return (isText(value) ? parse : core.uuid9562_from_bytes)(at, OFFSET, IN, length);
}

function read(uuid) {
  needTextOrBytes(uuid, 'uuid');
  check(scan(core.uuid9562_parse, UUID, uuid));
}

// The address of a format.
function find(format, toWrite) {
  need(isText(format), 'format', 'a string', format);
  put(format);
  check(core.uuid9562_find_format(WORD, IN, length, toWrite));
  return numbers.getUint32(WORD, true);
}

const isBinary = (format) => memory[core.uuid9562_format_info(format) + 8] !== 0;

// A 64-bit integer; what is beyond has its end, since no argument's range does.
function integer(value, parameter, expected = 'an integer that is exact, as a bigint is') {
  need(typeof value === 'bigint' || Number.isSafeInteger(value), parameter, expected, value);
  const given = BigInt(value);
  if (BigInt.asIntN(64, given) === given) return given;
  return given < 0n ? -(2n ** 63n) : 2n ** 63n - 1n;
}

// Reads a time into [milliseconds, how many of them it names].
function readTime(time) {
  if (isText(time)) {
    put(time);
    check(core.uuid9562_parse_time(WORD, SMALL, OFFSET, IN, length));
    return [numbers.getBigInt64(WORD, true), numbers.getUint32(SMALL, true)];
  }
  const isDate = typeof time?.getTime === 'function';
  const ms = isDate ? time.getTime() : time;
  return [integer(ms, 'time', 'an integer, a string or a valid Date'), isDate ? 1 : 0];
}

// Calls a generator with a node and a clock sequence, where they are given.
function ofNode(generate, node, clockSeq) {
  const place = (at, value, parameter) => {
    if (value === undefined) return 0;
    numbers.setBigInt64(at, integer(value, parameter), true);
    return at;
  };
  return written(generate(0, UUID, place(WORD, node, 'node'), place(WORD_2, clockSeq, 'clockSeq')));
}

// Calls a function of a namespace and a name, and of a digest unless it has one of its own; or of a
// name alone, for @none.
function ofName(hash, namespace, name, digest = 'sha256', bare = undefined) {
  need(isText(digest), 'digest', 'a string', digest);
  needTextOrBytes(namespace, 'namespace');
  needTextOrBytes(name, 'name');
  need(isBytes(name) || !/\p{Surrogate}/u.test(name), 'name', 'well-formed Unicode', name);
  const status = scan(core.uuid9562_parse_namespace, NAMESPACE, namespace);
  if (status === 231 && bare) {
    put(name);
    return written(bare(UUID, IN, length));
  }
  check(status === 109 ? 118 : status); // bytes: LENGTH is NAMESPACE_ID
  put(digest);
  check(core.uuid9562_find_digest(WORD, IN, length));
  put(name);
  return written(hash(UUID, NAMESPACE, IN, length, numbers.getUint32(WORD, true)));
}

function bound(max, time) {
  return written(core.uuid9562_uuid7_bound(UUID, max, ...readTime(time)));
}

function converted(convert, uuid) {
  read(uuid);
  return written(convert(UUID, UUID));
}

export const uuid1 = (node, clockSeq) => ofNode(core.uuid9562_uuid1, node, clockSeq);
export const uuid3 = (namespace, name) =>
  ofName(core.uuid9562_uuid3, namespace, name, undefined, core.uuid9562_uuid3_bare);
export const uuid4 = () => written(core.uuid9562_uuid4(0, UUID));
export const uuid5 = (namespace, name) => ofName(core.uuid9562_uuid5, namespace, name);
export const uuid6 = (node, clockSeq) => ofNode(core.uuid9562_uuid6, node, clockSeq);
export const uuid7 = () => written(core.uuid9562_uuid7(0, UUID));
export const uuid7At = (time) => written(core.uuid9562_uuid7_at(0, UUID, readTime(time)[0]));

export function uuid7AtNs(time) {
  if (!isText(time)) numbers.setBigInt64(WORD, integer(time, 'time'), true);
  else {
    put(time);
    check(core.uuid9562_parse_time_ns(WORD, OFFSET, IN, length));
  }
  return written(core.uuid9562_uuid7_at_ns(0, UUID, numbers.getBigInt64(WORD, true)));
}

export const uuid8Name = (namespace, name, digest) =>
  ofName(core.uuid9562_uuid8_name, namespace, name, digest);

export const uuid7Min = (time) => bound(false, time);
export const uuid7Max = (time) => bound(true, time);

export const v1ToV6 = (uuid) => converted(core.uuid9562_v1_to_v6, uuid);
export const v6ToV1 = (uuid) => converted(core.uuid9562_v6_to_v1, uuid);

export const resync = () => check(core.uuid9562_resync(0));

export function parse(value, format) {
  const at = format === undefined ? ANY : find(format, false);
  if (isBinary(at)) need(isBytes(value), 'value', 'a Uint8Array', value);
  else need(isText(value), 'value', 'a string', value);
  put(value);
  return written(core.uuid9562_parse_as(UUID, OFFSET, at, IN, length));
}

export function format(uuid, format) {
  needTextOrBytes(uuid, 'uuid');
  need(format === undefined || isText(format), 'format', 'a string', format);
  read(uuid);
  if (format === undefined) return written(0);
  const at = find(format, true);
  const end = OUT + core.uuid9562_format_as(OUT, at, UUID);
  return isBinary(at) ? memory.slice(OUT, end) : string(OUT, end);
}

export function formats() {
  const all = [];
  for (let at; (at = core.uuid9562_format_at(all.length)) !== 0;) {
    // The members of uuid9562_format_info_t.
    at = core.uuid9562_format_info(at);
    const [length, ...flags] = memory.subarray(at + 4, at + 11);
    const [fixedLength, writable, implied, binary, sorted, anyCase] = flags.map(Boolean);
    all.push({
      name: string(numbers.getUint32(at, true)), length: length || null,
      fixedLength, sorted, anyCase, binary, writable, implied,
    });
  }
  return all;
}

export function fromBytes(bytes) {
  need(isBytes(bytes), 'bytes', 'a Uint8Array', bytes);
  return format(bytes);
}

export function toBytes(uuid) {
  read(uuid);
  return memory.slice(UUID, UUID + 16);
}

export function valid(value) {
  return (isText(value) || isBytes(value)) && scan(core.uuid9562_parse, UUID, value) === 0;
}

export function inspect(uuid, fractionBits = 20) {
  needTextOrBytes(uuid, 'uuid');
  const bits = integer(fractionBits, 'fractionBits');
  read(uuid);
  const time = (isPresent) => (isPresent ? numbers.getBigInt64(WORD, true) : null);
  const field = (get) => (get(WORD, UUID) ? numbers.getBigUint64(WORD, true) : null);
  const number = (value) => (value === null ? null : Number(value));
  const version = core.uuid9562_get_version(UUID);
  const ms = time(core.uuid9562_get_timestamp_ms(WORD, UUID));
  check(core.uuid9562_get_timestamp_ns(SMALL, WORD, UUID, bits));
  const ns = time(memory[SMALL]);
  return {
    uuid: written(0),
    kind: string(core.kind_of(UUID)),
    version: version < 0 ? null : version,
    variant: string(core.uuid9562_variant_name(core.uuid9562_get_variant(UUID))),
    unixMs: number(ms),
    unixNs: ns,
    ticks: field(core.uuid9562_get_timestamp_ticks),
    node: number(field(core.uuid9562_get_node)),
    clockSeq: number(field(core.uuid9562_get_clock_seq)),
  };
}
