import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CDPSession, chromium, type Page } from "playwright/test";
import { chromiumLaunch } from "#e2e/chromium.ts";
import { signIn } from "#e2e/fixtures.ts";
import { addressOf, ServerProcess } from "#e2e/server-process.ts";
import { changesAnswer, manySummaries } from "./many-summaries.ts";
import { type Measure, median } from "./measure.ts";

const total = 50_000;
const operation = "MessageChangesRequest";

async function heapOf(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 2 ** 20;
}

/** Starts counting tasks of the page over 50 ms. The returned function gives the longest, or 0 if there was none. */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  const holder = await page.evaluateHandle(() => {
    const seen = { longest: 0 };
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.longest = Math.max(seen.longest, entry.duration);
    });
    observer.observe({ type: "longtask" });
    return { seen, observer };
  });
  return () =>
    holder.evaluate(({ seen, observer }) => {
      for (const entry of observer.takeRecords()) seen.longest = Math.max(seen.longest, entry.duration);
      observer.disconnect();
      return seen.longest;
    });
}

/** The longest task of the page's main thread while that is done, in milliseconds of its own processor time. */
async function longestTask(session: CDPSession, work: () => Promise<void>): Promise<number> {
  let longest = 0;
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const { name, tdur } of value)
      if (String(name).endsWith("RunTask")) longest = Math.max(longest, Number(tdur ?? 0) / 1000);
  });
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "disabled-by-default-devtools.timeline"] },
  });
  await work();
  const isEnded = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await isEnded;
  return longest;
}

/** One look at a mailbox where nothing is new. */
async function lookQuietly(page: Page): Promise<void> {
  const answer = page.waitForResponse(`**/${operation}`);
  await page.getByRole("button", { name: "check now" }).click();
  await (await answer).finished();
  await page.waitForTimeout(500);
}

function timeKeys(page: Page, words: readonly string[]): Promise<number[]> {
  return page.evaluate(async (words) => {
    const box = document.querySelector<HTMLInputElement>('input[type="search"]');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    if (!box || !set) throw new Error("no search box");
    const times: number[] = [];
    for (const word of words) {
      for (let length = 1; length <= word.length; length += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        set.call(box, word.slice(0, length));
        const startedAt = performance.now();
        box.dispatchEvent(new InputEvent("input", { bubbles: true }));
        await Promise.resolve();
        // Reading the layout forces it, so that the figure includes all of the key's work.
        document.querySelector('[role="grid"]')?.getBoundingClientRect();
        times.push(performance.now() - startedAt);
      }
      set.call(box, "");
      box.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
    return times;
  }, words);
}

async function scrollThrough(page: Page): Promise<number> {
  const longest = await watchTasks(page);
  await page.evaluate(async () => {
    const list = document.querySelector('[role="grid"]');
    if (!list) throw new Error("no list");
    const steps = 240;
    for (let step = 0; step <= steps; step += 1) {
      list.scrollTop = (list.scrollHeight * step) / steps;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  return longest();
}

/** A message arrives while the list is scrolled to its middle. */
async function checkAgain(page: Page, service: { total: number }): Promise<number> {
  service.total += 1;
  const list = page.getByRole("grid", { name: "Inbox" });
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
  const longest = await watchTasks(page);
  await page.getByRole("button", { name: "check now" }).click();
  await page.getByRole("button", { name: "1 new message above" }).waitFor();
  await page.waitForTimeout(500);
  return longest();
}

/** A file picked, stored, encoded and sent, with every long task recorded. */
async function sendLargeFile(page: Page, server: ServerProcess): Promise<number> {
  const path = join(server.folder, "scan.bin");
  writeFileSync(path, Buffer.alloc(20 * 2 ** 20, 7));
  await page.goto(`${server.url}/messages/compose`);
  await page.getByLabel("To", { exact: true }).fill(addressOf("robin"));
  await page.getByLabel("Subject").fill("A large scan");
  await page.getByLabel("Message", { exact: true }).fill("here it is");
  const longest = await watchTasks(page);
  await page.getByLabel("Attach files").setInputFiles(path);
  await page.getByText("scan.bin").first().waitFor();
  await page.getByText("Reading scan.bin").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("button", { name: "Send now" }).click();
  await page.getByText(/^The service accepted it/).waitFor({ timeout: 60_000 });
  return longest();
}

/** The inbox with 50,000 summaries in a real browser, and a message with 20 MiB. */
export async function bench(): Promise<readonly Measure[]> {
  const server = new ServerProcess();
  await server.start();
  const service = { total: 0 };
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const session = await page.context().newCDPSession(page);
    await page.route(`**/${operation}`, (route) =>
      route.fulfill({ json: changesAnswer(service.total, route.request().postDataJSON()) }),
    );
    await signIn(page, server.url);
    await page.goto(`${server.url}/messages`);
    await page.getByRole("heading", { name: "No messages yet" }).waitFor();
    const empty = await heapOf(session);
    const text = JSON.stringify(manySummaries(total));
    await page.evaluate((json) => Object.assign(globalThis, { parsedAnswer: JSON.parse(json) }), text);
    const parsed = (await heapOf(session)) - empty;
    service.total = total;
    await page.reload();
    await page.getByRole("row").nth(3).waitFor();
    await page.getByText(/^checked \d/).waitFor();
    // The search index is built while nobody types, and counts toward the heap.
    await page.waitForTimeout(1500);
    const held = (await heapOf(session)) - empty;
    const quiet = await longestTask(session, () => lookQuietly(page));
    const keys = await timeKeys(page, [
      "strep culture",
      "payer 49",
      "nov 2",
      "imaging desk12",
      "nothing at all",
    ]);
    const scroll = await scrollThrough(page);
    const check = await checkAgain(page, service);
    const attachment = await sendLargeFile(page, server);
    return [
      { name: "50,000 summaries, nothing new: the longest task", value: quiet, unit: "ms", atMost: 5 },
      { name: "a key of a search, median", value: median(keys), unit: "ms", atMost: 16 },
      { name: "a key of a search, slowest", value: Math.max(...keys), unit: "ms" },
      { name: "scrolling end to end, longest task over 50 ms", value: scroll, unit: "ms", atMost: 50 },
      { name: "the list checked again, longest task over 50 ms", value: check, unit: "ms" },
      { name: "memory beside the parsed answer", value: held, floor: parsed, unit: "MB", atMost: 2 },
      {
        name: "20 MiB picked, encoded and sent, longest task over 50 ms",
        value: attachment,
        unit: "ms",
        atMost: 50,
      },
    ];
  } finally {
    await browser.close();
    await server.dispose();
  }
}
