import Database from "libsql";
import AsyncDatabase from "libsql/promise";

type Statement = ReturnType<Database.Database["prepare"]>;

/** What `prepare` of libsql's promises gives, of which its types say that it gives the other one. */
interface AsyncStatement {
  all(parameters: readonly unknown[]): Promise<Record<string, unknown>[]>;
}

/** Rows, or what a write changed. */
export interface StatementResult {
  readonly rows: Record<string, unknown>[];
  readonly changes: number | undefined;
  readonly lastId: number | bigint | undefined;
}

const keptStatements = 200;

/** libsql ends the process on a boolean, and answers bytes as a bare ArrayBuffer. */
function bindable(value: unknown): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  return value ?? null;
}

function readable(row: Record<string, unknown>): void {
  for (const name in row) {
    const value = row[name];
    if (value instanceof ArrayBuffer) row[name] = new Uint8Array(value);
  }
}

/** True when another process holds the lock that a statement needs. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return String(error.code).startsWith("SQLITE_BUSY") || String(error.code).startsWith("SQLITE_LOCKED");
}

/** One connection of SQLite, with its statements kept ready. */
export class SqliteConnection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Statement>();

  constructor(path: string, options: { synchronous: "FULL" | "OFF" }) {
    this.#database = new Database(path);
    // Switching to WAL needs the file alone for a moment, while another process may be opening it too.
    this.#database.exec("pragma busy_timeout = 5000");
    this.#database.exec("pragma journal_mode = wal");
    this.#database.exec(`pragma synchronous = ${options.synchronous}`);
    // Pages come back into the file in larger lots than SQLite's own 1000; the journal beside it grows to 16 MB.
    this.#database.exec("pragma wal_autocheckpoint = 4000");
    this.#database.exec("pragma foreign_keys = on");
    // From here on the driver waits for other processes, without holding up this one.
    this.#database.exec("pragma busy_timeout = 0");
  }

  run(sql: string, parameters: readonly unknown[]): StatementResult {
    const statement = this.#prepare(sql);
    const values = parameters.map(bindable);
    if (statement.reader) {
      // libsql's rows are plain objects by column name.
      const rows = statement.all(values) as Record<string, unknown>[];
      for (const row of rows) readable(row);
      return { rows, changes: undefined, lastId: undefined };
    }
    const { changes, lastInsertRowid } = statement.run(values);
    return { rows: [], changes, lastId: lastInsertRowid };
  }

  get isInTransaction(): boolean {
    return this.#database.inTransaction;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /**
   * Runs in a thread of libsql's, so that a commit waits for the disk without holding up the event loop. Until it
   * settles the connection must be left alone. Throws as `exec` does.
   */
  async execAside(sql: string): Promise<void> {
    // Both kinds of connection hold the same native one; only the way of waiting differs.
    await AsyncDatabase.prototype.exec.call(this.#database, sql);
  }

  /** Reads in a thread of libsql's, up to the first row: what counts or sorts does all of its work until then. As `execAside`. */
  async readAside(sql: string, parameters: readonly unknown[]): Promise<Record<string, unknown>[]> {
    const statement: AsyncStatement = await AsyncDatabase.prototype.prepare.call(this.#database, sql);
    const rows = await statement.all(parameters.map(bindable));
    for (const row of rows) readable(row);
    return rows;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): Statement {
    const kept = this.#statements.get(sql);
    if (kept) {
      this.#statements.delete(sql);
      this.#statements.set(sql, kept);
      return kept;
    }
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > keptStatements) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return statement;
  }
}
