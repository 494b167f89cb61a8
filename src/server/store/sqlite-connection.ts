import Database from "libsql";
import AsyncDatabase from "libsql/promise";
import { storableValue } from "./storable-text.ts";

type Statement = readonly [ReturnType<Database.Database["prepare"]>, isReader: boolean];

/** What `prepare` of libsql's promise API returns; its types declare the synchronous one. */
interface AsyncStatement {
  all(parameters: readonly unknown[]): Promise<Record<string, unknown>[]>;
}

export interface StatementResult {
  readonly rows: Record<string, unknown>[];
  readonly changes: number | undefined;
  readonly lastId: number | bigint | undefined;
}

const keptStatements = 200;

/** libsql crashes the process on a boolean, and returns bytes as a bare ArrayBuffer. */
function bindable(value: unknown): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  return storableValue(value) ?? null;
}

function readable(row: Record<string, unknown>): void {
  for (const name in row) {
    const value = row[name];
    if (value instanceof ArrayBuffer) row[name] = new Uint8Array(value);
  }
}

/** Whether another process has the lock that a statement needs. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return String(error.code).startsWith("SQLITE_BUSY") || String(error.code).startsWith("SQLITE_LOCKED");
}

export class SqliteConnection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Statement>();
  readonly #isAlone: boolean;

  /** `isAlone`: no other process, and no other connection, has the file open until this one is closed. */
  constructor(path: string, options: { synchronous: "FULL" | "OFF"; isAlone?: boolean }) {
    this.#database = new Database(path);
    this.#isAlone = options.isAlone === true;
    if (this.#isAlone) this.#lockFile();
    // Switching to WAL briefly needs exclusive access, while another process may be opening the file too.
    this.#database.exec("pragma busy_timeout = 5000");
    this.#database.exec("pragma journal_mode = wal");
    this.#database.exec(`pragma synchronous = ${options.synchronous}`);
    // Checkpoints less often than SQLite's default of 1000 pages; the journal grows to 16 MB.
    this.#database.exec("pragma wal_autocheckpoint = 4000");
    this.#database.exec("pragma foreign_keys = on");
    // From here on the driver waits for other processes without blocking this one.
    this.#database.exec("pragma busy_timeout = 0");
  }

  #lockFile(): void {
    try {
      this.#database.exec("pragma locking_mode = exclusive");
      this.#database.exec("begin exclusive");
      this.#database.exec("commit");
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  run(sql: string, parameters: readonly unknown[]): StatementResult {
    const [statement, isReader] = this.#prepare(sql);
    const values = parameters.map(bindable);
    if (isReader) {
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
   * Runs in one of libsql's threads, so that a commit waits for the disk without blocking the event loop. Until it
   * settles, the connection must not be used. Throws as `exec` does.
   */
  async execAside(sql: string): Promise<void> {
    // Both kinds of connection wrap the same native one and differ only in how they wait.
    await AsyncDatabase.prototype.exec.call(this.#database, sql);
  }

  /** The same for a read. libsql finds all rows but the first on the thread that asks: so all are found before the first. */
  async readAside(sql: string, parameters: readonly unknown[]): Promise<Record<string, unknown>[]> {
    const whole = `with answer as materialized (${sql}) select * from answer`;
    const statement: AsyncStatement = await AsyncDatabase.prototype.prepare.call(this.#database, whole);
    const rows = await statement.all(parameters.map(bindable));
    for (const row of rows) readable(row);
    return rows;
  }

  /** Ends what `readAside` is doing. */
  interrupt(): void {
    AsyncDatabase.prototype.interrupt.call(this.#database);
  }

  close(): void {
    this.#statements.clear();
    // libsql closes a connection only once its statements are collected, which would keep the lock until then.
    if (this.#isAlone)
      this.#database.exec(
        "pragma journal_mode = delete; pragma locking_mode = normal; select 1 from sqlite_schema",
      );
    this.#database.close();
  }

  #prepare(sql: string): Statement {
    let known = this.#statements.get(sql);
    if (!known) {
      const statement = this.#database.prepare(sql);
      known = [statement, statement.reader];
    }
    // The last one used is the last one to go.
    this.#statements.delete(sql);
    this.#statements.set(sql, known);
    const [oldest] = this.#statements.keys();
    if (oldest !== undefined && this.#statements.size > keptStatements) this.#statements.delete(oldest);
    return known;
  }
}
