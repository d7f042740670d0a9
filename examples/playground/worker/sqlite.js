/*
 * A connection to SQLite in the engine. NULL, INTEGER, REAL, TEXT and BLOB are null, a number or a
 * BigInt, a number, a string and a Uint8Array. A number that is bound is an INTEGER if it is a safe
 * integer (Number.isSafeInteger), and a REAL otherwise.
 */

const ROW = 100;
const OPEN_FLAGS = 0x2 | 0x4; // to read and write, and to create
const DESERIALIZE_FLAGS = 0x1 | 0x2; // SQLite frees the bytes, and may move them
const READ_ONLY = 0x4;
const TRANSIENT = -1; // SQLite copies a bound value
export const TIME_LIMIT_MS = 20000;

const CELL = 100; // its size in a result, beside the characters or bytes
const ALL = { rows: Infinity, size: Infinity };

/* The rows of a result, each by the names of its columns. */
export const objects = ({ columns, rows }) =>
    rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));

const utf8Length = (text) => new TextEncoder().encode(text).length;

/* An error of SQLite. `offset` is the byte of the statement, or -1. */
export class SqlError extends Error {
    constructor(message, offset, code) {
        super(message);
        this.offset = offset;
        this.code = code;
    }
}

/* Throws what is wrong with the bytes of a database. Once it is attached it cannot be detached, and
 * no other statement works. */
function probe(engine, at, length) {
    const alone = new Connection(engine);

    try {
        alone.deserialize("main", at, length, READ_ONLY);
        alone.run("SELECT count(*) FROM sqlite_schema");
        const encoding = alone.value("PRAGMA encoding");
        if (encoding !== "UTF-8")
            throw new SqlError(`its texts are in ${encoding}; the page's database attaches UTF-8`, -1, 1);
    } finally {
        alone.close();
    }
}

export class Connection {
    constructor(engine, name = ":memory:") {
        this.engine = engine;
        this.db = engine.with([name, 4], (path, out) => {
            const code = engine.call.sqlite3_open_v2(path, out, OPEN_FLAGS, 0);
            if (code !== 0)
                throw new SqlError(engine.text(engine.call.sqlite3_errstr(code)), -1, code);
            return engine.view().getUint32(out, true);
        });
        engine.call.sqlite3_extended_result_codes(this.db, 1);
    }

    close() {
        this.engine.call.sqlite3_close_v2(this.db);
    }

    /* Runs each statement of a text, with the same parameters: an array, for ?1 and so on. Calls
     * `done` with {columns, rows, count, changes}. Of the `count` rows it has at most `most.rows`,
     * and only the first once all results have `most.size` characters and bytes, and CELL a cell.
     * Throws SqlError at the first statement that fails. */
    run(text, parameters = [], done = () => {}, most = ALL) {
        const { engine } = this;
        const { call } = engine;

        if (text.includes("\0"))
            throw new SqlError("a NUL in a statement", utf8Length(text.split("\0", 1)[0]), 1);

        engine.with([text, 4, 4], (begin, out, next) => {
            call.engine_limit(this.db, TIME_LIMIT_MS);
            for (let at = begin; engine.bytes(at, 1)[0] !== 0;) {
                const code = call.sqlite3_prepare_v2(this.db, at, -1, out, next);
                if (code !== 0)
                    throw this.error(at - begin);
                const statement = engine.view().getUint32(out, true);
                const after = engine.view().getUint32(next, true);
                if (statement !== 0)
                    try {
                        done(this.finish(statement, parameters, most, at - begin));
                    } finally {
                        call.sqlite3_finalize(statement);
                    }
                at = after;
            }
        });
    }

    /* The result of a text of one statement. */
    query(text, parameters = []) {
        let last = null;

        this.run(text, parameters, (result) => { last = result; });
        return last;
    }

    /* The value in the first column of the first row. */
    value(text, parameters = []) {
        return this.query(text, parameters).rows[0]?.[0] ?? null;
    }

    /* Attaches the bytes of a database under a name. */
    attach(name, content) {
        const { engine } = this;
        const at = engine.put(content);

        // A database in WAL mode can only be read in memory if its header says that it is not.
        if (content[18] === 2)
            engine.bytes(at + 18, 2).fill(1);
        try {
            probe(engine, at, content.length);
            this.run(`ATTACH ':memory:' AS "${name}"`);
        } catch (error) {
            engine.call.sqlite3_free(at);
            throw error;
        }
        this.deserialize(name, at, content.length, DESERIALIZE_FLAGS);
    }

    /* The bytes of a database, or null if memory cannot have them twice; and what makes the main one
     * of such bytes. */
    copy(name = "main") {
        const { call } = this.engine;
        return this.engine.with([name, 8], (schema, out) => {
            const at = call.sqlite3_serialize(this.db, schema, out, 0);
            if (at === 0)
                return null;
            const bytes = this.engine.bytes(at, Number(this.engine.view().getBigInt64(out, true))).slice();
            call.sqlite3_free(at);
            return bytes;
        });
    }

    load(content) {
        this.deserialize("main", this.engine.put(content), content.length, DESERIALIZE_FLAGS);
    }

    /* A counter of sqlite3_db_status, which is 0 then. */
    status(which) {
        return this.engine.with([4, 4], (current, highest) => {
            this.engine.call.sqlite3_db_status(this.db, which, current, highest, 1);
            return this.engine.view().getUint32(current, true);
        });
    }

    /* Whether a transaction was begun and has not ended. */
    isInTransaction() {
        return this.engine.call.sqlite3_get_autocommit(this.db) === 0;
    }

    deserialize(name, at, length, flags) {
        const { engine } = this;
        const size = BigInt(length);
        const code = engine.with([name], (schema) => engine.call.sqlite3_deserialize(
            this.db, schema, at, size, size, flags));

        if (code !== 0)
            throw this.error(-1);
    }

    finish(statement, parameters, most, offset) {
        const { engine } = this;
        const { call } = engine;
        const columns = [];
        const rows = [];
        let count = 0;
        let code;
        const before = call.sqlite3_total_changes(this.db);

        parameters.slice(0, call.sqlite3_bind_parameter_count(statement)).forEach((value, index) =>
            this.bind(statement, index + 1, value));
        for (let i = 0; i < call.sqlite3_column_count(statement); i++)
            columns.push(engine.text(call.sqlite3_column_name(statement, i)));
        while ((code = call.sqlite3_step(statement)) === ROW)
            if (count++ < most.rows && (most.size > 0 || rows.length === 0)) {
                const row = columns.map((_, i) => this.column(statement, i));
                most.size -= row.reduce((sum, value) => sum + (value?.length ?? 0) + CELL, 0);
                rows.push(row);
            }
        if (code !== 101)
            throw this.error(offset);
        return { columns, rows, count, changes: call.sqlite3_total_changes(this.db) - before };
    }

    bind(statement, index, value) {
        const { engine } = this;
        const { call } = engine;

        if (value === null)
            call.sqlite3_bind_null(statement, index);
        else if (typeof value === "bigint" || Number.isSafeInteger(value))
            call.sqlite3_bind_int64(statement, index, BigInt(value));
        else if (typeof value === "number")
            call.sqlite3_bind_double(statement, index, value);
        else if (typeof value === "string")
            engine.with([value], (at) =>
                call.sqlite3_bind_text(statement, index, at, utf8Length(value), TRANSIENT));
        else
            engine.with([value], (at) =>
                call.sqlite3_bind_blob(statement, index, at, value.length, TRANSIENT));
    }

    column(statement, index) {
        const { engine } = this;
        const { call } = engine;
        const size = () => call.sqlite3_column_bytes(statement, index);

        switch (call.sqlite3_column_type(statement, index)) {
        case 1: {
            const number = call.sqlite3_column_int64(statement, index);
            return Number.isSafeInteger(Number(number)) ? Number(number) : number;
        }
        case 2:
            return call.sqlite3_column_double(statement, index);
        case 3:
            return engine.text(call.sqlite3_column_text(statement, index), size());
        case 4:
            return engine.bytes(call.sqlite3_column_blob(statement, index), size()).slice();
        default:
            return null;
        }
    }

    /* SQLite's message for the last failure, in a statement that begins at `offset`. */
    error(offset) {
        const { call } = this.engine;
        const within = call.sqlite3_error_offset(this.db);

        return new SqlError(this.engine.text(call.sqlite3_errmsg(this.db)),
            within >= 0 && offset >= 0 ? offset + within : -1,
            call.sqlite3_extended_errcode(this.db));
    }
}
