import type { RequestOf } from "#room/contract/registry.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { givePostgres, giveSqlite } from "./filled-stores.ts";
import { entryCount, instantOfEntry } from "./many-entries.ts";
import { memoryOf } from "./memory-of.ts";
import { type Bench, type Measure, percentile } from "./measure.ts";

const rounds = 100;
const exportedParts = 200;

type Asked = RequestOf<"listAuditEntries">;

/** A different position in the trail each round, spread over all of it. */
const placeOf = (n: number) => 1 + ((n * 7_368_787) % entryCount);
const instant = (number: number) => wireDateTimeOf(new Date(instantOfEntry(number)));
const days = (n: number, count: number) => ({
  from: instant(placeOf(n)),
  to: instant(placeOf(n) + count * 28_800),
});
const user = (n: number) => `user${n % 40}`;

/** Each filter of the page alone and combined: with many, few and no matches. */
const filters: Readonly<Record<string, (n: number) => Asked>> = {
  "no filter": () => ({}),
  who: (n) => ({ actor: user(n) }),
  "who did most": () => ({ actor: "key: Rules engine" }),
  "who did little": () => ({ actor: "seldom" }),
  nobody: () => ({ actor: "nobody" }),
  what: () => ({ action: "changed visit" }),
  "what is seldom": () => ({ action: "exported trail" }),
  "who and what": (n) => ({ actor: user(n), action: "read visit" }),
  "who and what, never": (n) => ({ actor: user(n), action: "charged" }),
  "to what": (n) => ({ subject: `visit:${String(placeOf(n) % 3_000_000).padStart(32, "0")}` }),
  "to what begins so": (n) => ({ subject: `event:${String(placeOf(n)).padStart(32, "0").slice(0, 30)}` }),
  "to what, never": () => ({ subject: "visit:abc" }),
  "who and to what, never": (n) => ({ actor: user(n), subject: "visit:abc" }),
  "what and to what, never": () => ({ action: "verified", subject: "visit:abc" }),
  "who, what and to what, never": (n) => ({ actor: user(n), action: "read visit", subject: "visit:abc" }),
  "a day": (n) => days(n, 1),
  "a month of who did little": (n) => ({ ...days(n, 30), actor: "seldom" }),
  "a month of what is seldom": (n) => ({ ...days(n, 30), action: "exported trail" }),
  "all of them, never": (n) => ({
    ...days(n, 30),
    actor: user(n),
    action: "read visit",
    subject: "visit:abc",
  }),
};

async function measuresOf(engine: string, server: ServerProcess): Promise<Measure[]> {
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  const timed = async (call: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await call();
    return performance.now() - startedAt;
  };
  const floors: number[] = [];
  const measures: Measure[] = [
    { name: `${engine}: server at rest`, value: memoryOf(server.pid), unit: "MB", atMost: 150 },
  ];
  for (const [name, filter] of Object.entries(filters)) {
    const took: number[] = [];
    for (let n = 0; n < rounds; n += 1) {
      const place =
        name.includes("day") || name.includes("month") || name.includes("all") ? {} : { before: placeOf(n) };
      floors.push(await timed(() => wire.call("getAccount", {})));
      took.push(await timed(() => wire.call("listAuditEntries", { ...filter(n), ...place })));
    }
    measures.push({
      name: `${engine}: p99 of a page, ${name}`,
      value: percentile(took, 0.99),
      unit: "ms",
      atMost: 50,
    });
    const floor = percentile(floors.slice(-rounds), 0.5);
    measures.push({
      name: `${engine}: median of a page, ${name}`,
      value: percentile(took, 0.5),
      unit: "ms",
      floor,
    });
  }
  const before = memoryOf(server.pid);
  let highest = before;
  let from: number | undefined;
  let count = 0;
  const startedAt = performance.now();
  for (let part = 0; part < exportedParts; part += 1) {
    const answer = await wire.call("exportAuditEntries", { format: "csv", before: from });
    from = answer.nextBefore ?? undefined;
    count += answer.count;
    highest = Math.max(highest, memoryOf(server.pid));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  measures.push({ name: `${engine}: export`, value: count / seconds, unit: "entries a second" });
  measures.push({
    name: `${engine}: memory that an export adds`,
    value: highest - before,
    unit: "MB",
    atMost: 60,
  });
  return measures;
}

/** Pages of a trail of ten million rows with every filter the page has, and its export. */
export const bench: Bench = async () => {
  const measures: Measure[] = [];
  const server = new ServerProcess();
  try {
    await giveSqlite(server, "trail");
    await server.start();
    measures.push(...(await measuresOf("SQLite", server)));
  } finally {
    await server.dispose();
  }
  const cluster = await givePostgres("trail");
  if (cluster === undefined) return measures;
  const other = new ServerProcess({ DATABASE_URL: cluster.url });
  try {
    await other.start();
    measures.push(...(await measuresOf("PostgreSQL", other)));
  } finally {
    await other.dispose();
    await cluster.stop();
  }
  return measures;
};
