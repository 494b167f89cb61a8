import type { CDPSession, Page } from "playwright/test";

/** Brings a page to the front and lets it settle: it is redrawn then, and nobody clicks at that moment. */
export async function inFront(page: Page): Promise<void> {
  await page.bringToFront();
  await page.waitForTimeout(100);
}

/**
 * Milliseconds, 2.618 frames. The paint waits for the next frame; at this spacing keys fall evenly across the interval
 * between two frames, the same on each page.
 */
const keyEvery = (1000 / 60) * ((3 + Math.sqrt(5)) / 2);

/**
 * Presses a key that many times. Returns the milliseconds from each key to the paint after it, and the main thread's
 * milliseconds per key.
 */
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
    // Set just above.
    const { keyTimes, stopKeys } = globalThis as unknown as { keyTimes: number[]; stopKeys: () => void };
    stopKeys();
    return keyTimes;
  });
  return { paint, task };
}

/** Milliseconds the page's main thread has worked since the page began. */
async function taskTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
}

/** Milliseconds from a click on the element to the paint after which `done` is true. */
export async function clickToPaint(page: Page, selector: string, done: string): Promise<number> {
  // A page behind another is painted only once a second.
  await page.bringToFront();
  return page.evaluate(
    ({ selector, done }) =>
      new Promise<number>((resolve, reject) => {
        const target = document.querySelector<HTMLElement>(selector);
        if (!target) return reject(new Error(`nothing is ${selector}`));
        // The condition comes from our own callers of this file.
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

/** Milliseconds from a click to the start of the next request whose URL contains `address`. */
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

/** Used heap in megabytes, after a garbage collection. */
export async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}
