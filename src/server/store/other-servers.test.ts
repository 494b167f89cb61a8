import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { expect, it } from "vitest";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { openEngine } from "./engine.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/list.ts";
import { describeOnBothEngines } from "./test-stores.ts";

function charge(server: TestServer, key: string, index: number) {
  const event = buildEvent({ charges: 1, seed: index });
  const visitCharged = { ...event.visitCharged, visitId: buildGuid(2, index) };
  const body = { AutoChargedEvent: { ...event, eventId: buildGuid(1, index), visitCharged } };
  return server.post("/AutoChargeEntry/Billing/ChargedVisit", body, { "x-ss-id": key });
}

const cutListeners = sql`select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'visit-charge-console changes' and datname = current_database()`;

describeOnBothEngines("servers on one database", (stores) => {
  it("hear of each other’s changes, and look while they cannot", async () => {
    const databaseUrl = await stores.fresh();
    const one = await startTestServer({}, { databaseUrl });
    const other = await startTestServer({}, { databaseUrl });
    try {
      if (one.store.kind === "sqlite") return;
      await expect.poll(() => [one, other].every(({ store }) => store.hearsOthers())).toBe(true);
      const key = await one.signIn();
      const changes = (request: object) =>
        other.post("/api/ChangesRequest", request, { "x-ss-id": key }).then(({ body }) => body);
      const { changeNumber: since } = await changes({});
      // Once the waiting call has had its look, the next one would come after five seconds.
      const told = async (index: number, from: unknown) => {
        const wait = changes({ since: from, waitSeconds: 25 });
        await sleep(600);
        const began = performance.now();
        expect((await charge(one, key, index)).status).toBe(200);
        const { visits, changeNumber } = await wait;
        expect(visits).toEqual([buildGuid(2, index)]);
        expect(performance.now() - began).toBeLessThan(3000);
        return changeNumber;
      };
      const next = await told(1, since);
      await cutListeners.execute(one.store.db);
      await expect.poll(() => other.store.hearsOthers()).toBe(false);
      const last = await told(2, next);
      await expect.poll(() => other.store.hearsOthers()).toBe(true);
      await told(3, last);
    } finally {
      await one.stop();
      await other.stop();
    }
  });

  it("are not upgraded while one of them is at work", async () => {
    const url = await stores.empty();
    const former = await openEngine(url);
    await migrate(former, { steps: migrations.slice(0, -1) });
    if (former.kind === "sqlite") return former.db.destroy();
    const atWork = sql`select pg_advisory_lock_shared(7214010)`;
    await former.db.connection().execute(async (connection) => {
      await atWork.execute(connection);
      await expect(stores.open(url, { upgradeWaitMs: 500 })).rejects.toThrow(
        "servers of that version are still at work on it: stop them",
      );
      const said: string[] = [];
      const upgraded = stores.open(url, { say: (sentence) => said.push(sentence) });
      const same = stores.open(url);
      await expect.poll(() => said.join()).toContain("once the servers of the former version have stopped");
      await sql`select pg_advisory_unlock_shared(7214010)`.execute(connection);
      for (const store of await Promise.all([upgraded, same])) await store.ping();
      expect(said.filter((sentence) => sentence.includes("without a copy")).length).toBeLessThan(2);
    });
    await former.db.destroy();
  });

  it("wait for whoever upgrades, however long", async () => {
    const url = await stores.empty();
    const former = await openEngine(url);
    await migrate(former, { steps: migrations.slice(0, -1) });
    await former.db.destroy();
    if (former.kind === "sqlite") return;
    const upgrading = new Client({ connectionString: url });
    await upgrading.connect();
    await upgrading.query("select pg_advisory_lock(7214010)");
    const said: string[] = [];
    const onUpgrade = async () => void said.push("upgrades");
    const waiting = stores.open(url, { upgradeWaitMs: 300, onUpgrade, say: (each) => said.push(each) });
    await sleep(1200);
    await upgrading.end();
    await (await waiting).ping();
    expect(said.slice(0, 2)).toEqual(["upgrades", expect.stringContaining("Another process is upgrading")]);
  });

  it.each(["", " server 0042-standing-invoices"])(
    "wait while a former one is connected: %j",
    async (name) => {
      const url = await stores.empty();
      const former = await openEngine(url);
      await migrate(former, { steps: migrations.slice(0, -1) });
      await former.db.destroy();
      if (former.kind === "sqlite") return;
      const itsPool = new Client({ connectionString: url, application_name: `visit-charge-console${name}` });
      await itsPool.connect();
      await expect(stores.open(url, { upgradeWaitMs: 500 })).rejects.toThrow("stop them");
      const upgraded = stores.open(url);
      await itsPool.end();
      await (await upgraded).ping();
    },
  );

  it("stand aside while a newer version upgrades the tables", async () => {
    const store = await stores.open();
    if (store.kind === "sqlite") return;
    await store.joinServers(() => undefined);
    await store.db.connection().execute(async (connection) => {
      const upgrade = sql`select pg_advisory_lock(7214010)`.execute(connection);
      await cutListeners.execute(store.db);
      await upgrade;
      await expect.poll(() => store.ping().catch(String)).toContain("a newer version is upgrading it");
      await sql`select pg_advisory_unlock(7214010)`.execute(connection);
    });
    await expect.poll(() => store.ping().catch(String)).toBe(undefined);
  });

  it("do not start while a newer version upgrades the tables", async () => {
    const databaseUrl = await stores.fresh();
    if (databaseUrl.startsWith("file:")) return;
    const newer = new Client({ connectionString: databaseUrl });
    await newer.connect();
    await newer.query("select pg_advisory_lock(7214010)");
    await expect(startTestServer({}, { databaseUrl })).rejects.toThrow("A newer version is upgrading");
    await newer.end();
  });

  it("stop when a newer version has upgraded the tables", async () => {
    const store = await stores.open();
    if (store.kind === "sqlite") return;
    let isOutdated = false;
    await store.joinServers(() => (isOutdated = true));
    await expect.poll(() => store.hearsOthers()).toBe(true);
    await sql`insert into schema_migration (name, applied_at) values ('9999-later', 1)`.execute(store.db);
    expect(isOutdated).toBe(false);
    await cutListeners.execute(store.db);
    await expect.poll(() => isOutdated).toBe(true);
  });
});
