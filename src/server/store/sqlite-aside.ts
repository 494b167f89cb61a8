import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import type { DatabaseFile } from "./database-file.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import { endable } from "./caller-gone.ts";
import { asUnavailable } from "./store-unavailable.ts";

/** A connection that reads in one of libsql's threads; opened on the first query. */
class Lease implements DatabaseConnection {
  readonly #open: () => SqliteConnection;
  #connection: SqliteConnection | undefined;

  constructor(open: () => SqliteConnection) {
    this.#open = open;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const connection = (this.#connection ??= this.#open());
      const rows = await endable(
        async () => connection.readAside(query.sql, query.parameters),
        () => connection.interrupt(),
      );
      // The row type is what the query builder says it selects.
      return { rows: rows as R[] };
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  async exec(sql: string): Promise<void> {
    try {
      this.#connection ??= this.#open();
      await this.#connection.execAside(sql);
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  // oxlint-disable-next-line require-yield -- Kysely's interface asks for it; nothing here streams from SQLite.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Rows are not streamed from SQLite");
  }

  close(): void {
    this.#connection?.close();
  }
}

/**
 * Kysely's driver for long reads, in libsql's threads, so that no request waits for them: `atOnce` at a time, each on
 * its own connection. Read-only.
 */
export class SqliteAside implements Driver {
  readonly #open: () => SqliteConnection;
  readonly #file: DatabaseFile;
  readonly #atOnce: number;
  readonly #leases: Lease[] = [];
  readonly #free: Lease[] = [];
  readonly #waiting: ((lease: Lease) => void)[] = [];

  constructor({
    open,
    file,
    atOnce,
  }: {
    readonly open: () => SqliteConnection;
    readonly file: DatabaseFile;
    readonly atOnce: number;
  }) {
    this.#open = open;
    this.#file = file;
    this.#atOnce = atOnce;
  }

  async init(): Promise<void> {
    // Opened when needed.
  }

  async acquireConnection(): Promise<Lease> {
    this.#file.checkNoted();
    const free = this.#free.pop();
    if (free) return free;
    if (this.#leases.length >= this.#atOnce) return new Promise((resolve) => this.#waiting.push(resolve));
    const lease = new Lease(this.#open);
    this.#leases.push(lease);
    return lease;
  }

  /** Several reads of one state of the database. */
  async beginTransaction(lease: Lease): Promise<void> {
    await lease.exec("begin");
  }

  async commitTransaction(lease: Lease): Promise<void> {
    await lease.exec("commit");
  }

  async rollbackTransaction(lease: Lease): Promise<void> {
    await lease.exec("rollback");
  }

  async releaseConnection(lease: Lease): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next(lease);
    else this.#free.push(lease);
  }

  async destroy(): Promise<void> {
    // Busy ones end on their own: a connection must not be closed during a read.
    for (const lease of this.#free) lease.close();
  }
}
