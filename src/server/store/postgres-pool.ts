import type { PostgresPool, PostgresPoolClient } from "kysely";
import { Client, type Pool, type PoolClient } from "pg";
import { endable, CallerGone } from "./caller-gone.ts";
import { storableValue } from "./storable-text.ts";
import { asUnavailable, StoreUnavailable } from "./store-unavailable.ts";

/** Statements that change data, and may or may not be done when the connection is lost. */
const writes = /^\s*(commit|insert|update|delete|with)\b/i;

/** Ends the statement of a connection, through another one. If that fails, the statement goes on to its end or limit. */
async function cancelStatement(pool: Pool, client: PoolClient): Promise<void> {
  const other = new Client(pool.options);
  try {
    await other.connect();
    // The types leave out the id of the server's process.
    await other.query("select pg_cancel_backend($1)", [Reflect.get(client, "processID")]);
  } catch {
    // As above.
  } finally {
    await other.end().catch(() => undefined);
  }
}

const reads = /^\s*(select|with)\b/i;

class BoundedClient {
  readonly #client: PoolClient;
  readonly #limits: QueryLimits;
  readonly #pool: Pool;
  #isInTransaction = false;
  #isBroken = false;

  constructor(client: PoolClient, limits: QueryLimits, pool: Pool) {
    this.#client = client;
    this.#pool = pool;
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
      const values = parameters.map(storableValue);
      if (!reads.test(sql)) return await this.#client.query(sql, values);
      return await endable(
        async () => this.#client.query(sql, values),
        () => cancelStatement(this.#pool, this.#client),
      );
    } catch (error) {
      if (error instanceof CallerGone) throw error;
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

/** Of a statement. Set anew once, after the migrations, which may take longer. */
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
          bounded = new BoundedClient(client, limits, pool);
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
