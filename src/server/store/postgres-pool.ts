import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";
import { storableValue } from "./storable-text.ts";
import { asUnavailable, StoreUnavailable } from "./store-unavailable.ts";

/** Statements that change data, and may or may not be done when the connection is lost. */
const writes = /^\s*(commit|insert|update|delete|with)\b/i;

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

  async query(sql: string, parameters: unknown[] = []) {
    // A lost transaction has nothing to roll back, and the reason it was lost is what matters.
    if (sql === "rollback" && this.#isBroken) return { command: "ROLLBACK", rowCount: 0, rows: [] };
    if (sql === "begin") this.#isInTransaction = true;
    let isSilent = false;
    const timer = setTimeout(() => {
      isSilent = true;
      // With a statement in progress this cuts the connection, and the statement fails.
      void this.#client.end().catch(() => undefined);
    }, this.#limits.milliseconds);
    try {
      return await this.#client.query(sql, parameters.map(storableValue));
    } catch (error) {
      const mayBeDone = sql === "commit" || (!this.#isInTransaction && writes.test(sql));
      const fault = isSilent
        ? new StoreUnavailable("the database does not answer", { cause: error, mayBeDone })
        : asUnavailable(error, mayBeDone);
      if (fault instanceof StoreUnavailable && (isSilent || fault.isLost || fault.isOutdated))
        this.#isBroken = true;
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
        // Kysely's type includes cursors; nothing here streams.
        return bounded as unknown as PostgresPoolClient;
      } catch (error) {
        throw asUnavailable(error);
      }
    },
    end: () => pool.end(),
  };
}
