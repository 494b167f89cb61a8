import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import type { DatabaseFile } from "./database-file.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import { asUnavailable } from "./store-unavailable.ts";

/** One reads what is kept in memory while others wait for their lists. */
const mostAtOnce = 3;

/** A connection that reads in a thread of libsql's; opened with the first query. */
class Lease implements DatabaseConnection {
  readonly #open: () => SqliteConnection;
  #connection: SqliteConnection | undefined;

  constructor(open: () => SqliteConnection) {
    this.#open = open;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      this.#connection ??= this.#open();
      // The row's type is what the query's builder says it selects.
      return { rows: (await this.#connection.readAside(query.sql, query.parameters)) as R[] };
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
 * Kysely's driver for reads that take long, in threads of libsql's, so that no request waits for them: three at once, each
 * by a connection of its own. Nothing is written by them.
 */
export class SqliteAside implements Driver {
  readonly #open: () => SqliteConnection;
  readonly #file: DatabaseFile;
  readonly #leases: Lease[] = [];
  readonly #free: Lease[] = [];
  readonly #waiting: ((lease: Lease) => void)[] = [];

  constructor({ open, file }: { readonly open: () => SqliteConnection; readonly file: DatabaseFile }) {
    this.#open = open;
    this.#file = file;
  }

  async init(): Promise<void> {
    // Opened when they are needed.
  }

  async acquireConnection(): Promise<Lease> {
    this.#file.checkNoted();
    const free = this.#free.pop();
    if (free) return free;
    if (this.#leases.length >= mostAtOnce) return new Promise((resolve) => this.#waiting.push(resolve));
    const lease = new Lease(this.#open);
    this.#leases.push(lease);
    return lease;
  }

  async beginTransaction(): Promise<void> {
    throw new Error("Nothing is written aside");
  }

  async commitTransaction(): Promise<void> {
    throw new Error("Nothing is written aside");
  }

  async rollbackTransaction(): Promise<void> {
    throw new Error("Nothing is written aside");
  }

  async releaseConnection(lease: Lease): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next(lease);
    else this.#free.push(lease);
  }

  async destroy(): Promise<void> {
    // Those at work end by themselves: a connection is not to be closed under them.
    for (const lease of this.#free) lease.close();
  }
}
