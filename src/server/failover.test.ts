import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import { type PostgresCluster, postgresPrograms, startPostgres } from "./store/test-postgres-cluster.ts";
import { startSilentNetwork } from "./store/test-silent-network.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function charge(server: TestServer, key: string, seed: number) {
  const body = { AutoChargedEvent: buildEvent({ seed }) };
  return server.post("/AutoChargeEntry/Billing/ChargedVisit", body, { "x-ss-id": key });
}

describe("a primary", { skip: postgresPrograms() === undefined, timeout: 120_000 }, () => {
  let primary: PostgresCluster;
  let standby: PostgresCluster;
  beforeAll(async () => {
    primary = await startPostgres(postgresPrograms() ?? "");
    standby = await startPostgres(postgresPrograms() ?? "", undefined, { replicaOf: primary });
    await administer(primary.url, "alter system set synchronous_standby_names = '*'");
    await administer(primary.url, "select pg_reload_conf()");
  }, 300_000);
  afterAll(async () => {
    await standby.stop();
    await primary.stop();
  });

  it("whose standby is away promises nothing", async () => {
    const server = await startTestServer({}, { databaseUrl: primary.url, patienceMs: 400 });
    const key = await server.signIn();
    try {
      await standby.halt("fast");
      const { status, text } = await charge(server, key, 800);
      expect([status, text]).toEqual([503, expect.stringContaining("OutcomeUnknown")]);
      await standby.start();
      await expect.poll(async () => (await charge(server, key, 800)).status).toBe(200);
    } finally {
      await server.stop();
    }
  });

  it("that is gone takes no answered charge with it", async () => {
    const network = await startSilentNetwork(primary.url);
    const server = await startTestServer(
      { LOG_LEVEL: "warn" },
      { databaseUrl: network.url, patienceMs: 800 },
    );
    const key = await server.signIn();
    try {
      // Also connections that nothing uses at the moment of the failover.
      await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.3)`.execute(server.store.db)));
      const { rows: earlier } = await sql<{ all: number }>`select count(*) as all from invoice`.execute(
        server.store.db,
      );
      const answered = new Set<number>();
      const over = new AbortController();
      let next = 1;
      const lanes = Array.from({ length: 4 }, async () => {
        while (!over.signal.aborted) {
          const seed = next++;
          for (let isDone = false; !isDone;) {
            const { status } = await charge(server, key, seed);
            if (status === 200) answered.add(seed);
            isDone = status === 200;
            if (!isDone) expect(status).toBe(503);
          }
        }
      });
      await expect.poll(() => answered.size).toBeGreaterThan(20);
      await primary.halt("crash");
      await administer(standby.url, "select pg_promote()");
      network.moveTo(standby.url);
      const before = answered.size;
      await expect.poll(() => answered.size, { timeout: 30_000 }).toBeGreaterThan(before + 20);
      over.abort();
      await Promise.all(lanes);
      const { rows } = await sql<{ all: number; visits: number; last: number }>`
        select count(*) as all, count(distinct visit_id) as visits, max(invoice_number) as last from invoice`.execute(
        server.store.db,
      );
      const count = answered.size + (earlier[0]?.all ?? 0);
      expect(rows).toEqual([{ all: count, visits: count, last: count }]);
      await expect.poll(() => server.store.hearsOthers(), { timeout: 30_000 }).toBe(true);
    } finally {
      await server.stop();
      network.close();
    }
  });

  it("that went silent costs one answer, however many connections", async () => {
    const network = await startSilentNetwork(standby.url);
    // A slow machine takes half a second to connect ten times.
    const server = await startTestServer({}, { databaseUrl: network.url, patienceMs: 2000 });
    const key = await server.signIn();
    try {
      await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.2)`.execute(server.store.db)));
      network.moveTo(standby.url);
      expect((await charge(server, key, 900)).status).toBe(503);
      expect((await charge(server, key, 900)).status).toBe(200);
    } finally {
      await server.stop();
      network.close();
    }
  });
});
