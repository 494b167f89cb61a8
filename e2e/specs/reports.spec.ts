import { readFileSync } from "node:fs";
import { expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { buildEvent } from "#room/testing/builders.ts";

needs("the clinic’s list");

test("a report’s figures open their visits, and are saved", async ({ signedInPage: page, wire }) => {
  const audit = { canAutoCharge: false, withholdReason: "For the reports" };
  await wire.call("chargeVisit", { AutoChargedEvent: buildEvent({ seed: 0x820001 }) });
  await wire.call("chargeVisit", { AutoChargedEvent: buildEvent({ seed: 0x820002, audit }) });
  await page.goto("/figures");
  await page.getByRole("navigation", { name: "Figures" }).getByRole("link", { name: "Reports" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeFocused();
  const firstPass = page.getByRole("region", { name: "First-pass rate", exact: true }).first();
  await expect(firstPass.getByRole("row", { name: /^Still open/ })).toBeVisible();
  await expectAccessible(page);

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV: First-pass rate" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^first-pass-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  expect(readFileSync(await file.path(), "utf8")).toContain("Charged at the first try,first-pass,");

  const row = firstPass.getByRole("row", { name: /^Charged at the first try/ });
  const [count = ""] = await row.getByRole("cell").allInnerTexts();
  await row.getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Visits" })).toBeVisible();
  await expect(page.getByText("Charged at the first try")).toBeVisible();
  await expect(page.getByText(new RegExp(`\\b${count} visits?\\b`)).first()).toBeVisible();
});

test("a report that fails says so, beside the others", async ({ signedInPage: page }) => {
  let fails = true;
  await page.route("**/GetReportRequest", async (route) => {
    if (fails && route.request().postData()?.includes('"average"')) await route.abort("connectionreset");
    else await route.continue();
  });
  await page.goto("/figures/reports?from=2020-01-01&to=2020-01-31");
  await expect(page.getByText("Nothing on these days.").first()).toBeVisible();
  const average = page.getByRole("region", { name: "Average per visit" });
  const again = average.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible({ timeout: 20_000 });
  fails = false;
  await again.click();
  await expect(average.getByText("Nothing on these days.")).toBeVisible();
});
