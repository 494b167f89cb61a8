import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";
import { asUnavailable, StoreUnavailable } from "./store-unavailable.ts";

/** What changes something, and is done or not by the time the connection is lost. */
const writes = /^\s*(commit|insert|update|delete|with)\b/i;

/** A connection whose statements have an end, and fail in the store's own words. */
class BoundedClient {
  readonly #client: PoolClient;
  readonly #limits: QueryLimits;
  #isInTransaction = false;
  #isBroken = false;

  constructor(client: PoolClient, limits: QueryLimits) {
    this.#client = client;
    this.#limits = limits;
    client.on("error", () => {
      this.#isBroken = true;
    });
  }

  async query(sql: string, parameters: unknown[]) {
    // Nothing of a lost transaction is left to be taken back, and why it was lost is what counts.
    if (sql === "rollback" && this.#isBroken) return { command: "ROLLBACK", rowCount: 0, rows: [] };
    if (sql === "begin") this.#isInTransaction = true;
    let isSilent = false;
    const timer = setTimeout(() => {
      isSilent = true;
      // With a statement under way this cuts the connection, and the statement fails.
      void this.#client.end().catch(() => undefined);
    }, this.#limits.milliseconds);
    try {
      return await this.#client.query(sql, parameters);
    } catch (error) {
      const mayBeDone = sql === "commit" || (!this.#isInTransaction && writes.test(sql));
      const fault = isSilent
        ? new StoreUnavailable("the database does not answer", { cause: error, mayBeDone })
        : asUnavailable(error, mayBeDone);
      if (fault instanceof StoreUnavailable && (isSilent || fault.isLost)) this.#isBroken = true;
      throw fault;
    } finally {
      clearTimeout(timer);
    }
  }

  release(): void {
    this.#isInTransaction = false;
    this.#client.release(this.#isBroken);
  }
}

/** How long a statement may go without an answer. Changed once, when the tables are up to date. */
export interface QueryLimits {
  milliseconds: number;
}

/** The pool as Kysely uses it. */
export function boundedPool(pool: Pool, limits: QueryLimits): PostgresPool {
  const known = new WeakMap<PoolClient, BoundedClient>();
  return {
    async connect() {
      try {
        const client = await pool.connect();
        let bounded = known.get(client);
        if (!bounded) {
          bounded = new BoundedClient(client, limits);
          known.set(client, bounded);
        }
        // Kysely asks for cursors too; nothing here streams.
        return bounded as unknown as PostgresPoolClient;
      } catch (error) {
        throw asUnavailable(error);
      }
    },
    end: () => pool.end(),
  };
}
