import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import {
  postgresPrograms,
  type PostgresCluster,
  runAs,
  startPostgres,
} from "./store/test-postgres-cluster.ts";
import { startSilentNetwork } from "./store/test-silent-network.ts";
import { mountSmallDisk } from "./store/test-small-disk.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

const charge = "/AutoChargeEntry/Billing/ChargedVisit";
let server: TestServer;
let key: string;

async function start(databaseUrl: string, patienceMs = 1000): Promise<void> {
  server = await startTestServer({ LOG_LEVEL: "warn" }, { databaseUrl, patienceMs });
  key = await server.signIn();
}

function eventOf(index: number) {
  const event = buildEvent({ charges: 2, seed: index });
  const { visitCharged } = event;
  return {
    ...event,
    eventId: buildGuid(1, index),
    visitCharged: { ...visitCharged, visitId: buildGuid(2, index) },
    audit: { ...event.audit, canAutoCharge: true, stopProcessing: false, manualReviewNeeded: false },
  };
}

function send(index: number) {
  return server.post(charge, { AutoChargedEvent: eventOf(index) }, { "x-ss-id": key });
}

type Answer = Awaited<ReturnType<typeof send>>;

function expectUnavailable({ status, headers, text }: Answer): void {
  expect(status, text).toBe(503);
  expect(headers["retry-after"]).toBe("5");
  expect(text).toMatch(/ServiceUnavailable|OutcomeUnknown/);
}

const logged = () => server.logLines.join("");

describe("PostgreSQL", { skip: postgresPrograms() === undefined }, () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await startPostgres(postgresPrograms() ?? "");
  });
  afterAll(() => cluster.stop());
  afterEach(() => server.stop());

  async function administer(work: (client: Client) => Promise<unknown>): Promise<void> {
    const client = new Client({ connectionString: cluster.url });
    client.on("error", () => undefined);
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  }

  async function invoicesOf(first: number, last: number): Promise<number | undefined> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from invoice where visit_id between ${buildGuid(2, first)} and ${buildGuid(2, last)}
    `.execute(server.store.db);
    return rows[0]?.count;
  }

  it.each(["fast", "crash"] as const)(
    "restarts (%s) under load and loses no answered charge",
    { timeout: 60_000 },
    async (how) => {
      await start(cluster.url, 4000);
      const first = how === "fast" ? 1000 : 2000;
      const charged: number[] = [];
      const refused: number[] = [];
      let next = first;
      const over = new AbortController();
      const worker = async () => {
        while (!over.signal.aborted) {
          const index = next++;
          const answer = await send(index);
          if (answer.status === 200) charged.push(index);
          else {
            expectUnavailable(answer);
            refused.push(index);
          }
        }
      };
      const workers = Array.from({ length: 8 }, worker);
      await expect.poll(() => charged.length, { timeout: 10_000 }).toBeGreaterThan(20);
      await cluster.halt(how);
      await expect.poll(() => refused.length, { timeout: 10_000 }).toBeGreaterThan(20);
      const before = charged.length;
      await cluster.start();
      await expect.poll(() => charged.length, { timeout: 10_000 }).toBeGreaterThan(before + 20);
      over.abort();
      await Promise.all(workers);
      // The same events again: those that were answered are known, those that were refused are accepted now.
      for (const index of [...charged, ...refused]) expect((await send(index)).body["result"]).toBe(true);
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from invoice where visit_id in (${sql.join(
          [...charged, ...refused].map((index) => buildGuid(2, index)),
        )})`.execute(server.store.db);
      expect(rows[0]?.count).toBe(charged.length + refused.length);
      expect(logged()).toMatch(
        /the database (cannot be reached|is starting up)|connection to the database was lost/,
      );
      expect(logged()).not.toContain("request failed");
    },
  );

  it("is asked again at once when it ends our connections", async () => {
    await start(cluster.url, 4000);
    await administer(async (client) => {
      // The charge is waiting for this lock when its connection ends.
      await client.query("begin");
      await client.query("update last_number set value = value where name = 'invoice'");
      const answer = send(3000);
      // A transaction sees a fixed snapshot of the connections, so another connection looks.
      await administer(async (other) => {
        const waiting = () =>
          other.query(
            "select pid from pg_stat_activity where wait_event_type = 'Lock' and query like 'update%'",
          );
        await expect.poll(async () => (await waiting()).rowCount).toBe(1);
        await other.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'visit-charge-console server%'",
        );
      });
      await client.query("rollback");
      expect((await answer).body).toEqual({ result: true });
    });
    expect((await send(3000)).body).toEqual({ result: true });
  });

  it("keeping everybody waiting is given up in time", async () => {
    await start(cluster.url);
    await administer(async (client) => {
      await client.query("begin");
      await client.query("lock table last_number, message, session, audit_entry in access exclusive mode");
      const began = performance.now();
      const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => send(4000 + index)));
      answers.forEach(expectUnavailable);
      // Longer ago than a session is trusted without a look-up.
      server.clock.now += 3000;
      const email = { to: ["robin@direct.example"], textBody: "x" };
      const mail = { sessionKey: key, loggedInUser: "casey", email };
      const sent = await server.post("/DirectMessaging/SendMessage", mail);
      expect(sent.body).toMatchObject({ hasError: true, messageId: 0 });
      expect(performance.now() - began).toBeLessThan(10_000);
      await client.query("rollback");
    });
    expect((await send(4000)).body).toEqual({ result: true });
    expect(logged()).toContain("the database took too long");
  });

  it("gives a year’s figures more time than other work", async () => {
    await start(cluster.url, 1000);
    const held = administer(async (client) => {
      await client.query("begin; lock table invoice in access exclusive mode");
      // Twice as long as a charge waits, and the database’s own clock says when.
      await client.query("select pg_sleep(2); commit");
    });
    await administer(async (client) => {
      const locks = () =>
        client.query("select 1 from pg_locks where mode = 'AccessExclusiveLock' and granted");
      await expect.poll(async () => (await locks()).rowCount).toBeGreaterThan(0);
    });
    const as = { "x-ss-id": key };
    const days = { from: "2026-01-01", to: "2026-12-31" };
    const [sheet, report] = await Promise.all([
      server.post("/json/reply/DaySheetRequest", days, as),
      server.post("/json/reply/GetReportRequest", { ...days, report: "average" }, as),
    ]);
    await held;
    expect([sheet.status, report.status]).toEqual([200, 200]);
  });

  it("frees charges from a process that stalls with the lock", async () => {
    await start(cluster.url, 8000);
    const stalled = await startTestServer({}, { databaseUrl: cluster.url, patienceMs: 8000 });
    const stall = new AbortController();
    let isLocked = false;
    try {
      const hanging = stalled.store.db.transaction().execute(async (transaction) => {
        await sql`update last_number set value = value where name = 'invoice'`.execute(transaction);
        await sql`select pg_advisory_xact_lock(7214002)`.execute(transaction);
        isLocked = true;
        await once(stall.signal, "abort");
      });
      const lost = expect(hanging).rejects.toThrow();
      await expect.poll(() => isLocked).toBe(true);
      const began = performance.now();
      const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => send(8000 + index)));
      answers.forEach(expectUnavailable);
      expect(performance.now() - began).toBeLessThan(5000);
      expect(logged()).toContain("another transaction holds what is needed");
      await expect.poll(async () => (await send(8000)).status, { timeout: 10_000 }).toBe(200);
      expect(performance.now() - began).toBeLessThan(8000);
      for (let index = 8000; index < 8030; index += 1)
        expect((await send(index)).body).toEqual({ result: true });
      stall.abort();
      await lost;
      expect(await invoicesOf(8000, 8029)).toBe(30);
    } finally {
      stall.abort();
      await stalled.stop();
    }
  });

  it("read-only after a failover is asked again over new connections", async () => {
    await start(cluster.url, 4000);
    const ready = async () => (await server.send("/ready", { method: "GET" })).status;
    const own = sql<{ pids: number[] }>`select array_agg(pid order by pid) as pids from pg_stat_activity
      where application_name like 'visit-charge-console server%'`;
    const turn = (way: "on" | "off") =>
      administer(async (client) => {
        await client.query(`alter system set default_transaction_read_only = ${way}`);
        await client.query("select pg_reload_conf()");
      });
    try {
      expect((await send(8200)).body).toEqual({ result: true });
      await turn("on");
      const { rows: before } = await own.execute(server.store.db);
      await expect.poll(async () => (await send(8201)).status).toBe(503);
      await expect.poll(ready).toBe(503);
      await turn("off");
      await expect.poll(async () => (await send(8201)).status).toBe(200);
      await expect.poll(ready).toBe(200);
      const { rows: after } = await own.execute(server.store.db);
      expect(after[0]?.pids).not.toEqual(before[0]?.pids);
      expect(logged()).toContain("the database is read-only");
    } finally {
      await turn("off");
    }
  });

  it("with its connections all busy answers in time, then resumes", async () => {
    await start(cluster.url, 2000);
    const busy = Array.from({ length: 10 }, () => sql`select pg_sleep(60)`.execute(server.store.db));
    const slow = Promise.allSettled(busy);
    const began = performance.now();
    const headers = { "x-ss-id": key };
    server.clock.now += 3000;
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => send(8100 + index)),
      server.post("/api/ListVisitsRequest", {}, headers),
      server.post("/auth", { userName: "robin", password: "wrong" }),
    ]);
    answers.forEach(expectUnavailable);
    expect(performance.now() - began).toBeLessThan(6000);
    expect(logged()).toContain("no connection to the database came free in time");
    // The slow statements are ended by their own limit.
    for (const { status } of await slow) expect(status).toBe("rejected");
    for (let index = 8100; index < 8120; index += 1)
      expect((await send(index)).body).toEqual({ result: true });
    expect(await invoicesOf(8100, 8119)).toBe(20);
  });

  it("going silent holds up no request, and is asked again", async () => {
    const network = await startSilentNetwork(cluster.url);
    try {
      await start(network.url);
      expect((await send(5000)).body).toEqual({ result: true });
      const underWay = Array.from({ length: 30 }, (_, index) => send(5001 + index));
      // Some are just before their commit now, and some after it.
      await Promise.race(underWay);
      network.silence();
      const began = performance.now();
      const answers = await Promise.all(underWay);
      const headers = { "x-ss-id": key };
      const later = await Promise.all([
        ...Array.from({ length: 30 }, (_, index) => send(5031 + index)),
        server.post("/api/GetVisitInvoiceRequest", { visitId: buildGuid(2, 5000) }, headers),
        server.post("/auth", { userName: "robin", password: "wrong" }),
      ]);
      later.forEach(expectUnavailable);
      answers.filter(({ status }) => status !== 200).forEach(expectUnavailable);
      const session = { sessionKey: key, loggedInUser: "casey" };
      const list = await server.post("/DirectMessaging/GetMessageSummaries", session);
      expect(list.body).toMatchObject({ hasError: true, summaries: [] });
      expect(performance.now() - began).toBeLessThan(15_000);
      expect(logged()).toMatch(/the database does not answer|no connection to the database came free/);
      network.speak();
      await expect.poll(async () => (await send(5000)).status, { timeout: 10_000 }).toBe(200);
      for (let index = 5000; index < 5061; index += 1)
        expect((await send(index)).body).toEqual({ result: true });
      expect(await invoicesOf(5000, 5060)).toBe(61);
      // Nor does a stop wait for it.
      network.silence();
      const stopped = performance.now();
      await server.stop();
      expect(performance.now() - stopped).toBeLessThan(10_000);
    } finally {
      network.close();
    }
  });

  it("refuses what does not fit a full disk, then resumes", async ({ skip }) => {
    const disk = mountSmallDisk(24);
    if (!disk) return skip("Only root may mount a small disk.");
    try {
      await administer(async (client) => {
        await client.query(`create tablespace small location '${disk.folder(runAs())}'`);
        await client.query("create database small tablespace small");
      });
      const url = new URL(cluster.url);
      url.pathname = "/small";
      await start(url.href, 4000);
      disk.fill();
      const began = performance.now();
      const answers: Answer[] = [];
      for (let from = 6000; from < 9000 && !answers.some(({ status }) => status !== 200); from += 100)
        answers.push(...(await Promise.all(Array.from({ length: 100 }, (_, index) => send(from + index)))));
      answers.filter(({ status }) => status !== 200).forEach(expectUnavailable);
      expect(answers.at(-1)?.status).toBe(503);
      expect(performance.now() - began).toBeLessThan(15_000);
      expect(logged()).toContain("the database's disk is full");
      disk.empty();
      for (const [at] of answers.entries()) expect((await send(6000 + at)).body).toEqual({ result: true });
      expect(await server.store.events.countInvoices()).toBe(answers.length);
    } finally {
      await server.stop();
      await administer(async (client) => {
        await client.query("drop database if exists small with (force)");
        await client.query("drop tablespace if exists small");
      });
      disk.remove();
    }
  });
});

describe("SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "console-failing-"));
  const file = join(folder, "console.db");
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(() => server.stop());

  it("on a full disk refuses what does not fit", async () => {
    await start(`file:${file}`);
    const limit = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(server.store.db);
    await limit(1);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)));
    answers.forEach((answer) => expect([200, 503]).toContain(answer.status));
    answers.filter(({ status }) => status === 503).forEach(expectUnavailable);
    expect(answers.some(({ status }) => status === 503)).toBe(true);
    expect(logged()).toContain("the disk is full");
    await limit(1_000_000);
    for (let index = 0; index < 20; index += 1) expect((await send(index)).body).toEqual({ result: true });
    expect(await server.store.events.countInvoices()).toBe(20);
  });

  it("on a full disk is not ready, signs out", async ({ skip }) => {
    const disk = mountSmallDisk(24);
    if (!disk) return skip("Only root may mount a small disk.");
    try {
      await start(`file:${disk.folder({})}/console.db`);
      const ready = async () => (await server.send("/ready", { method: "GET" })).status;
      expect(await ready()).toBe(200);
      disk.fill();
      await expect.poll(ready, { timeout: 15_000, interval: 500 }).toBe(503);
      for (let index = 0; (await send(7000 + index)).status === 200;) index += 1;
      const { status } = await server.post("/auth/logout", {}, { "x-ss-id": key });
      const known = await server.post("/auth", {}, { "x-ss-id": key });
      // Refused, and the session lives; or done, and it has ended.
      expect([status, known.status]).toEqual(status === 200 ? [200, 401] : [503, 200]);
      disk.empty();
      await expect.poll(ready, { timeout: 15_000, interval: 500 }).toBe(200);
    } finally {
      disk.remove();
    }
  });

  it("with its file locked answers in time, then resumes", async () => {
    await start(`file:${file}`);
    const script = `const D=require("libsql");const d=new D(${JSON.stringify(file)});d.exec("begin exclusive");console.log("locked");process.stdin.on("end",()=>process.exit(0)).resume()`;
    const holder = spawn(process.execPath, ["-e", script], { stdio: ["pipe", "pipe", "inherit"] });
    await once(holder.stdout, "data");
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => send(100 + index)));
    answers.forEach(expectUnavailable);
    const verified = await server.post(
      "/json/reply/DiagnosisVerifyRequest",
      { code: "J06.9", svcDate: "2026-11-02" },
      { "x-ss-id": key },
    );
    expect(verified.status).toBe(200);
    expect((await server.post("/auth", { userName: "robin", password: "wrong" })).status).toBe(503);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(logged()).toContain("another process has held the database locked for too long");
    holder.stdin.end();
    await once(holder, "exit");
    for (let index = 100; index < 130; index += 1) expect((await send(index)).body).toEqual({ result: true });
  });

  it("with its file moved away says so, then resumes", async () => {
    await start(`file:${file}`);
    renameSync(file, `${file}.away`);
    expectUnavailable(await send(200));
    const wait = () => server.post("/api/ChangesRequest", { since: 0, waitSeconds: 20 }, { "x-ss-id": key });
    const waits = await Promise.all([wait(), wait(), wait()]);
    waits.forEach(expectUnavailable);
    expect(new Set(waits.map(({ headers }) => headers["x-request-id"])).size).toBe(3);
    await expect
      .poll(async () => (await server.post("/auth", { userName: "robin", password: "wrong" })).status, {
        timeout: 1000,
      })
      .toBe(503);
    expect(logged()).toContain("console.db was deleted or replaced while the server runs");
    renameSync(`${file}.away`, file);
    const written = server.store.db.transaction().execute(async (transaction) => {
      await sql`update last_number set value = value`.execute(transaction);
      renameSync(file, `${file}.away`);
    });
    // It is in the file, which may become readable again.
    await expect(written).rejects.toMatchObject({ mayBeDone: true });
    renameSync(`${file}.away`, file);
    expect((await send(200)).body).toEqual({ result: true });
    expect(logged()).toContain("The database file is back");
  });
});
