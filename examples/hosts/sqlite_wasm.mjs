// Functions of the SQLite extension for a connection of @sqlite.org/sqlite-wasm, by npm's uuid9562.
import { format, inspect, toBytes, uuid4, uuid7, uuid7Min, valid } from 'uuid9562';

const ofUuid = (call) => (uuid) => (valid(uuid) ? call(uuid) : null);
const timestamp = ({ unixMs }) => (unixMs === null ? null
  : new Date(unixMs).toISOString().replace(/^\+0|Z$/g, '').replace('T', ' '));

const GENERATORS = {
  uuid4,
  uuid4_blob: () => toBytes(uuid4()),
  uuid7,
  uuid7_blob: () => toBytes(uuid7()),
};
const PURE = { // of one argument
  uuid_str: ofUuid((uuid) => format(uuid)),
  uuid_blob: ofUuid(toBytes),
  uuid_hex: ofUuid((uuid) => format(uuid, 'hex')),
  uuid_version: ofUuid((uuid) => inspect(uuid).version),
  uuid_timestamp: ofUuid((uuid) => timestamp(inspect(uuid))),
  uuid_timestamp_ms: ofUuid((uuid) => inspect(uuid).unixMs),
  uuid_valid: valid,
  uuid_check: (uuid) => format(uuid) && uuid,
  uuid7_min: uuid7Min,
  uuid7_min_blob: (time) => toBytes(uuid7Min(time)),
};

export function register(db) {
  const add = (name, arity, call) => db.createFunction({
    name,
    arity,
    deterministic: arity > 0,
    innocuous: true, // a schema may use it
    xFunc(context, ...values) {
      try {
        return values[0] === null ? null : call(...values);
      } catch (error) {
        error.name = name; // which SQLite puts before the message
        throw error;
      }
    },
  });
  for (const [name, call] of Object.entries(GENERATORS)) add(name, 0, call);
  for (const [name, call] of Object.entries(PURE)) add(name, 1, call);
}
