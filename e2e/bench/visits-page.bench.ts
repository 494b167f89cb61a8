import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright/test";
import { chromiumLaunch } from "#e2e/chromium.ts";
import { signIn, withoutQueue } from "#e2e/fixtures.ts";
import { VisitsQueue, ndjson } from "#e2e/pages/visits-queue.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { type Bench, median, percentile } from "./measure.ts";

const rows = 10_000;
const rounds = 7;

/** Milliseconds from an input event to the first paint after it, taken in the page. */
function toPaint(page: Page, act: { selector: string; text?: string }): Promise<number> {
  return page.evaluate(
    ({ selector, text }) =>
      new Promise<number>((resolve, reject) => {
        const target = document.querySelector<HTMLElement>(selector);
        if (!target) {
          reject(new Error(`${selector} is not on the page`));
          return;
        }
        const started = performance.now();
        if (target instanceof HTMLInputElement && text !== undefined) {
          // React overrides the element's own setter; calling the prototype's makes it see a change.
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(target, text);
          target.dispatchEvent(new Event("input", { bubbles: true }));
        } else target.click();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.addEventListener("message", () => resolve(performance.now() - started));
          channel.port1.start();
          channel.port2.postMessage(null);
        });
      }),
    act,
  );
}

/** The times between frames while the table is scrolled from the first row to the last. */
function scrollFrames(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const scroller = document.querySelector("table[aria-label='Visit charges']")?.parentElement;
        const steps = 90;
        let step = 0;
        const frames: number[] = [];
        let last = performance.now();
        const frame = () => {
          const now = performance.now();
          frames.push(now - last);
          last = now;
          if (!scroller || step === steps) {
            resolve(frames);
            return;
          }
          step += 1;
          scroller.scrollTop = (scroller.scrollHeight * step) / steps;
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
  );
}

/** The queue with 10,000 events: the cost of a key, a click and a long scroll, and the size of the document. */
export const bench: Bench = async () => {
  const server = new ServerProcess();
  const browser = await chromium.launch(chromiumLaunch);
  try {
    await server.start();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await withoutQueue(page.context());
    await signIn(page, server.url);
    const file = join(mkdtempSync(join(tmpdir(), "visits-bench-")), "events.ndjson");
    const events = Array.from({ length: rows }, (_, seed) =>
      buildEvent({ seed: seed + 1, charges: 1 + (seed % 6) }),
    );
    writeFileSync(file, ndjson(events));
    const queue = new VisitsQueue(page);
    await page.locator("input[type=file]").setInputFiles(file);
    await queue.importReport.getByRole("button", { name: "Close" }).click({ timeout: 120_000 });
    const keys: number[] = [];
    const sorts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      keys.push(
        await toPaint(page, { selector: "input[type=search]", text: "94640".slice(0, 1 + (round % 5)) }),
      );
      sorts.push(await toPaint(page, { selector: "th:nth-child(6) button" }));
    }
    await page.getByRole("searchbox", { name: "Find visits" }).fill("");
    const frames = await scrollFrames(page);
    const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
    return [
      { name: "10,000 rows: key in the search to paint", value: median(keys), unit: "ms", atMost: 50 },
      { name: "10,000 rows: click on a column to paint", value: median(sorts), unit: "ms", atMost: 200 },
      {
        name: "10,000 rows: frame of a scroll through all, 95th of 100",
        value: percentile(frames, 0.95),
        unit: "ms",
        atMost: 100,
      },
      { name: "10,000 rows: elements in the document", value: nodes, unit: "elements", atMost: 1500 },
    ];
  } finally {
    await browser.close();
    await server.dispose();
  }
};
