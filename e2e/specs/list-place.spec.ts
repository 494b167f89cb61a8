import { expect, needs, test } from "#e2e/fixtures.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";

needs("the clinic’s list");

test("Back restores the list; a new look reads it anew", async ({ signedInPage: page, wire }) => {
  const practiceId = buildGuid(0x9b, 1);
  const audit = { canAutoCharge: false, manualReviewNeeded: true, withholdReason: "Papers missing" };
  const arrive = (seed: number) => {
    const event = buildEvent({ seed: 0x9b000 + seed, audit });
    const visitCharged = { ...event.visitCharged, practiceId };
    return wire.call("chargeVisit", { AutoChargedEvent: { ...event, visitCharged } });
  };
  for (let seed = 0; seed < 70; seed += 1) await arrive(seed);
  const pages: unknown[] = [];
  page.on("request", (request) => {
    if (!request.url().includes("/ListVisitsRequest")) return;
    const { limit, visitIds, cursor } = request.postDataJSON();
    if (limit > 1 && visitIds === undefined) pages.push(cursor);
  });
  const { table } = new VisitsQueue(page);
  await page.goto(`/visits?tab=open&practice=${practiceId}`);
  const scrolled = () => table.locator("..").evaluate((box) => box.scrollTop);
  const row = table.locator('tr[data-index="60"]');
  await table.getByRole("row").nth(3).waitFor();
  await expect(async () => {
    await table.locator("..").evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect(row).toBeVisible({ timeout: 500 });
  }).toPass();
  const [before, words] = [await scrolled(), await row.textContent()];
  await row.getByRole("link").click();
  await expect(page.getByText("61 of 70")).toBeVisible();
  pages.length = 0;
  await page.goBack();
  await expect(row).toBeFocused();
  await expect(row).toHaveText(words ?? "");
  expect(await scrolled()).toBeCloseTo(before, -1);
  expect(pages).toEqual([]);

  // Another view was not opened a visit from: nothing leads back to how it was.
  await page.getByRole("tab", { name: /^All/ }).last().click();
  await table.getByRole("row").nth(3).waitFor();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Directory" }).click();
  await expect(page.getByRole("heading", { name: "Directory", level: 1 })).toBeVisible();
  pages.length = 0;
  await page.goBack();
  await table.getByRole("row").nth(3).waitFor();
  expect(pages.slice(0, 1)).toEqual([undefined]);
});

test("Back undoes a filter, and the removal of one", async ({ signedInPage: page }) => {
  const chip = page.getByRole("button", { name: /remove this filter/ });
  await page.goto("/visits?tab=open");
  await page.getByRole("button", { name: "Amount filter" }).click();
  await page.getByRole("menuitem", { name: "Choose amounts…" }).click();
  await page.getByLabel("At least").fill("99999");
  await page.keyboard.press("Enter");
  await expect(chip).toBeVisible();
  await chip.click();
  await expect(chip).toHaveCount(0);
  await page.goBack();
  await expect(chip).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/visits\?tab=open$/);
  await expect(chip).toHaveCount(0);
  await page.goForward();
  await expect(chip).toBeVisible();
});
