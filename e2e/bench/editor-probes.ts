import type { CDPSession, Page } from "playwright/test";

/** Brings a page before the other and lets it come to rest: it is drawn anew then, and nobody clicks in that moment. */
export async function inFront(page: Page): Promise<void> {
  await page.bringToFront();
  await page.waitForTimeout(100);
}

/**
 * Milliseconds, 2.618 frames: the paint waits for the next frame, and at this distance the keys fall evenly into all
 * moments between two frames, on each page alike.
 */
const keyEvery = (1000 / 60) * ((3 + Math.sqrt(5)) / 2);

/** Presses a key so many times and gives the milliseconds from each key to the paint after it, and the main thread's per key. */
export async function typeKeys(
  page: Page,
  cdp: CDPSession,
  count: number,
): Promise<{ paint: number[]; task: number }> {
  await inFront(page);
  await page.evaluate(() => {
    const times: number[] = [];
    const listen = () => {
      const start = performance.now();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => times.push(performance.now() - start));
        port1.start();
        port2.postMessage(0);
      });
    };
    document.addEventListener("keydown", listen, true);
    Object.assign(globalThis, {
      keyTimes: times,
      stopKeys: () => document.removeEventListener("keydown", listen, true),
    });
  });
  const before = await taskTime(cdp);
  const start = performance.now();
  for (let at = 0; at < count; at += 1) {
    await page.waitForTimeout(Math.max(0, start + at * keyEvery - performance.now()));
    await page.keyboard.press(at % 6 === 5 ? "Backspace" : String(at % 10));
  }
  await page.waitForTimeout(600);
  const task = ((await taskTime(cdp)) - before) / count;
  const paint = await page.evaluate(() => {
    // Put there just above.
    const { keyTimes, stopKeys } = globalThis as unknown as { keyTimes: number[]; stopKeys: () => void };
    stopKeys();
    return keyTimes;
  });
  return { paint, task };
}

/** Milliseconds of the page's main thread since it began. */
async function taskTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
}

/** Milliseconds from a click on the element to the paint after which `done` holds. */
export async function clickToPaint(page: Page, selector: string, done: string): Promise<number> {
  // A page behind another one is painted once a second.
  await page.bringToFront();
  return page.evaluate(
    ({ selector, done }) =>
      new Promise<number>((resolve, reject) => {
        const target = document.querySelector<HTMLElement>(selector);
        if (!target) return reject(new Error(`nothing is ${selector}`));
        // The condition is ours, from this file's callers.
        const holds = new Function(`return (${done});`) as () => boolean;
        const start = performance.now();
        const look = () => {
          if (!holds()) return requestAnimationFrame(look);
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () => resolve(performance.now() - start));
          port1.start();
          return port2.postMessage(0);
        };
        target.click();
        requestAnimationFrame(look);
        return undefined;
      }),
    { selector, done },
  );
}

/** Milliseconds from a click to the start of the next request whose address has this in it. */
export async function clickToRequest(page: Page, selector: string, address: string): Promise<number> {
  await inFront(page);
  return page.evaluate(
    ({ selector, address }) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`no request to ${address}`)), 10_000);
        performance.clearResourceTimings();
        const seen = new PerformanceObserver((list) => {
          const entry = list.getEntries().find(({ name }) => name.includes(address));
          if (!entry) return;
          seen.disconnect();
          resolve(entry.startTime - start);
        });
        seen.observe({ type: "resource" });
        const start = performance.now();
        document.querySelector<HTMLElement>(selector)?.click();
      }),
    { selector, address },
  );
}

export async function nodesOf(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll("*").length);
}

/** Used heap in megabytes after a collection. */
export async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}
