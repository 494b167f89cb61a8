import { chromium, type Page } from "playwright/test";
import { chromiumLaunch } from "#e2e/chromium.ts";
import { signIn } from "#e2e/fixtures.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { type Measure, median, percentile } from "./measure.ts";

const typed = ["wrist fracture left", "s72.001a", "high blood pressure", "sprain right ankle", "e11.65"];
const rows = 2000;

/** From keydown until the page has finished everything the key caused. Answers arrive in between. */
async function typingTimes(page: Page): Promise<number[]> {
  const times = await page.evaluateHandle(() => {
    const list: number[] = [];
    document.addEventListener(
      "keydown",
      () => {
        const startedAt = performance.now();
        const channel = new MessageChannel();
        channel.port1.addEventListener("message", () => list.push(performance.now() - startedAt));
        channel.port1.start();
        channel.port2.postMessage(0);
      },
      { capture: true },
    );
    return list;
  });
  const box = page.getByLabel("Code", { exact: true });
  for (const text of typed) {
    await box.fill("");
    // The pace of a fast typist; answers arrive between keys.
    await box.pressSequentially(text, { delay: 60 });
  }
  return times.evaluate((list) => list);
}

/** The longest task while rows are verified and drawn. */
async function batch(page: Page, url: string): Promise<{ seconds: number; longest: number }> {
  await page.goto(`${url}/diagnosis?tab=batch`);
  const text = Array.from({ length: rows }, (_, at) => `S${10 + (at % 80)}.${at % 900}`).join("\n");
  await page.getByLabel("Codes").fill(text);
  const seen = await page.evaluateHandle(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration);
    }).observe({ type: "longtask" });
    return tasks;
  });
  const startedAt = performance.now();
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText(/of 2,000 are valid and billable/).waitFor({ timeout: 120_000 });
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, longest: await seen.evaluate((tasks) => Math.max(0, ...tasks)) };
}

export async function bench(): Promise<readonly Measure[]> {
  const server = new ServerProcess();
  const browser = await chromium.launch(chromiumLaunch);
  try {
    await server.start();
    const page = await browser.newPage({ locale: "en-US" });
    await signIn(page, server.url);
    await page.goto(`${server.url}/diagnosis`);
    const keys = await typingTimes(page);
    const { seconds, longest } = await batch(page, server.url);
    return [
      { name: "a key in the look-up, median", value: median(keys), unit: "ms", atMost: 16 },
      { name: "a key in the look-up, p95", value: percentile(keys, 0.95), unit: "ms", atMost: 16 },
      { name: "batch of 2,000 rows, longest task", value: longest, unit: "ms", atMost: 200 },
      { name: "batch of 2,000 rows, until answered", value: seconds, unit: "s" },
    ];
  } finally {
    await browser.close();
    await server.dispose();
  }
}
