import { setTimeout as sleep } from "node:timers/promises";

/** Makes calls that begin evenly, so many a second, whether earlier ones are answered or not. Milliseconds of each. */
export async function paced(
  { perSecond, count }: { readonly perSecond: number; readonly count: number },
  call: (n: number) => Promise<unknown>,
): Promise<number[]> {
  const startedAt = performance.now();
  const times: number[] = [];
  const calls: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const wait = startedAt + (n / perSecond) * 1000 - performance.now();
    if (wait > 0) await sleep(wait);
    const began = performance.now();
    const timed = async () => {
      await call(n);
      times[n] = performance.now() - began;
    };
    calls.push(timed());
  }
  await Promise.all(calls);
  return times;
}
