import { withoutQueue } from "#e2e/fixtures.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import { chromiumLaunch } from "#e2e/chromium.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { passwordOf, ServerProcess } from "#e2e/server-process.ts";
import { type Bench, median } from "./measure.ts";

const imported = 10_000;
const retried = 1000;
const rounds = 5;
/** As many concurrent requests as the console's outbox uses. */
const concurrency = 12;

function guid(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

function events(count: number): Record<string, unknown>[] {
  const event = buildEvent({ charges: 10, diagnoses: 4, payments: 2, rulesLogs: 5 });
  return Array.from({ length: count }, () => ({
    ...event,
    eventId: guid(),
    visitCharged: { ...event.visitCharged, visitId: guid() },
  }));
}

/** A new page in a new browser process, just signed in. */
async function enter(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // What is measured is the list this browser keeps.
  await withoutQueue(page.context());
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("User name").fill("casey");
  await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Import" }).first().waitFor();
  return page;
}

/** Through a file on disk: a buffer may have at most 50 MB. */
async function give(page: Page, list: readonly unknown[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "queue-bench-"));
  const file = join(folder, "events.ndjson");
  writeFileSync(file, list.map((event) => JSON.stringify(event)).join("\n"));
  await page.locator('input[type="file"]').setInputFiles(file);
  page.once("close", () => rmSync(folder, { recursive: true, force: true }));
}

/** Starts recording the page's longest task, in milliseconds; read by `longestTask`. */
async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    // The bench's own property on the page's global object.
    const seen = globalThis as typeof globalThis & { longest?: number };
    seen.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest ?? 0, duration);
    }).observe({ type: "longtask" });
  });
}

function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as typeof globalThis & { longest?: number }).longest ?? 0);
}

/** Waits inside the page, so that polling costs nothing; returns the milliseconds. */
function untilText(page: Page, { status, pattern }: { status: string; pattern: string }): Promise<number> {
  return page.evaluate(
    ([name, words]) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        const look = () => {
          const text =
            document.querySelector(`[role="status"][aria-label="${name ?? ""}"]`)?.textContent ?? "";
          if (!new RegExp(words ?? "").test(text)) return false;
          resolve(performance.now() - start);
          return true;
        };
        const observer = new MutationObserver(() => (look() ? observer.disconnect() : undefined));
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
    [status, pattern],
  );
}

/** A bare loop over fetch with the same concurrency: no ledger, no parsing, no page. Milliseconds. */
function bareLoop(page: Page, list: readonly unknown[]): Promise<number> {
  const bodies = list.map((event) => JSON.stringify({ AutoChargedEvent: event }));
  return page.evaluate(
    async ([texts, lanes]) => {
      const queue = [...texts];
      const start = performance.now();
      const lane = async () => {
        for (let body = queue.pop(); body !== undefined; body = queue.pop()) {
          const answer = await fetch("/json/reply/BillingAutoChargeChargeVisitRequest", {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body,
          });
          await answer.json();
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      return performance.now() - start;
    },
    [bodies, concurrency] as const,
  );
}

async function retryAll(page: Page): Promise<number> {
  await page.getByRole("button", { name: /^Retry all/ }).click();
  const send = page.getByRole("dialog").getByRole("button", { name: /^Send / });
  await send.waitFor();
  const done = untilText(page, { status: "Sending", pattern: "^(Done|Stopped|Sending failed)" });
  await send.click();
  return done;
}

async function importBench(page: Page): Promise<{ ms: number; longest: number; open: number }> {
  const list = events(imported);
  await watchTasks(page);
  const [ms] = await Promise.all([
    untilText(page, { status: "Import", pattern: "^(?!.* read).*10,000" }),
    give(page, list),
  ]);
  const longest = await longestTask(page);
  const reload = performance.now();
  await page.reload();
  await page
    .getByText(/10,000 visits/)
    .first()
    .waitFor();
  return { ms, longest, open: performance.now() - reload };
}

/** The queue in a real browser: importing 10,000 events, and sending 1,000 next to a bare loop. */
export const bench: Bench = async () => {
  const server = new ServerProcess();
  const browser = await chromium.launch(chromiumLaunch);
  try {
    await server.start();
    // Warms up the server before the first round that counts.
    const warm = await enter(browser, server.url);
    await bareLoop(warm, events(300));
    await warm.context().close();
    const ours: number[] = [];
    const floors: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const bare = await enter(browser, server.url);
      floors.push(await bareLoop(bare, events(retried)));
      await bare.context().close();
      const desk = await enter(browser, server.url);
      await give(desk, events(retried));
      await desk.getByText("1,000 visits").first().waitFor();
      ours.push(await retryAll(desk));
      await desk.context().close();
    }
    const { ms, longest, open } = await importBench(await enter(browser, server.url));
    return [
      {
        name: `retry of 1,000 events, ${concurrency} at once`,
        value: median(ours),
        unit: "ms",
        floor: median(floors),
        atMost: 1.3,
      },
      { name: "import of 10,000 events", value: ms, unit: "ms" },
      { name: "import of 10,000 events, longest task", value: longest, unit: "ms", atMost: 100 },
      { name: "reload with 10,000 events to rows on screen", value: open, unit: "ms" },
    ];
  } finally {
    await browser.close();
    await server.dispose();
  }
};
