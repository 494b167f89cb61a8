import { readFileSync } from "node:fs";
import { enter, expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { go } from "#e2e/pages/go.ts";
import { buildEvent } from "#room/testing/builders.ts";

needs("the clinic’s list");

const withholdReason = "=1+1 to be exported";

test("exports are saved as files; stopped ones save nothing", async ({ page, server, wire }) => {
  await test.step("a list and charged lines are saved as files", async () => {
    const audit = { canAutoCharge: false, withholdReason };
    for (const seed of [0x810001, 0x810002])
      await wire.call("chargeVisit", { AutoChargedEvent: buildEvent({ seed, audit }) });
    await wire.call("chargeVisit", { AutoChargedEvent: buildEvent({ seed: 0x810003 }) });
    const saved = async () => {
      const file = await page.waitForEvent("download");
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
    };

    await enter(page, server.url, "/visits?tab=open");
    const toExport = async () => {
      await page.getByRole("button", { name: "Bulk actions" }).click();
      await page.getByRole("menuitem", { name: "Export this list (CSV)" }).click();
    };
    let file = saved();
    await toExport();
    const list = await file;
    expect(list.name).toMatch(/^visits-\d{4}-\d\d-\d\d\.csv$/);
    expect(list.text).toMatch(/^\uFEFFVisit ID,Event ID,State,/);
    expect(list.text.split("'=1+1 to be exported")).toHaveLength(3);
    await expect(page.getByText("holds patient data")).toBeVisible();
    expect(page.url()).not.toContain("export");

    await go(page, "/figures");
    file = saved();
    await page.getByRole("button", { name: "Export CSV" }).click();
    await page.getByRole("menuitem", { name: "Each charged line" }).click();
    const lines = await file;
    expect(lines.name).toMatch(/^invoice-lines-\d{4}-\d\d-\d\d\.csv$/);
    expect(lines.text).toContain("Billed to payer");
    await expectAccessible(page);
  });
  await test.step("an export that stops or breaks off saves nothing", async () => {
    const audit = { canAutoCharge: false, withholdReason };
    await wire.call("chargeVisit", { AutoChargedEvent: buildEvent({ seed: 0x810004, audit }) });
    let downloads = 0;
    page.on("download", () => (downloads += 1));
    const waiting: (() => void)[] = [];
    await page.route("**/ExportVisitsRequest", async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await route.abort("connectionreset").catch(() => undefined);
    });
    await go(page, "/visits?tab=open");
    const toExport = async () => {
      await page.getByRole("button", { name: "Bulk actions" }).click();
      await page.getByRole("menuitem", { name: "Export this list (CSV)" }).click();
    };
    await toExport();
    await expect(page.getByText("Exporting…")).toBeVisible();
    await expect.poll(() => waiting.length).toBe(1);
    await page.getByRole("button", { name: "Stop exporting" }).click();
    await expect(page.getByText("Exporting…")).toBeHidden();
    await toExport();
    await expect(page.getByText("Exporting…")).toBeVisible();
    // Each asks the service on its own.
    await expect.poll(() => waiting.length).toBe(2);
    for (const letGo of waiting) letGo();
    await expect(page.getByText(/Nothing was exported/)).toBeVisible();
    expect(downloads).toBe(0);
  });
  await test.step("a year’s sheet and a report export until stopped", async () => {
    await wire.call("chargeVisit", { AutoChargedEvent: buildEvent({ seed: 0x810005 }) });
    let isHeld = true;
    await page.route(/DaySheetRequest|GetReportRequest/, async (route) => {
      // A stopped request is never answered.
      if (isHeld && /"by":"payer"|"report".*"isExport":true/.test(route.request().postData() ?? "")) return;
      await route.continue();
    });
    let downloads = 0;
    page.on("download", () => (downloads += 1));
    const stop = page.getByRole("button", { name: "Stop exporting" });
    await go(page, "/figures?from=2020-01-01&to=2020-12-31");
    const toExport = async () => {
      await page.getByRole("button", { name: "Export CSV" }).click();
      await page.getByRole("menuitem", { name: "This day sheet" }).click();
    };
    await toExport();
    await expect(page.getByText("Exporting, 2 of 5 tables so far…")).toBeVisible();
    await stop.click();
    await expect(stop).toBeHidden();
    isHeld = false;
    const downloading = page.waitForEvent("download");
    await toExport();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe("day-sheet-2020-01-01-to-2020-12-31.csv");
    await expect(page.getByText("Saved as day-sheet-2020-01-01")).toBeVisible();

    isHeld = true;
    await go(page, "/figures/reports");
    await page.getByRole("button", { name: "Export CSV: First-pass rate" }).click();
    await stop.click();
    await expect(stop).toBeHidden();
    expect(downloads).toBe(1);
  });
});
