import {
  format, inspect, parse, UUIDError, uuid5, uuid7, uuid7At, type Inspection,
} from 'uuid9562';

const text: string = uuid7();
const bytes: Uint8Array = format(text, 'guid');
const ulid: string = format(bytes, 'ulid');
const again: string = parse(bytes, 'guid');
const what: Inspection = inspect(uuid7At(new Date()));
const ns: bigint | null = what.unixNs;
try {
  uuid5('@dns', 'x');
} catch (error) {
  if (error instanceof UUIDError) console.log(error.offset?.toFixed());
}
// @ts-expect-error
parse(bytes);
// @ts-expect-error
format(text, 'any');
console.log(ulid, again, ns);
