import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import {
  type PostgresCluster,
  postgresPrograms,
  startPostgres,
} from "#room/server/store/test-postgres-cluster.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { startBalancer, type Balancer } from "#e2e/balancer.ts";
import { expect, needs, test } from "#e2e/fixtures.ts";
import { ServerProcess, addressOf, firstUsers, userNames } from "#e2e/server-process.ts";
import { WireClient, type WireAnswer } from "#e2e/wire-client.ts";

needs("a server of ours");

/** SOAK_SECONDS=600 npm run e2e -- specs/several-processes; SOAK_BUILD: the main.js of a former build, which one of them runs. */
const soakSeconds = Number(process.env["SOAK_SECONDS"] ?? 12);
const killEveryMs = 2000;
/** Time for the balancer to see it, also on a busy machine. */
const stopDelaySeconds = 4;
/** Between two calls of a lane: without it the lanes take the processors that the starting servers need. */
const pauseMs = 20;
const held = { canAutoCharge: false, manualReviewNeeded: true, withholdReason: "Papers missing" };

const names = userNames.slice(0, 4);

interface Network {
  readonly servers: readonly ServerProcess[];
  readonly balancer: Balancer;
  readonly cluster: PostgresCluster;
}

/** Three servers on one PostgreSQL, behind a balancer. */
async function withThree(work: (network: Network) => Promise<void>): Promise<void> {
  const programs = postgresPrograms();
  test.skip(programs === undefined, "PostgreSQL's programs are not on this machine");
  test.setTimeout((soakSeconds + 180) * 1000);
  const cluster = await startPostgres(programs ?? "");
  const env = {
    DATABASE_URL: cluster.url,
    FIRST_USER: firstUsers([...names, "quinn"]),
    STOP_DELAY_SECONDS: String(stopDelaySeconds),
  };
  const servers = [process.env["SOAK_BUILD"], undefined, undefined].map(
    (build) => new ServerProcess(env, build),
  );
  let balancer: Balancer | undefined;
  try {
    // The first makes the tables and the users.
    for (const server of servers) await server.start();
    balancer = await startBalancer(servers);
    await work({ servers, balancer, cluster });
  } finally {
    balancer?.close();
    for (const server of servers) await server.dispose();
    await cluster.stop();
  }
}

async function people(url: string): Promise<WireClient[]> {
  const wires = names.map((name) => ({ name, wire: new WireClient(url) }));
  for (const { name, wire } of wires) await wire.signIn(name);
  return wires.map(({ wire }) => wire);
}

async function ask(cluster: PostgresCluster, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: cluster.url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}

test("three processes replaced in turn fail no request", async () => {
  await withThree(async ({ servers, balancer }) => {
    const wires = await people(balancer.url);
    const over = new AbortController();
    const failed: string[] = [];
    let done = 0;
    const lanes = Array.from({ length: 12 }, async (_, lane) => {
      const wire = wires[lane % wires.length];
      for (let index = lane; !over.signal.aborted; index += 12) {
        const work = [
          () => wire?.post("chargeVisit", { AutoChargedEvent: buildEvent({ seed: 5000 + index }) }),
          () => wire?.post("listVisits", {}),
          () => wire?.post("verifyDiagnosis", { code: "J06.9", svcDate: "2026-11-02" }),
        ][index % 3];
        const answer = await work?.();
        done += 1;
        if (answer?.status !== 200) failed.push(`${answer?.status} ${JSON.stringify(answer?.body)}`);
        // A request is under way all the time, from one lane or another; more of them say no more.
        await sleep(pauseMs * 5);
      }
    });
    for (const server of servers) {
      const before = done;
      await server.stop("SIGTERM");
      await server.start();
      await expect.poll(() => done).toBeGreaterThan(before + 20);
      await expect.poll(() => balancer.ready()).toContain(server.url);
    }
    over.abort();
    await Promise.all(lanes);
    // Their logs have the reason of a 503.
    expect(failed, servers.map(({ logs }) => logs).join("\n")).toEqual([]);
    expect(done).toBeGreaterThan(100);
  });
});

/** No single answer may take longer, whatever dies. A messaging call gives up by itself after 20 s. */
const answerBoundMs = 30_000;

/** The calls of a soak: what no lost server explains, and how long the slowest single answer took. */
class Calls {
  readonly unexpected: string[] = [];
  slowestMs = 0;

  /** Sends the same until it is answered, as an engine and a browser do; only what a lost server explains is repeated. */
  async untilAnswered(send: () => Promise<WireAnswer>): Promise<WireAnswer> {
    for (;;) {
      const began = performance.now();
      const answer = await send();
      const tookMs = performance.now() - began;
      this.slowestMs = Math.max(this.slowestMs, tookMs);
      const text = JSON.stringify(answer.body);
      if (tookMs > answerBoundMs) this.unexpected.push(`${answer.status} after ${tookMs} ms: ${text}`);
      // A messaging call says in its answer that the database was away.
      const isAway = /"has(?:Error|RequestTimedOut)":true/.test(text) && /again|look before/.test(text);
      if (answer.status !== 502 && answer.status !== 503 && !isAway) {
        if (answer.status !== 200 && answer.status !== 409) this.unexpected.push(`${answer.status} ${text}`);
        return answer;
      }
      await sleep(100);
    }
  }
}

test("processes killed at random lose and double nothing", async () => {
  await withThree(async ({ servers, balancer, cluster }) => {
    const wires = await people(balancer.url);
    const calls = new Calls();
    const charged: string[] = [];
    const owners = new Map<string, Set<string>>();
    let messages = 0;
    const until = Date.now() + soakSeconds * 1000;
    let kills = 0;
    // On a busy machine one start may take most of the time.
    const goesOn = () => Date.now() < until || kills < 2;
    const lanes = Array.from({ length: 8 }, async (_, lane) => {
      const wire = wires[lane % wires.length];
      const name = userNames[lane % wires.length] ?? "";
      if (!wire) return;
      for (let index = lane; goesOn(); index += 8) {
        const event = buildEvent({ seed: 1 + index, ...(index % 4 === 3 ? { audit: held } : {}) });
        const { visitId = "" } = event.visitCharged;
        const sent = await calls.untilAnswered(() => wire.post("chargeVisit", { AutoChargedEvent: event }));
        if (sent.status === 200 && index % 4 !== 3) charged.push(visitId);
        if (index % 4 === 1) {
          const email = { to: [addressOf("quinn")], textBody: `Letter ${index}` };
          const letter = {
            sessionKey: wire.sessionId ?? "",
            loggedInUser: name,
            clientMessageId: `m${index}`,
            email,
          };
          const { body } = await calls.untilAnswered(() => wire.post("sendMessage", letter));
          expect(body).toMatchObject({ hasError: false });
          messages += 1;
        }
        if (index % 4 === 3) {
          const { status, body } = await calls.untilAnswered(() => wire.post("takeVisit", { visitId }));
          if (status === 200) owners.set(visitId, (owners.get(visitId) ?? new Set()).add(name));
          expect(JSON.stringify(body)).not.toContain("Forbidden");
        }
        await sleep(pauseMs);
      }
    });
    while (goesOn()) {
      const victim = servers[Math.floor(Math.random() * servers.length)];
      await victim?.stop("SIGKILL");
      kills += 1;
      await Promise.all([victim?.start(), sleep(killEveryMs)]);
    }
    await Promise.all(lanes);
    expect(calls.unexpected).toEqual([]);
    expect(kills).toBeGreaterThan(1);
    expect(charged.length).toBeGreaterThan(10);
    const [invoices] = await ask(
      cluster,
      `select count(*)::int as all, count(distinct visit_id)::int as visits, max(invoice_number)::int as last from invoice`,
    );
    expect(invoices).toEqual({ all: charged.length, visits: charged.length, last: charged.length });
    const [kept] = await ask(cluster, "select count(*)::int as all from message");
    expect(kept).toEqual({ all: messages });
    expect([...owners.values()].every((names) => names.size === 1)).toBe(true);
    const wire = wires[0] ?? new WireClient(balancer.url);
    const account = await wire.post("getAccount", {});
    expect(account.status).toBe(200);
    process.stdout.write(
      `${kills} kills, ${charged.length} charges, ${messages} messages, ${owners.size} visits taken, slowest answer ${Math.round(calls.slowestMs)} ms\n`,
    );
  });
});
