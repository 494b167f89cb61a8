import { setTimeout as sleep } from "node:timers/promises";
import {
  SelectQueryNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import { isBusy, type SqliteConnection, type StatementResult } from "./sqlite-connection.ts";

interface Connections {
  readonly reader: SqliteConnection;
  readonly writer: SqliteConnection;
  readonly onClose: () => void;
}

/** How long a write waits for other processes. An import of a year's codes takes a few seconds. */
const busyLimitMs = 30_000;

/**
 * Kysely's driver over two connections to one file. Reads never wait: in WAL mode they see the last commit. Writes
 * take turns in this process by a queue, and with other processes by trying again, so that no wait blocks the
 * event loop.
 */
export class SqliteDriver implements Driver {
  readonly #connections: Connections;
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async init(): Promise<void> {
    // The connections are open already.
  }

  async acquireConnection(): Promise<Lease> {
    return new Lease(this);
  }

  async beginTransaction(lease: Lease): Promise<void> {
    const release = await this.#turn();
    try {
      // Immediate: a transaction that reads first would else fail when it comes to write.
      await this.#patiently((writer) => writer.exec("begin immediate"));
      lease.release = release;
    } catch (error) {
      release();
      throw error;
    }
  }

  async commitTransaction(lease: Lease): Promise<void> {
    await this.#patiently((writer) => writer.execAside("commit"));
    lease.endTurn();
  }

  async rollbackTransaction(lease: Lease): Promise<void> {
    try {
      this.#connections.writer.exec("rollback");
    } finally {
      lease.endTurn();
    }
  }

  async releaseConnection(lease: Lease): Promise<void> {
    lease.endTurn();
  }

  async destroy(): Promise<void> {
    (await this.#turn())();
    this.#connections.reader.close();
    this.#connections.writer.close();
    this.#connections.onClose();
  }

  /** Runs a statement where it belongs: in the lease's transaction, on the reader, or as a write of its own. */
  async run(lease: Lease, query: CompiledQuery): Promise<StatementResult> {
    const { reader, writer } = this.#connections;
    if (lease.release) return writer.run(query.sql, query.parameters);
    if (SelectQueryNode.is(query.query))
      return this.#patiently(() => reader.run(query.sql, query.parameters));
    const release = await this.#turn();
    try {
      return await this.#patiently(() => writer.run(query.sql, query.parameters));
    } finally {
      release();
    }
  }

  async #turn(): Promise<() => void> {
    const before = this.#lastTurn;
    let release = () => {};
    this.#lastTurn = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }

  async #patiently<T>(work: (writer: SqliteConnection) => T | Promise<T>): Promise<T> {
    const until = Date.now() + busyLimitMs;
    for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
      try {
        return await work(this.#connections.writer);
      } catch (error) {
        if (!isBusy(error) || Date.now() > until) throw error;
      }
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}

/** What Kysely holds while it runs a query or a transaction. */
class Lease implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  /** Set while this lease has the writer for a transaction. */
  release: (() => void) | undefined;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  endTurn(): void {
    this.release?.();
    this.release = undefined;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes, lastId } = await this.#driver.run(this, query);
    return {
      // The row's type is what the query's builder says it selects.
      rows: rows as R[],
      ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }),
      ...(lastId === undefined ? {} : { insertId: BigInt(lastId) }),
    };
  }

  // oxlint-disable-next-line require-yield -- Kysely's interface asks for it; nothing here streams from SQLite.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Rows are not streamed from SQLite");
  }
}
