import { postgresPrograms, startPostgres } from "#room/server/store/test-postgres-cluster.ts";
import { ServerProcess, userNames } from "#e2e/server-process.ts";
import { call, keyAt, serviceOf, type Target } from "./day-mix.ts";
import { startEchoServer } from "./echo-server.ts";
import { memoryOf } from "./memory-of.ts";
import { type Bench, type Measure, percentile } from "./measure.ts";
import { paced } from "./paced.ts";
import { rivals } from "./rivals.ts";

/** Calls a second at first, and how much more each step: from the last rate that held, finer. */
const firstRate = 50;
const coarse = 1.25;
const fine = 1.06;
const stepSeconds = Number(process.env["LOAD_STEP_SECONDS"] ?? 5);
const boundMs = 50;
/** Of a bare server on a machine that does nothing else. */
const leastFloor = 200;
/** How long memory is watched, at half of what one process can do. */
const longSeconds = Number(process.env["LOAD_SECONDS"] ?? 30);

/** The highest of the rising rates at which 99 of 100 calls take less than the bound, and none fails. */
async function highestRate(target: Target): Promise<{ rate: number; why: string }> {
  await paced({ perSecond: firstRate, count: firstRate * 2 }, (n) => call(target, n).catch(() => undefined));
  let rate = 0;
  let held = 0;
  let step = coarse;
  let failures = 0;
  for (let next = firstRate; ;) {
    const errors: unknown[] = [];
    const count = Math.round(next * stepSeconds);
    const began = performance.now();
    const times = await paced({ perSecond: next, count }, (n) =>
      call(target, n).catch((error: unknown) => errors.push(error)),
    );
    // A sign-in is slow on purpose: it counts as work, but does not have to be quick.
    const p99 = percentile(
      times.filter((_, n) => keyAt(n) !== "authenticate"),
      0.99,
    );
    if (errors.length === 0 && p99 < boundMs) {
      rate = Math.min(next, (count / (performance.now() - began)) * 1000);
      held = next;
      failures = 0;
      next *= step;
      continue;
    }
    failures += 1;
    // One step may meet something else that the machine does.
    if (failures < 2) continue;
    if (step === fine || held === 0) {
      const why = errors.length > 0 ? `${errors.length} failed` : `p99 ${p99.toFixed(0)} ms`;
      return { rate, why: `${why} at ${next.toFixed(0)} ${String(errors[0] ?? "")}`.trim() };
    }
    step = fine;
    failures = 0;
    next = held * step;
  }
}

async function ours(name: string, servers: readonly ServerProcess[]): Promise<Target> {
  for (const server of servers) await server.start();
  return serviceOf(
    name,
    servers.map(({ url }) => url),
  );
}

/** Memory that a process takes more at the end of a long run than after its first third. */
async function growth(target: Target, pid: number, perSecond: number): Promise<number> {
  const run = (share: number) =>
    paced({ perSecond, count: Math.round(perSecond * longSeconds * share) }, (n) =>
      // What fails has ended the rising rates before.
      call(target, n).catch(() => undefined),
    );
  await run(1 / 3);
  const before = memoryOf(pid);
  await run(2 / 3);
  return memoryOf(pid) - before;
}

/**
 * The real mix at rising rates: one process and three, both engines, beside a bare server that echoes the same bodies,
 * and (BENCH_RIVALS=yes, by npx) what else could stand in for such an API. Figures count only on an idle machine: the
 * client takes part of it.
 */
export const bench: Bench = async () => {
  const measures: Measure[] = [];
  const rates = new Map<string, number>();
  const anyone = userNames.map((name) => ({ name, sessionKey: "none" }));
  const floor = await startEchoServer();
  const bare = await highestRate({ name: "floor", urls: [floor.url], people: anyone, pathOf: () => "" });
  floor.stop();
  console.log(`  the bare server: ended by ${bare.why}`);
  if (bare.rate < leastFloor)
    throw new Error("Even a bare server hardly keeps up: the machine does something else.");
  const measure = async (target: Target) => {
    const { rate, why } = await highestRate(target);
    console.log(`  ${target.name}: ended by ${why}`);
    const name = `${target.name}, p99 under ${boundMs} ms`;
    measures.push({ name, value: rate, unit: "calls per second", floor: bare.rate });
    rates.set(target.name, rate);
    return rate;
  };
  const compare = (one: string, other: string, atLeast: number) => {
    const [value, floor] = [rates.get(one), rates.get(other)];
    if (value !== undefined && floor !== undefined)
      measures.push({ name: `${one} beside ${other}`, value, unit: "calls per second", floor, atLeast });
  };
  const programs = postgresPrograms();
  const cluster =
    programs === undefined ? undefined : await startPostgres(programs, undefined, { isDurable: true });
  const onPostgres = () => new ServerProcess(cluster ? { DATABASE_URL: cluster.url } : {});
  try {
    for (const { name, servers } of [
      { name: "SQLite", servers: [new ServerProcess()] },
      ...(cluster ? [{ name: "PostgreSQL, one process", servers: [onPostgres()] }] : []),
      ...(cluster ? [{ name: "PostgreSQL, three processes", servers: [1, 2, 3].map(onPostgres) }] : []),
    ]) {
      try {
        const target = await ours(name, servers);
        const rate = await measure(target);
        const value = await growth(target, servers[0]?.pid ?? 0, Math.max(10, rate / 2));
        measures.push({
          name: `${name}, memory after ${longSeconds} s at half of it`,
          value,
          unit: "MB more",
        });
      } finally {
        for (const server of servers) await server.dispose();
      }
    }
    for await (const { name, url, stop, ...rival } of rivals()) {
      await measure({ name, urls: [url], people: anyone, ...rival }).finally(stop);
      compare("SQLite", name, 2);
    }
    compare("PostgreSQL, one process", "SQLite", 0.5);
    compare("PostgreSQL, three processes", "PostgreSQL, one process", 0.8);
  } finally {
    await cluster?.stop();
  }
  return measures;
};
