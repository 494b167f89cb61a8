import type { Locator, Page } from "playwright/test";
import { expect, test } from "#e2e/fixtures.ts";
import { cell, field, importEvents, newVisit, openVisit, paste, saved, valueOf } from "#e2e/pages/editor.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";

async function chooseColumn(page: Page, group: string, name: string): Promise<void> {
  await page.getByRole("region", { name: "Charges" }).getByRole("button", { name: "Columns" }).click();
  const items = page.getByRole("group", { name: group });
  await items.getByRole("menuitemcheckbox", { name, exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
}

async function leftOf(locator: Locator): Promise<number> {
  return (await locator.boundingBox())?.x ?? Number.NaN;
}

test("columns hide, pin side by side, and survive a reload", async ({ signedInPage: page }) => {
  const event = buildEvent({ charges: 3, seed: 51 });
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  await chooseColumn(page, "Show", "Modifiers");
  await expect(cell(page, 0, "modifier")).toHaveCount(0);
  await chooseColumn(page, "Show", "Provider");
  await chooseColumn(page, "Pin", "Provider");
  const check = async () => {
    await expect(cell(page, 0, "modifier")).toHaveCount(0);
    const [first, pinned] = [cell(page, 0, "cpt"), cell(page, 0, "providerId")];
    // After a reload the columns may still be taking their places; only a cell that had no focus scrolls into sight.
    await expect(async () => {
      await cell(page, 0, "cpt").focus();
      await cell(page, 0, "arAmount.currency").focus();
      await expect(cell(page, 0, "arAmount.currency")).toBeInViewport({ timeout: 1000 });
    }).toPass();
    const width = (await first.boundingBox())?.width ?? 0;
    await expect.poll(async () => (await leftOf(pinned)) - (await leftOf(first))).toBeCloseTo(width, 0);
    // A focused cell scrolls out from behind the pinned columns.
    await cell(page, 0, "quantity").focus();
    const edge = (await leftOf(pinned)) + ((await pinned.boundingBox())?.width ?? 0);
    expect(await leftOf(cell(page, 0, "quantity"))).toBeGreaterThanOrEqual(edge - 1);
  };
  await check();
  await page.reload();
  await expect(cell(page, 0, "cpt")).toBeVisible();
  await check();
  await chooseColumn(page, "Show", "Modifiers");
  await expect(cell(page, 0, "modifier")).toHaveCount(1);
});

test("lines and payments take the row above, blocks, many rows", async ({ signedInPage: page, context }) => {
  await test.step("new lines take the row above's names; GUIDs fill down", async () => {
    await newVisit(page);
    const [provider, payer, fee] = [buildGuid(4, 1), buildGuid(5, 1), buildGuid(6, 1)];
    await cell(page, 0, "cpt").fill("99213");
    await cell(page, 0, "providerId").fill(`{${provider.toUpperCase()}}`);
    await cell(page, 0, "payerId").fill(payer);
    await cell(page, 0, "feeId").fill(fee);
    await cell(page, 0, "cpt").focus();
    await page.keyboard.press("Alt+c");
    await page.keyboard.type("87880");
    await page.keyboard.press("Alt+c");
    await page.keyboard.type("71046");
    // A GUID is converted to the wire's form, however it was typed.
    for (const row of [0, 1, 2]) {
      await expect(cell(page, row, "providerId")).toHaveValue(provider);
      await expect(cell(page, row, "payerId")).toHaveValue(payer);
      await expect(cell(page, row, "feeId")).toHaveValue(fee);
    }
    await cell(page, 0, "providerId").fill(buildGuid(4, 2));
    await cell(page, 0, "providerId").press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Control+d");
    for (const row of [0, 1, 2]) await expect(cell(page, row, "providerId")).toHaveValue(buildGuid(4, 2));
    await page.keyboard.press("Control+z");
    await expect(cell(page, 0, "providerId")).toHaveValue(buildGuid(4, 2));
    await expect(cell(page, 1, "providerId")).toHaveValue(provider);
  });
  await test.step("a block wider than the grid is previewed, then pasted", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await newVisit(page);
    await cell(page, 0, "cpt").focus();
    await paste(page, "99213\t25\t\t1\t120.10\t20\t100.10\n87880\tQW\t\t1\t24.50\t\t24.50\n");
    await expect(cell(page, 0, "paid.amount")).toHaveValue("20.00");
    await expect(cell(page, 1, "arAmount.amount")).toHaveValue("24.50");
    await cell(page, 1, "arAmount.currency").focus();
    await paste(page, "USD\textra\nEUR\tmore");
    const preview = page.getByRole("dialog", { name: "This doesn’t quite fit" });
    await expect(preview).toContainText("1 of its 2 columns have no place");
    await expect(preview.getByRole("columnheader", { name: "left out" })).toBeVisible();
    expect(await valueOf(page, 2)).toEqual(["99213", "87880"]);
    await preview.getByRole("button", { name: "Insert 2 rows" }).click();
    await expect(cell(page, 2, "arAmount.currency")).toHaveValue("EUR");
    await page.keyboard.press("Control+z");
    await expect(cell(page, 2, "cpt")).toHaveCount(0);
  });
  await test.step("dragging diagnoses and charges keeps each charge's diagnosis", async () => {
    const event = buildEvent({ charges: 3, diagnoses: 3, seed: 52 });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    const codes = () =>
      Promise.all(
        [0, 1, 2].map((at) => field(page, `visitCharged.diagnosis.${at}.icd10DiagCode`).inputValue()),
      );
    const before = await codes();
    expect(before).toEqual(["J02.9", "R05.9", "R50.9"]);
    await expect(cell(page, 2, "indicatedBy")).toHaveValue("C");
    const diagnoses = page.getByRole("region", { name: "Diagnoses" }).locator("[data-gridrow]");
    await dragRow(diagnoses, 2, 0, "upper");
    await expect.poll(codes).toEqual(["R50.9", "J02.9", "R05.9"]);
    await expect(field(page, "visitCharged.diagnosis.0.priority")).toHaveValue("1");
    await expect(cell(page, 0, "indicatedBy")).toHaveValue("B");
    await expect(cell(page, 2, "indicatedBy")).toHaveValue("A");
    const charges = page.getByRole("region", { name: "Charges" }).locator("[data-gridrow]");
    await dragRow(charges, 0, 2, "lower");
    await expect.poll(() => valueOf(page, 3)).toEqual(["87880", "71046", "99213"]);
    await expect(cell(page, 2, "indicatedBy")).toHaveValue("B");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(codes).toEqual(before);
    await expect(cell(page, 0, "indicatedBy")).toHaveValue("A");
    await saved(page);
  });
  await test.step("a hundred payments paste in, are reached by key, counted", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await newVisit(page);
    await cell(page, 0, "cpt").fill("99213");
    await cell(page, 0, "charge.amount").fill("200");
    const lines = Array.from({ length: 120 }, (_, index) => `Cash\tCopay\t1.25\tpart ${index + 1}`);
    await page.keyboard.press("Alt+p");
    await expect(field(page, "visitCharged.payments.0.paymentType")).toBeFocused();
    await paste(page, lines.join("\r\n"));
    const payments = page.getByRole("region", { name: "Payments" });
    await expect(page.getByRole("region", { name: "Balance" })).toContainText("$150.00");
    await page.keyboard.press("Control+End");
    await expect(page.locator(":focus")).toHaveAttribute("name", "visitCharged.payments.119.notes");
    await expect(field(page, "visitCharged.payments.119.notes")).toHaveValue("part 120");
    // Typed over; Enter at the end of the last line opens the next.
    await page.keyboard.type("last");
    await page.keyboard.press("Enter");
    await expect(field(page, "visitCharged.payments.120.paymentType")).toBeFocused();
    await page.keyboard.press("Control+Shift+Backspace");
    await expect(field(page, "visitCharged.payments.120.paymentType")).toHaveCount(0);
    // Only visible rows are in the document.
    expect(await payments.locator("[data-gridrow]").count()).toBeLessThan(20);
    for (let step = 0; step < 4; step += 1) await page.keyboard.press("Control+z");
    await expect(page.getByRole("region", { name: "Balance" })).toContainText("Payments$0.00");
  });
});

/** Drags a row by its number with the mouse to the upper or lower half of another. */
async function dragRow(rows: Locator, from: number, to: number, half: "upper" | "lower"): Promise<void> {
  const target = rows.nth(to).locator("[data-lead]");
  const { height = 0, width = 0 } = (await target.boundingBox()) ?? {};
  const y = half === "upper" ? height * 0.25 : height * 0.75;
  await rows
    .nth(from)
    .locator("[data-lead]")
    .dragTo(target, { targetPosition: { x: width / 2, y } });
}

/** Their positions relative to the top of another element, all read at one moment, since the page may be scrolling. */
async function placesOf(parts: readonly Locator[], from: Locator) {
  const elements = await Promise.all(parts.map((part) => part.elementHandle()));
  return from.evaluate((origin, others) => {
    const { top } = origin.getBoundingClientRect();
    return others.map((other) => {
      const { x, y, width, height } = other?.getBoundingClientRect() ?? new DOMRect();
      return [x, y - top, width, height].map(Math.round);
    });
  }, elements);
}

test("columns fit any width, and wait until wanted or faulty", async ({ signedInPage: page }) => {
  await test.step("at any width the remove button shows and nothing jumps", async () => {
    const event = buildEvent({ charges: 3, diagnoses: 2, payments: 1, seed: 55 });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    const balance = page.getByRole("region", { name: "Balance" });
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await cell(page, 0, "arAmount.amount").click();
      const remove = page.getByRole("button", { name: "Remove charge 1" });
      await expect(remove).toBeInViewport();
      const box = await remove.boundingBox();
      expect((box?.x ?? -1) >= 0 && (box?.x ?? width) + (box?.width ?? 0) <= width).toBe(true);
      const parts = [cell(page, 0, "cpt"), balance, balance.getByText("Balance", { exact: true })];
      const before = await placesOf(parts, balance);
      await page.keyboard.type("1");
      await page.keyboard.press("Tab");
      await expect(balance.getByRole("button", { name: /is off by/ })).toBeVisible();
      expect(await placesOf(parts, balance), `${width} px`).toEqual(before);
      await page.keyboard.press("Control+z");
      await expect(balance.getByRole("button", { name: /is off by/ })).toHaveCount(0);
    }
  });
  await test.step("rare columns wait until wanted or faulty, keeping their names", async () => {
    const event = buildEvent({ charges: 3, seed: 53 });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    const head = (title: string) =>
      page
        .getByRole("region", { name: "Charges" })
        .locator("[aria-hidden] span")
        .getByText(title, { exact: true });
    for (const title of ["Provider", "Payer", "Fee", "Charge currency"])
      await expect(head(title)).toHaveCount(0);
    await chooseColumn(page, "Show", "Fee");
    await expect(head("Fee")).toBeVisible();
    // Each heading is aligned with its own column.
    for (const [title, member] of [
      ["CPT", "cpt"],
      ["Qty", "quantity"],
      ["Fee", "feeId"],
    ] as const)
      expect(await leftOf(head(title)), title).toBeCloseTo(await leftOf(cell(page, 0, member)), 0);
    // Filling a field by name works even if its column is hidden, and shows the column.
    await cell(page, 1, "charge.currency").fill("EUR");
    await expect(head("Charge currency")).toBeVisible();
    await cell(page, 1, "charge.currency").fill("USD");
    await cell(page, 1, "payerId").fill("no guid");
    await saved(page);
    await page.reload();
    // Only the column with an error comes back; the currency has none.
    await expect(head("Payer")).toBeVisible();
    await expect(cell(page, 1, "payerId")).toHaveAttribute("aria-invalid", "true");
    await expect(head("Charge currency")).toHaveCount(0);
  });
});
