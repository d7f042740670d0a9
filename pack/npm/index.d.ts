/** A connection whose `loadExtension` calls back (sqlite3) or returns a Promise (sqlite). */
export type AsyncConnection =
  | { parallelize(callback?: () => void): void; loadExtension(path: string, ...rest: any[]): any }
  | { loadExtension(path: string): Promise<any> };

/** A connection of better-sqlite3, node:sqlite, bun:sqlite, Deno or the like. */
export type Connection = { loadExtension(path: string, ...rest: any[]): any };

/**
 * `replicated`: the variant in which generators, and all else that is not determined by its
 * arguments, are errors: for replicated databases, and for SQL from untrusted users.
 */
export type Options = { replicated?: boolean };

/**
 * The path of the SQLite extension that was built for this process.
 *
 * Throws an Error that lists the platforms of the package where it has none for this one.
 */
export function getLoadablePath(options?: Options): string;

/**
 * Gives a connection the functions of uuid9562; to load twice does no harm.
 *
 * Returns the connection, or a Promise of it where loading is asynchronous. Throws, or rejects with,
 * what getLoadablePath throws and what the connection says: a `DatabaseSync` of node:sqlite must
 * have been opened with `allowExtension: true`.
 */
export function load<T extends AsyncConnection>(db: T, options?: Options): Promise<T>;
export function load<T extends Connection>(db: T, options?: Options): T;
