import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";
import { endable, CallerGone } from "./caller-gone.ts";
import { cancelStatement } from "./cancel-statement.ts";
import { storableValue } from "./storable-text.ts";
import { asUnavailable, StoreUnavailable } from "./store-unavailable.ts";

/** Statements that change data, and may or may not be done when the connection is lost. */
const writes = /^\s*(commit|insert|update|delete|with)\b/i;

const reads = /^\s*(select|with)\b/i;

/** Older connections may lead to a server that is gone, or that another has replaced. */
interface Trust {
  from: number;
}

class BoundedClient {
  readonly #madeAt = performance.now();
  readonly #client: PoolClient;
  readonly #limits: QueryLimits;
  readonly #trust: Trust;
  #isInTransaction = false;
  #isBroken = false;

  constructor(client: PoolClient, limits: QueryLimits, trust: Trust) {
    this.#client = client;
    this.#limits = limits;
    this.#trust = trust;
    client.on("error", () => {
      this.#isBroken = true;
    });
  }

  async query(sql: string, parameters: unknown[] = []) {
    // A lost transaction has nothing to roll back, and the reason it was lost is what matters.
    if (sql === "rollback" && !this.isTrusted) return { command: "ROLLBACK", rowCount: 0, rows: [] };
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
        async () => {
          if (!(await cancelStatement(this.#client))) this.#isBroken = true;
        },
      );
    } catch (error) {
      const isGone = error instanceof CallerGone;
      const mayBeDone = sql === "commit" || (!this.#isInTransaction && writes.test(sql));
      const fault = isSilent
        ? new StoreUnavailable("the database does not answer", { cause: error, mayBeDone })
        : asUnavailable(isGone ? error.cause : error, mayBeDone);
      if (isSilent || (fault instanceof StoreUnavailable && fault.isOutdated))
        this.#trust.from = performance.now();
      if (fault instanceof StoreUnavailable && fault.isLost) this.#isBroken = true;
      throw isGone ? error : fault;
    } finally {
      clearTimeout(timer);
    }
  }

  get isTrusted(): boolean {
    return !this.#isBroken && this.#madeAt >= this.#trust.from;
  }

  release(): void {
    this.#isInTransaction = false;
    this.#client.release(!this.isTrusted);
  }
}

/** The time is of a statement. Set anew once, after the migrations, which may take longer. */
export interface QueryLimits {
  milliseconds: number;
  /** A newer version is changing the tables: this process begins nothing. */
  isAside?: boolean;
}

/** The pool as Kysely uses it. */
export function boundedPool(pool: Pool, limits: QueryLimits): PostgresPool {
  const known = new WeakMap<PoolClient, BoundedClient>();
  const trust: Trust = { from: Number.NEGATIVE_INFINITY };
  const bound = (client: PoolClient) => {
    const bounded = known.get(client) ?? new BoundedClient(client, limits, trust);
    known.set(client, bounded);
    return bounded;
  };
  return {
    async connect() {
      if (limits.isAside === true) throw new StoreUnavailable("a newer version is upgrading it");
      try {
        let bounded = bound(await pool.connect());
        while (!bounded.isTrusted) {
          bounded.release();
          bounded = bound(await pool.connect());
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
