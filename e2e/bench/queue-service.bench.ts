import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { ServerProcess, userNames } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { screenMeasures } from "./clinic-screen.ts";
import { givePostgres, giveSqlite } from "./filled-stores.ts";
import { openCount, receivedAtOf, visitCount, visitIdOf } from "./many-visits.ts";
import { memoryOf } from "./memory-of.ts";
import { type Bench, type Measure, percentile } from "./measure.ts";
import { paced } from "./paced.ts";
import { startRowServer } from "./row-server.ts";

/** A clinic network's load: lists and charges that arrive evenly. */
const lists = { perSecond: 20, count: 240 };
/** Five views counted in each: as many counts a second as lists. */
const viewCounts = { perSecond: lists.perSecond / 5, count: 100 };
const chargesPerSecond = 10;
/** Each list beside the floor in the same run. */
const bounds = { single: 5, combination: 15, overview: 3 };

type Body = (n: number) => object;

const id = (kind: number, n: number) => `aaaaaaa${kind}${n.toString(16).padStart(24, "0")}`;
const practice = "aaaaaaa90000000000000000000000aa";
const since = (n: number) => wireDateTimeOf(new Date(receivedAtOf(n)));
const charged = { states: ["charged"] };
const newest = { sort: "received", isDescending: true };

const orders: readonly Body[] = [
  ...["age", "need", "amount", "received", "serviceDate", "reason"].flatMap((sort) => [
    () => ({ sort }),
    () => ({ sort, isDescending: true }),
  ]),
  ...["age", "amount", "received", "serviceDate", "reason"].map((sort) => () => ({
    ...charged,
    sort,
    isDescending: true,
  })),
  () => ({ states: ["withheld", "refused", "charged", "closed"], ...newest }),
];

/** One of each kind. */
const filters: readonly Body[] = [
  (n) => ({ reason: `Reason ${n % 40}` }),
  () => ({ practiceId: practice }),
  (n) => ({ payerId: id(5, n % 30) }),
  (n) => ({ providerId: id(4, n % 12) }),
  () => ({ rule: "NCCI" }),
  () => ({ takenBy: "casey" }),
  () => ({ isFree: true }),
  () => ({ isSnoozed: false }),
  (n) => ({ from: `2026-11-${10 + (n % 19)}`, to: `2026-11-${10 + (n % 19)}` }),
  (n) => ({ from: "2026-10-01", to: `2026-11-${10 + (n % 19)}` }),
  (n) => ({ receivedFrom: since(visitCount - 20_000 - n) }),
  (n) => ({ firstReceivedFrom: since(n * 1000), firstReceivedTo: since(n * 1000 + 30_000) }),
  () => ({ waitingFrom: 2, waitingTo: 30 }),
  (n) => ({ amountFrom: n % 400, amountTo: (n % 400) + 5 }),
  (n) => ({ text: `reason ${n % 40}` }),
  (n) => ({ text: String(1 + n * 977) }),
  (n) => ({ text: visitIdOf(1 + n * 977).slice(0, 30) }),
];

const combinations: readonly Body[] = [
  (n) => ({ reason: `Reason ${n % 40}`, receivedFrom: since(1 + n * 100) }),
  (n) => ({ payerId: id(5, n % 30), isFree: true, providerId: id(4, n % 12) }),
  (n) => ({ practiceId: practice, amountFrom: n % 400, receivedFrom: since(n) }),
  (n) => ({ from: `2026-11-${10 + (n % 19)}`, to: `2026-11-${10 + (n % 19)}`, amountTo: n % 500 }),
  (n) => ({ text: `reason ${n % 40}`, payerId: id(5, n % 30) }),
  (n) => ({ isFree: true, isSnoozed: false, takenBy: `user ${n}`, amountFrom: 100 }),
  (n) => ({ payerId: id(5, n % 30), amountFrom: 100, amountTo: 101, sort: "amount" }),
  (n) => ({ practiceId: practice, receivedTo: since(100_000 + n), from: "2026-11-20", sort: "serviceDate" }),
];

const ofCharged = (bodies: readonly Body[]) =>
  bodies.map((body): Body => (n) => ({ ...charged, ...newest, ...body(n) }));

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status}: ${text.slice(0, 500)}`);
  return text;
}

const event = buildEvent({ charges: 10, diagnoses: 4, payments: 2, rulesLogs: 5 });
let sent = 0;

/** Runs work while charges arrive, every fifth of them withheld. */
async function besideCharges<T>(
  { url, headers }: { url: string; headers: Record<string, string> },
  work: () => Promise<T>,
): Promise<T> {
  const state = { isOver: false };
  const charging = (async () => {
    while (!state.isOver)
      await paced({ perSecond: chargesPerSecond, count: chargesPerSecond }, async () => {
        sent += 1;
        const audit =
          sent % 5 === 0 ? { canAutoCharge: false, withholdReason: `Reason ${sent % 40}` } : event.audit;
        const visitCharged = { ...event.visitCharged, visitId: buildGuid(2, sent) };
        const AutoChargedEvent = { ...event, eventId: buildGuid(1, sent), visitCharged, audit };
        await post(`${url}/AutoChargeEntry/Billing/ChargedVisit`, { AutoChargedEvent }, headers);
      });
  })();
  try {
    return await work();
  } finally {
    state.isOver = true;
    await charging;
  }
}

async function saveViews(wire: WireClient): Promise<void> {
  for (let view = 0; view < 5; view += 1)
    await wire.call("saveVisitView", {
      viewId: buildGuid(7, (sent += 1)),
      name: `View ${view}`,
      filter: { ...combinations[view]?.(view) },
    });
}

async function listMeasures(engine: string, server: ServerProcess, databaseUrl: string): Promise<Measure[]> {
  const wires = userNames.map(() => new WireClient(server.url));
  const people: Record<string, string>[] = [];
  for (const [index, wire] of wires.entries()) {
    await wire.signIn(userNames[index] ?? "casey");
    await saveViews(wire);
    people.push({ authorization: `Bearer ${wire.sessionId}` });
  }
  const [wire = new WireClient(server.url)] = wires;
  const own = { url: server.url, headers: people[0] ?? {} };
  const p99 = async (call: (n: number) => Promise<unknown>, load = lists) => {
    await paced({ ...load, count: 40 }, call);
    return percentile(await besideCharges(own, () => paced(load, call)), 0.99);
  };
  const rows = await startRowServer(databaseUrl, "bbbbbbb2", visitCount);
  const floor = await p99(() => post(rows.url, {}));
  rows.stop();
  console.log(`  ${engine}: floor, ${floor.toFixed(1)} ms`);
  const measures: Measure[] = [];
  const [list, counts] = ["ListVisitsRequest", "ListVisitViewsRequest"];
  const measure = async (name: string, atMost: number, operation: string, bodies: readonly Body[]) => {
    const load = operation === counts ? viewCounts : lists;
    const slowest = new Map<number, number>();
    const value = await p99(async (n) => {
      const began = performance.now();
      // A network's lists are asked for by many: of one person a few run at a time.
      const headers = people[n % people.length];
      await post(`${own.url}/json/reply/${operation}`, bodies[n % bodies.length]?.(n) ?? {}, headers);
      const kind = n % bodies.length;
      slowest.set(kind, Math.max(slowest.get(kind) ?? 0, performance.now() - began));
    }, load);
    const [worst = 0] = [...slowest].toSorted(([, a], [, b]) => b - a)[0] ?? [];
    console.log(
      `  ${engine}: ${name}, ${value.toFixed(1)} ms, slowest ${JSON.stringify(bodies[worst]?.(1))}`,
    );
    measures.push({ name: `${engine}: ${name}, slowest in a hundred`, value, unit: "ms", floor, atMost });
  };
  await measure("first page of each order", bounds.single, list, orders);
  await measure("each single filter", bounds.single, list, filters);
  await measure("each single filter of the charged", bounds.single, list, ofCharged(filters));
  await measure("any combination", bounds.combination, list, combinations);
  await measure("any combination of the charged", bounds.combination, list, ofCharged(combinations));
  await measure("counts of five saved views", bounds.single, counts, [() => ({ withTotals: true })]);
  await measure("overview", bounds.overview, "VisitSummaryRequest", [
    () => ({ from: "2026-11-01", to: "2026-11-14" }),
  ]);
  const further = await furtherPages(wire);
  await measure("a page further on", bounds.single, list, further);
  return measures;
}

/** The twentieth page of some lists. */
async function furtherPages(wire: WireClient): Promise<Body[]> {
  const firsts: readonly RequestOf<"listVisits">[] = [
    { sort: "need" },
    { sort: "amount" },
    { states: ["charged"], sort: "received", isDescending: true },
    { states: ["charged"], sort: "amount" },
  ];
  const pages: Body[] = [];
  for (const first of firsts) {
    let cursor: string | null | undefined;
    for (let page = 1; page < 20; page += 1)
      cursor = (await wire.call("listVisits", { ...first, cursor })).nextCursor;
    pages.push(() => ({ ...first, cursor }));
  }
  return pages;
}

async function onSqlite(): Promise<Measure[]> {
  const server = new ServerProcess();
  try {
    await giveSqlite(server);
    await server.start();
    return [
      { name: "server at rest", value: memoryOf(server.pid), unit: "MB", atMost: 110 },
      // Before charges add to the open ones.
      ...(await screenMeasures("SQLite", server)),
      ...(await listMeasures("SQLite", server, `file:${server.databaseFile}`)),
    ];
  } finally {
    await server.dispose();
  }
}

async function onPostgres(): Promise<Measure[]> {
  const cluster = await givePostgres();
  if (!cluster) return [];
  const server = new ServerProcess({ DATABASE_URL: cluster.url });
  try {
    await server.start();
    return await listMeasures("PostgreSQL", server, cluster.url);
  } finally {
    await server.dispose();
    await cluster.stop();
  }
}

/** A million visits, 50,000 of them open, under a clinic network's load on either engine, and viewed in a browser. */
export const bench: Bench = async () => {
  console.log(`  ${visitCount.toLocaleString("en")} visits, ${openCount.toLocaleString("en")} open`);
  return [...(await onSqlite()), ...(await onPostgres())];
};
