import { chromium, type CDPSession, type Page } from "playwright/test";
import { chromiumLaunch } from "#e2e/chromium.ts";
import { signIn } from "#e2e/fixtures.ts";
import { cell, field } from "#e2e/pages/editor.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { bigWork } from "./big-work.ts";
import { manyCalls } from "./many-calls.ts";
import { type Bench, type Measure, median } from "./measure.ts";

/** SHIFT_ROUNDS=50 is enough to see a leak of a page. */
const rounds = Number(process.env["SHIFT_ROUNDS"] ?? 300);
/** Caches and code fill in these: heap snapshots between rounds 40 and 80 differ by compiled code and no objects of ours. */
const warmUp = 100;

/** What the page holds after a collection. */
async function held(session: CDPSession) {
  for (let times = 0; times < 3; times += 1) await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { nodes: of("Nodes"), listeners: of("JSEventListeners"), bytes: of("JSHeapUsedSize") };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const rail = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

/** A visit opened, edited and undone, a letter, a code and the palette, each left by a link with the cursor in a field. */
async function round(page: Page, desk: { eventId: string; messageId: number }): Promise<void> {
  await page.locator(`a[href$="/visits/${desk.eventId}"]`).first().click();
  await cell(page, 0, "cpt").fill("99214");
  await field(page, "audit.withholdReason").focus();
  await page.keyboard.press("Control+z");
  await rail(page, "Messages").click();
  await page.locator(`#message-${desk.messageId}`).click();
  await page.getByRole("heading", { name: "Shift" }).waitFor();
  await rail(page, "Codes").click();
  const code = page.getByRole("combobox").first();
  await code.fill("J02.9");
  await page.keyboard.press("Enter");
  await rail(page, "Visits").click();
  await heading(page, "Visits").waitFor();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: "Search or jump to" });
  await palette.fill("mess");
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "hidden" });
}

/** A shift in one tab: what each round leaves behind. */
async function manyRounds(): Promise<readonly Measure[]> {
  const server = new ServerProcess();
  await server.start();
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const wire = new WireClient(server.url);
    await wire.signIn("casey");
    const event = buildEvent({
      seed: 1,
      charges: 3,
      audit: { canAutoCharge: false, withholdReason: "Look" },
    });
    await wire.call("chargeVisit", { AutoChargedEvent: event });
    const messageId = await deliver(await robinOf(server.url), "Shift", { textBody: "Good morning" });
    const desk = { eventId: event.eventId, messageId };
    // With its animations, as a user sees it.
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: server.url });
    await signIn(page, server.url);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    for (let times = 0; times < warmUp; times += 1) await round(page, desk);
    const before = await held(session);
    const took: number[] = [];
    for (let times = 0; times < rounds; times += 1) {
      const began = performance.now();
      await round(page, desk);
      took.push(performance.now() - began);
    }
    const after = await held(session);
    const tenth = Math.ceil(rounds / 10);
    const each = (what: keyof typeof before) => (after[what] - before[what]) / rounds;
    return [
      { name: "nodes left behind by a round", value: each("nodes"), unit: "nodes", atMost: 2 },
      { name: "listeners left behind by a round", value: each("listeners"), unit: "listeners", atMost: 0.5 },
      { name: "memory left behind by a round", value: each("bytes") / 1000, unit: "kB", atMost: 10 },
      {
        name: "the last rounds, beside the first",
        value: median(took.slice(-tenth)),
        unit: "ms",
        floor: median(took.slice(0, tenth)),
        atMost: 1.1,
      },
    ];
  } finally {
    await browser.close();
    await server.dispose();
  }
}

const parts = { rounds: manyRounds, work: bigWork, calls: manyCalls } as const;

/** SHIFT_PARTS=rounds,work,calls: all of them unless it says which. */
export const bench: Bench = async () => {
  const wanted = (process.env["SHIFT_PARTS"] ?? "").split(",").filter(Boolean);
  const measures: Measure[] = [];
  for (const [name, run] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) measures.push(...(await run()));
  return measures;
};
