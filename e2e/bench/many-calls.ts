import { ServerProcess } from "#e2e/server-process.ts";
import { call, serviceOf, type Target, TooOften } from "./day-mix.ts";
import { memoryOf } from "./memory-of.ts";
import type { Measure } from "./measure.ts";

const calls = Number(process.env["SHIFT_CALLS"] ?? 1_000_000);
const atOnce = 8;
const tenths = 10;
/** What a collection that has not run yet may hold. */
const noiseMb = 20;

/** These few people exceed what one may ask for in a minute: that is refused, which is a call too. */
async function callOrRefused(target: Target, n: number): Promise<void> {
  await call(target, n).catch((error: unknown) => {
    if (!(error instanceof TooOften)) throw error;
  });
}

/** What the service takes more after a million calls of a day's mix than after the first tenth of them. */
export async function manyCalls(): Promise<readonly Measure[]> {
  const server = new ServerProcess();
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
          await callOrRefused(target, n);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
      held.push(memoryOf(server.pid));
    }
    const [first = Number.NaN] = held;
    console.log(`  the service after each tenth: ${held.map((mb) => mb.toFixed(0)).join(", ")} MB`);
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
