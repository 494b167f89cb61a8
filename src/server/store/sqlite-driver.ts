import { setTimeout as sleep } from "node:timers/promises";
import {
  SelectQueryNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import type { DatabaseFile } from "./database-file.ts";
import { asUnavailable } from "./store-unavailable.ts";
import { isBusy, type SqliteConnection, type StatementResult } from "./sqlite-connection.ts";

interface Connections {
  readonly reader: SqliteConnection;
  readonly writer: SqliteConnection;
  readonly file: DatabaseFile;
  /** How long a write waits in total, for its turn and for other processes. */
  readonly patienceMs: number;
  readonly onClose: () => Promise<void>;
}

/**
 * Kysely's driver over two connections to one file. Reads never wait: in WAL mode they see the last commit. Writes
 * queue within this process and retry against other processes, so that no wait blocks the event loop.
 */
export class SqliteDriver implements Driver {
  readonly #connections: Connections;
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async init(): Promise<void> {
    // The connections are already open.
  }

  async acquireConnection(): Promise<Lease> {
    return new Lease(this);
  }

  async beginTransaction(lease: Lease): Promise<void> {
    const until = this.#until();
    const release = await this.#turn();
    try {
      this.#connections.file.check();
      this.#takeBack();
      // Immediate, because a transaction that reads first would fail when it starts to write.
      await patiently(until, () => this.#connections.writer.exec("begin immediate"));
      lease.release = release;
    } catch (error) {
      release();
      throw error;
    }
  }

  async commitTransaction(lease: Lease): Promise<void> {
    const { writer, file } = this.#connections;
    await patiently(this.#until(), () => writer.execAside("commit"));
    lease.endTurn();
    // Writes to a deleted file are lost unless the file is restored.
    file.check({ mayBeDone: true });
  }

  async rollbackTransaction(lease: Lease): Promise<void> {
    try {
      this.#takeBack();
    } finally {
      lease.endTurn();
    }
  }

  /** SQLite rolls some transactions back on its own, for example on a full disk. */
  #takeBack(): void {
    const { writer } = this.#connections;
    if (writer.isInTransaction) writer.exec("rollback");
  }

  async releaseConnection(lease: Lease): Promise<void> {
    lease.endTurn();
  }

  async destroy(): Promise<void> {
    (await this.#turn())();
    this.#connections.file.stop();
    for (const each of new Set([this.#connections.reader, this.#connections.writer])) each.close();
    await this.#connections.onClose();
  }

  /** Runs a statement where it belongs: in the lease's transaction, on the reader, or as a separate write. */
  async run(lease: Lease, query: CompiledQuery): Promise<StatementResult> {
    const { reader, writer, file } = this.#connections;
    // The transaction already has the lock.
    if (lease.release) return patiently(0, () => writer.run(query.sql, query.parameters));
    const until = this.#until();
    if (isBare(query)) {
      file.checkNoted();
      return patiently(until, () => reader.run(query.sql, query.parameters));
    }
    // A single write is a transaction too: a prepared statement that finds the file locked would stay open and block
    // all later commits, and waiting for the disk would block the event loop.
    await this.beginTransaction(lease);
    try {
      const result = writer.run(query.sql, query.parameters);
      await this.commitTransaction(lease);
      return result;
    } catch (error) {
      await this.rollbackTransaction(lease);
      throw asUnavailable(error);
    }
  }

  #until(): number {
    return Date.now() + this.#connections.patienceMs;
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
}

/** A read, including one written as raw SQL, or what SQLite does in no transaction. */
function isBare(query: CompiledQuery): boolean {
  return SelectQueryNode.is(query.query) || /^\s*(select|vacuum)\b/i.test(query.sql);
}

/** Retries while another process has the lock, without blocking the event loop. */
async function patiently<T>(until: number, work: () => T | Promise<T>): Promise<T> {
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw asUnavailable(error);
    }
    await sleep(pause * (0.5 + Math.random()));
  }
}

/** What Kysely holds during a query or a transaction. */
class Lease implements DatabaseConnection {
  readonly #driver: SqliteDriver;
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
      // The row type is what the query builder says it selects.
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
