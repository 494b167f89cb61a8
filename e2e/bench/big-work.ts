import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { chromium, type CDPSession, type Page } from "playwright/test";
import { chromiumLaunch } from "#e2e/chromium.ts";
import { signIn } from "#e2e/fixtures.ts";
import { tinyFax } from "#e2e/hostile/tiny-fax.ts";
import { tinyPdf } from "#e2e/hostile/tiny-pdf.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { scrollThrough } from "./clinic-screen.ts";
import { changesAnswer } from "./many-summaries.ts";
import type { Measure } from "./measure.ts";

/** SHIFT_SIZE=0.1 does a tenth of each, to see that it runs. */
const size = Number(process.env["SHIFT_SIZE"] ?? 1);
const amounts = {
  rows: 10_000 * size,
  letters: 50_000 * size,
  chosen: 1000 * size,
  attachmentBytes: 10_000_000 * size,
  imported: 10_000 * size,
  codes: 5000 * size,
};
/** SHIFT_WORK=taken,rows: all of it unless it says which. */
const wanted = (process.env["SHIFT_WORK"] ?? "").split(",").filter(Boolean);
const isWanted = (kind: string) => wanted.length === 0 || wanted.includes(kind);
/** Taken at once in the warm-up: by then Chromium has compiled what a run needs, a good third of what a first one leaves. */
const few = 400;
const leftAfterMs = 75_000;

/** Kilobytes that the page holds after a collection. */
async function heldBy(session: CDPSession): Promise<number> {
  for (let times = 0; times < 3; times += 1) await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN) / 1e6;
}

/** A PNG of noise, which nothing packs. */
function noisePng(bytes: number): Buffer {
  const width = 1000;
  const height = Math.max(1, Math.round(bytes / 3 / width));
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = Buffer.alloc(height * (1 + width * 3), 7);
  for (let at = 0; at < rows.length; at += 1) if (at % (1 + width * 3) === 0) rows[at] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 0 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function attachmentsOf(bytes: number) {
  const padding = Buffer.alloc(bytes, "x");
  const fax = Buffer.from(tinyFax, "base64");
  const document = `<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><title>Transfer</title><!--${padding}--></ClinicalDocument>`;
  const pdf = tinyPdf({ pages: ["Scan"], catalog: `/Padding (${padding})` });
  return [
    { fileName: "photo.png", contentType: "image/png", base64: noisePng(bytes).toString("base64") },
    { fileName: "scan.pdf", contentType: "application/pdf", base64: pdf },
    {
      fileName: "fax.tif",
      contentType: "image/tiff",
      base64: Buffer.concat([fax, padding]).toString("base64"),
    },
    { fileName: "record.xml", contentType: "text/xml", base64: Buffer.from(document).toString("base64") },
  ];
}

const rail = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

/** Where nothing big is shown. */
async function atDesk(page: Page): Promise<void> {
  await rail(page, "Directory").click();
  await page.getByRole("heading", { name: "Directory", level: 1 }).waitFor();
}

async function viewAttachments(page: Page, messageId: number, names: readonly string[]): Promise<void> {
  // A reload would give back all that the page held.
  await page.evaluate((address) => {
    history.pushState({}, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/messages/${messageId}`);
  for (const name of names) {
    await page.getByRole("button", { name: `View: ${name}` }).click();
    const dialog = page.getByRole("dialog");
    const shown = dialog.locator("iframe").or(dialog.getByRole("img")).or(dialog.getByText("Transfer"));
    await shown.or(dialog.getByText("can’t be shown")).first().waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await dialog.waitFor({ state: "detached" });
  }
}

async function verifyCodes(page: Page, count: number): Promise<void> {
  await rail(page, "Codes").click();
  await page.getByRole("tab", { name: "Batch" }).click();
  const codes = Array.from({ length: count }, (_, at) => `E11.${at % 10}${at % 7}`).join("\n");
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "codes.csv", mimeType: "text/csv", buffer: Buffer.from(codes) });
  await page.getByText(`${count.toLocaleString("en")} codes`).waitFor();
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText(/are valid and billable/).waitFor({ timeout: 600_000 });
}

async function takeAll(page: Page, count: number): Promise<void> {
  await rail(page, "Visits").click();
  await page.getByRole("row").nth(3).waitFor();
  await page.getByRole("button", { name: "Bulk actions" }).click();
  await page.getByRole("menuitem", { name: /^Take/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Take ${count.toLocaleString("en")} visits` })
    .click({ timeout: 120_000 });
  const status = page.getByRole("status", { name: "Work on visits" });
  await status.getByText(`${count.toLocaleString("en")} taken`).waitFor({ timeout: 600_000 });
  await status.getByRole("button", { name: "Close" }).click();
}

async function importVisits(page: Page, { first, count }: { first: number; count: number }): Promise<void> {
  await rail(page, "Visits").click();
  const folder = mkdtempSync(join(tmpdir(), "long-shift-"));
  const file = join(folder, "events.ndjson");
  const lines = Array.from({ length: count }, (_, at) => JSON.stringify(buildEvent({ seed: first + at })));
  writeFileSync(file, lines.join("\n"));
  await page.locator('input[type="file"]').first().setInputFiles(file);
  const report = page.getByRole("status", { name: "Import" });
  await report.getByText(`${count.toLocaleString("en")} visits imported`).waitFor({ timeout: 600_000 });
  await report.getByRole("button", { name: "Close" }).click();
  rmSync(folder, { recursive: true, force: true });
}

/** Held visits at the service: those with the numbers up to that one. */
async function holdVisits(wire: WireClient, { from, to }: { from: number; to: number }): Promise<void> {
  let next = from;
  const audit = { canAutoCharge: false, withholdReason: "Look" };
  const lane = async () => {
    while (next < to) {
      next += 1;
      await wire.call("chargeVisit", { AutoChargedEvent: buildEvent({ seed: 50_000 + next, audit }) });
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

/** What big work leaves behind in the page when it was left more than a minute ago. */
export async function bigWork(): Promise<readonly Measure[]> {
  const server = new ServerProcess();
  await server.start();
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const wire = new WireClient(server.url);
    await wire.signIn("casey");
    let arrived = 0;
    const arriveUpTo = async (to: number) => {
      await holdVisits(wire, { from: arrived, to });
      arrived = to;
    };
    await arriveUpTo(few);
    const robin = await robinOf(server.url);
    const files = attachmentsOf(amounts.attachmentBytes);
    const names = files.map(({ fileName }) => fileName);
    const small = attachmentsOf(1000);
    const warm = await deliver(robin, "Small", { textBody: "Attached", attachments: small });
    const messages: number[] = [];
    for (let of = 1; of <= 5; of += 1)
      messages.push(await deliver(robin, `Scans ${of}`, { textBody: "Attached", attachments: files }));

    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: server.url });
    page.setDefaultTimeout(120_000);
    await page.route("**/MessageChangesRequest", (route) =>
      route.fulfill({ json: changesAnswer(amounts.letters, route.request().postDataJSON()) }),
    );
    await signIn(page, server.url);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const openList = async () => {
      await rail(page, "Visits").click();
      await page.getByRole("row").nth(3).waitFor();
    };
    const search = async (words: string) => {
      await rail(page, "Messages").click();
      await page.getByRole("row").nth(3).waitFor();
      const box = page.getByRole("searchbox", { name: "Search messages" });
      await box.pressSequentially(words);
      await box.fill("");
    };
    /** Each kind of work once in small, so that its code is there. */
    const warmUp = async () => {
      await viewAttachments(page, warm, names);
      await search("strep");
      await verifyCodes(page, 10);
      await openList();
      await atDesk(page);
      await page.waitForTimeout(leftAfterMs);
    };
    await takeAll(page, few);
    await warmUp();
    const measures: Measure[] = [];
    const measure = async (
      kind: string,
      name: string,
      work: () => Promise<void>,
      before?: () => Promise<number>,
    ) => {
      if (!isWanted(kind)) return;
      const held = await heldBy(session);
      await work();
      await atDesk(page);
      await page.waitForTimeout(leftAfterMs);
      const after = await heldBy(session);
      const value = after - ((await before?.()) ?? held);
      measures.push({ name: `${name}, left behind a minute later`, value, unit: "MB", atMost: 2 });
    };
    const count = (value: number) => value.toLocaleString("en");
    if (isWanted("taken")) await arriveUpTo(few + amounts.chosen);
    await measure("taken", `${count(amounts.chosen)} visits taken at once`, () =>
      takeAll(page, amounts.chosen),
    );
    if (isWanted("rows")) await arriveUpTo(amounts.rows);
    await measure("rows", `${count(amounts.rows)} rows scrolled`, async () => {
      await openList();
      await scrollThrough(page, amounts.rows);
    });
    await measure("letters", `${count(amounts.letters)} letters searched`, () =>
      search("prior authorization"),
    );
    await measure("codes", `${count(amounts.codes)} codes verified`, () => verifyCodes(page, amounts.codes));
    await measure("attachments", "20 attachments of 10 MB seen", async () => {
      for (const id of messages) await viewAttachments(page, id, names);
    });
    // The visits themselves are this browser's from now on: a page that has just opened and imports them, beside one
    // that has just opened with them.
    const openAnew = async () => {
      await page.reload();
      await warmUp();
    };
    if (isWanted("imported")) await openAnew();
    await measure(
      "imported",
      `${count(amounts.imported)} visits imported`,
      () => importVisits(page, { first: 500_000, count: amounts.imported }),
      async () => {
        await openAnew();
        return heldBy(session);
      },
    );
    return measures;
  } finally {
    await browser.close();
    await server.dispose();
  }
}
