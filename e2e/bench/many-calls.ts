import { setTimeout as sleep } from "node:timers/promises";
import { ServerProcess } from "#e2e/server-process.ts";
import { call, keyAt, serviceOf, type Target, TooOften } from "./day-mix.ts";
import { memoryOf } from "./memory-of.ts";
import type { Measure } from "./measure.ts";

const calls = Number(process.env["SHIFT_CALLS"] ?? 1_000_000);
const atOnce = 8;
const tenths = 10;
/** Pages that the allocator keeps though nothing is in them. */
const noiseMb = 20;

/** Loaded into the service: it collects its garbage when told, so that only what is held counts. */
const collectWhenTold = `
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
process.on("SIGUSR2", () => collect());`;

async function heldMemory(pid: number): Promise<number> {
  process.kill(pid, "SIGUSR2");
  await sleep(2000);
  return memoryOf(pid);
}

/** Of a day's sign-ins, one in ten: a digest takes a third of a second of a core by intent, and all of them half the time of a run. */
const isLeftOut = (n: number) => keyAt(n) === "authenticate" && n % 1000 >= 100;

/**
 * These few people exceed what one may ask for in a minute: that is refused, which is a call too. A kept connection may end
 * just as a call begins: the next one has a new connection.
 */
async function callOrRefused(target: Target, n: number): Promise<void> {
  await call(target, n).catch((error: unknown) => {
    const isClosed = error instanceof TypeError && error.message === "fetch failed";
    if (!isClosed && !(error instanceof TooOften)) throw error;
  });
}

/** What the service takes more after a million calls of a day's mix than after the first tenth of them. */
export async function manyCalls(): Promise<readonly Measure[]> {
  const server = new ServerProcess({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(collectWhenTold)}`,
  });
  try {
    await server.start();
    const target = await serviceOf("SQLite", [server.url]);
    const each = Math.round(calls / tenths);
    const held: number[] = [];
    let n = 0;
    for (let tenth = 1; tenth <= tenths; tenth += 1) {
      const lane = async () => {
        while (n < each * tenth) {
          n += 1;
          if (!isLeftOut(n)) await callOrRefused(target, n);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
      const taken = await heldMemory(server.pid);
      held.push(taken);
      console.log(`  after ${n.toLocaleString("en")} calls: ${taken.toFixed(0)} MB`);
    }
    const [first = Number.NaN] = held;
    return [
      {
        name: `the service after ${calls.toLocaleString("en")} calls, beside their first tenth`,
        value: (held.at(-1) ?? Number.NaN) - first,
        unit: "MB more",
        atMost: noiseMb,
      },
    ];
  } finally {
    await server.dispose();
  }
}
