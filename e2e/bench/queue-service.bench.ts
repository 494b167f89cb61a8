import { copyFileSync, readFileSync } from "node:fs";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { chargeRate } from "./charge-rate.ts";
import { screenMeasures } from "./clinic-screen.ts";
import { load } from "./load.ts";
import { givePostgres, giveSqlite } from "./filled-stores.ts";
import { openCount, receivedAtOf, visitCount } from "./many-visits.ts";
import { type Bench, type Measure, median, percentile } from "./measure.ts";
import { buildServerWithoutQueue } from "./server-without-queue.ts";

const connections = 20;
const count = 1000;
const chargeRounds = 5;
const sorts = ["age", "amount", "received", "serviceDate", "reason"] as const;
const payer = (n: number) => `aaaaaaa5${String(100_000_000_000_000_000_000_000n + BigInt(n % 30))}`;

/** Filters of every kind. */
const filters: readonly ((n: number) => object)[] = [
  (n) => ({ reason: `Reason ${n % 40}` }),
  (n) => ({ payerId: payer(n), isFree: true }),
  (n) => ({ practiceId: "aaaaaaa90000000000000000000000aa", amountFrom: n % 400 }),
  (n) => ({ from: `2026-11-${10 + (n % 19)}`, to: `2026-11-${10 + (n % 19)}`, amountTo: n % 500 }),
  (n) => ({ text: `reason ${n % 40}` }),
  (n) => ({ isFree: true, isSnoozed: false, takenBy: `user ${n}` }),
];

/** No two requests are the same, so that none is answered with another's result. */
const anyFilter = (n: number) => ({
  ...filters[n % filters.length]?.(n),
  receivedFrom: wireDateTimeOf(new Date(receivedAtOf(1 + n))),
});

const calls: readonly (readonly [name: string, operation: string, body: (n: number) => object])[] = [
  ["first page", "ListVisitsRequest", () => ({})],
  ["any filter", "ListVisitsRequest", anyFilter],
  [
    "any sort, open and charged",
    "ListVisitsRequest",
    (n) => ({
      sort: sorts[n % sorts.length],
      isDescending: n % 2 === 0,
      ...(n % 3 === 0 ? { states: ["charged"] } : {}),
    }),
  ],
  [
    "any filter of the charged",
    "ListVisitsRequest",
    (n) => ({ states: ["charged"], sort: "received", isDescending: true, ...anyFilter(n) }),
  ],
  ["summary", "VisitSummaryRequest", () => ({ from: "2026-11-01", to: "2026-11-14" })],
  ["counts of the views", "ListVisitViewsRequest", () => ({ withTotals: true })],
];

function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

async function listMeasures(engine: string, server: ServerProcess): Promise<Measure[]> {
  const measures: Measure[] = [];
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  for (let view = 0; view < 5; view += 1)
    await wire.call("saveVisitView", {
      viewId: `abcdef${String(view).padStart(26, "0")}`,
      name: `View ${view}`,
      filter: { ...filters[view]?.(view) },
    });
  const headers = { authorization: `Bearer ${wire.sessionId}` };
  for (const [name, operation, body] of calls) {
    const run = (times: number) =>
      load({
        url: `${server.url}/json/reply/${operation}`,
        connections,
        count: times,
        headers,
        body: (n) => JSON.stringify(body(n)),
      });
    await run(100);
    const { times } = await run(count);
    console.log(`  ${engine}: ${name}, ${percentile(times, 0.99).toFixed(1)} ms`);
    measures.push({
      name: `${engine}: ${name}, slowest in a hundred`,
      value: percentile(times, 0.99),
      unit: "ms",
      atMost: 50,
    });
  }
  return measures;
}

/** Auto-charge next to a million visits, against the same server storing none of them. */
async function chargeMeasure(engine: string, ours: ServerProcess, without: ServerProcess): Promise<Measure> {
  const rates = [await chargeRate(ours), await chargeRate(without)] as const;
  const results: { ours: number; without: number }[] = [];
  for (const rate of rates) await rate();
  for (let round = 0; round < chargeRounds; round += 1)
    results.push({ without: await rates[1](), ours: await rates[0]() });
  return {
    name: `${engine}: auto-charge, 32 connections, with and without`,
    value: median(results.map((each) => each.ours)),
    unit: "per second",
    floor: median(results.map((each) => each.without)),
    atLeast: 0.9,
  };
}

async function onSqlite(bundle: string): Promise<Measure[]> {
  const server = new ServerProcess();
  const without = new ServerProcess({}, bundle);
  try {
    await giveSqlite(server);
    copyFileSync(server.databaseFile, without.databaseFile);
    await server.start();
    await without.start();
    return [
      { name: "server at rest", value: memoryOf(server.pid), unit: "MB", atMost: 150 },
      ...(await listMeasures("SQLite", server)),
      ...(await screenMeasures("SQLite", server)),
      await chargeMeasure("SQLite", server, without),
    ];
  } finally {
    await server.dispose();
    await without.dispose();
  }
}

async function onPostgres(bundle: string): Promise<Measure[]> {
  const cluster = await givePostgres();
  if (!cluster) return [];
  const server = new ServerProcess({ DATABASE_URL: cluster.url });
  const without = new ServerProcess({ DATABASE_URL: cluster.url }, bundle);
  try {
    await server.start();
    await without.start();
    return [
      ...(await listMeasures("PostgreSQL", server)),
      await chargeMeasure("PostgreSQL", server, without),
    ];
  } finally {
    await server.dispose();
    await without.dispose();
    await cluster.stop();
  }
}

/** A million visits, 50,000 of them open, requested by 20 clients at once on either engine, and viewed in a browser. */
export const bench: Bench = async () => {
  console.log(`  ${visitCount.toLocaleString("en")} visits, ${openCount.toLocaleString("en")} open`);
  const { bundle, remove } = await buildServerWithoutQueue();
  try {
    return [...(await onSqlite(bundle)), ...(await onPostgres(bundle))];
  } finally {
    remove();
  }
};
