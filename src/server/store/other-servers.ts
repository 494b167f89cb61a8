import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { changesChannel } from "./charge-queries.ts";
import { againAfterMs, serversLock } from "./leader.ts";
import { isNewer } from "./migrate.ts";

const heartbeatMs = 10_000;
const patienceMs = 5000;

export interface OtherServersOptions {
  readonly databaseUrl: string;
  /** This process's own name in what it tells others. */
  readonly ownId: string;
  /** Another server has committed a change, or may have while nobody listened. */
  readonly heard: () => void;
  /** A newer edition has changed the tables: this one must not go on. */
  readonly outdated: () => void;
  /** True while a newer edition is changing the tables: until that is over, this process must not use them. */
  readonly standAside: (isAside: boolean) => void;
}

/**
 * One connection of a server process on PostgreSQL, by which it hears of the others' changes and shows that it is at
 * work. A lost one is replaced; meanwhile changes are found by polling.
 */
export class OtherServers {
  /** False while changes of others are found by polling only. */
  isHeard = false;
  /** Resolves once the first connection has been tried. */
  readonly begun: Promise<void>;
  readonly #options: OtherServersOptions;
  readonly #end = new AbortController();
  readonly #running: Promise<void>;

  constructor(options: OtherServersOptions) {
    this.#options = options;
    let begin = () => {};
    this.begun = new Promise((resolve) => (begin = resolve));
    this.#running = this.#run(begin);
  }

  async end(): Promise<void> {
    this.#end.abort();
    await this.#running;
  }

  async #run(begin: () => void): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      await this.#listen(begin).catch(() => undefined);
      begin();
      this.isHeard = false;
      await sleep(againAfterMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Throws when the connection is lost or cannot be made. */
  async #listen(begin: () => void): Promise<void> {
    const { databaseUrl, ownId, heard, outdated, standAside } = this.#options;
    const client = new Client({
      connectionString: databaseUrl,
      application_name: "visit-charge-console changes",
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
    });
    const over = new AbortController();
    for (const event of ["error", "end"] as const) client.on(event, () => over.abort());
    client.on("notification", ({ payload }) => {
      if (payload !== ownId) heard();
    });
    try {
      await client.connect();
      await client.query(`listen ${changesChannel}`);
      const lock = await client.query("select pg_try_advisory_lock_shared($1) as is_ours", [serversLock]);
      standAside(lock.rows[0]?.is_ours !== true);
      if (lock.rows[0]?.is_ours !== true) return;
      const { rows } = await client.query<{ name: string }>("select name from schema_migration");
      if (rows.some(({ name }) => isNewer(name))) {
        standAside(true);
        return outdated();
      }
      this.isHeard = true;
      begin();
      heard();
      const signal = AbortSignal.any([over.signal, this.#end.signal]);
      while (!signal.aborted) {
        await sleep(heartbeatMs, undefined, { signal });
        await client.query("select 1");
      }
    } finally {
      // A server that says nothing would not answer this either.
      void client.end().catch(() => undefined);
    }
  }
}
