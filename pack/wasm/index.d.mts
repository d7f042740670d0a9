/**
 * UUIDs as RFC 9562 defines them. A UUID is returned as canonical text. Where one is expected, it is
 * that, text with braces, without hyphens, in upper case or after `urn:uuid:`, or its 16 bytes.
 *
 * Every function throws a UUIDError for what is malformed or out of range, and a TypeError for a
 * wrong type, a number that is not an integer or too large to be exact, or an invalid Date.
 */
export type UUID = string | Uint8Array;

/** Milliseconds since 1970, a Date, or text as `2024-02-29` or `2024-02-29T12:30:00.25+01:00`. */
export type Time = number | bigint | string | Date;

export type Digest = 'sha256' | 'sha1' | 'md5' | 'sha384' | 'sha512';

export type BinaryFormat = 'guid' | 'mysql' | 'halves' | 'der';

export type TextFormat =
  | 'canonical' | 'upper' | 'hex' | 'braced' | 'urn' | 'int' | 'oid' | 'ulid' | 'typeid'
  | 'base32hex' | 'base36' | 'base58' | 'base62' | 'base64url' | 'base64'
  | 'ldap_filter';

export class UUIDError extends Error {
  readonly name: 'UUIDError';
  /** Where text or bytes are malformed: the index of the first wrong character or byte. */
  readonly offset?: number;
}

/** Unix time, then random bits. Each is greater than all before in this page, worker or process. */
export function uuid7(): string;
/** Version 7 of a given millisecond; it takes no part in the order. */
export function uuid7At(time: Time): string;
/** The same of a given nanosecond since 1970. */
export function uuid7AtNs(time: bigint | string): string;
/** The smallest, and the largest, version 7 of what a time names: a millisecond, or a day. */
export function uuid7Min(time: Time): string;
export function uuid7Max(time: Time): string;

/** Random bits alone. */
export function uuid4(): string;

/** Of a namespace (a UUID, `@dns`, `@url`, `@oid` or `@x500`) and a name, whose text is UTF-8. */
export function uuid5(namespace: UUID, name: string | Uint8Array): string;
/** The same by MD5, for compatibility. */
/** `@none` leaves the namespace out, as Java's `UUID.nameUUIDFromBytes` does. */
export function uuid3(namespace: UUID, name: string | Uint8Array): string;
/** The same by a digest of your choice, SHA-256 by default. */
export function uuid8Name(namespace: UUID, name: string | Uint8Array, digest?: Digest): string;

/** Gregorian time, and a node, random unless it is given; each is greater than all before. */
export function uuid6(node?: number | bigint, clockSeq?: number | bigint): string;
/** The same in the order of bits of 1997, in which UUIDs do not sort by time. */
export function uuid1(node?: number | bigint, clockSeq?: number | bigint): string;
export function v1ToV6(uuid: UUID): string;
export function v6ToV1(uuid: UUID): string;

/** Continues from the clock, if that was set back by more than a day: until then it is an error. */
export function resync(): void;

/** Reads a UUID, by default as above. */
export function parse(value: Uint8Array, format: BinaryFormat): string;
export function parse(value: string, format?: TextFormat | 'any' | 'strict'): string;
export function fromBytes(bytes: Uint8Array): string;

/** Writes a UUID, by default as canonical text. */
export function format(uuid: UUID, format: BinaryFormat): Uint8Array;
export function format(uuid: UUID, format?: TextFormat): string;
export function toBytes(uuid: UUID): Uint8Array;

/** Whether it is a UUID, as above. */
export function valid(value: unknown): boolean;

export interface Format {
  name: string;
  /** In characters or bytes; the longest, unless it is fixed. */
  length: number | null;
  fixedLength: boolean;
  /** The texts sort as the UUIDs do. */
  sorted: boolean;
  /** Letters are read in either case. */
  anyCase: boolean;
  binary: boolean;
  /** All but `any` and `strict`. */
  writable: boolean;
  /** `any` reads it, too. */
  implied: boolean;
}

export function formats(): Format[];

/** What is in a UUID; null, where it has none. */
export interface Inspection {
  uuid: string;
  /** In words, such as `Unix time-based`. */
  kind: string;
  version: number | null;
  variant: 'ncs' | 'rfc9562' | 'microsoft' | 'future';
  /** The time in milliseconds since 1970, rounded down. */
  unixMs: number | null;
  /** The time in nanoseconds; also null, where that needs more than 64 bits. */
  unixNs: bigint | null;
  /** Of versions 1 and 6: the time in 100 ns since 1582-10-15. */
  ticks: bigint | null;
  node: number | null;
  clockSeq: number | null;
}

/**
 * In version 7, `unixNs` has the fraction of the millisecond from the bits after it: by default 20,
 * as uuid7 writes them; others write 12 or none.
 */
export function inspect(uuid: UUID, fractionBits?: number): Inspection;
