import { expect, signIn, test } from "#e2e/fixtures.ts";
import { cell, field, importEvents } from "#e2e/pages/editor.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { buildEvent } from "#room/testing/builders.ts";

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test("on a phone one tap selects a cell, another edits", async ({ page, server }) => {
  const event = buildEvent({ charges: 2, seed: 0x26_0091 });
  await signIn(page, server.url);
  await importEvents(page, [event]);
  await new VisitsQueue(page).row(event).getByRole("link").first().tap();
  await page.getByRole("button", { name: "IDs and version" }).tap();
  for (const name of ["visitCharged.visitId", "visitCharged.practiceId", "eventId"])
    expect((await field(page, name).boundingBox())?.width, name).toBeGreaterThan(300);
  // The header leaves most of the first screen to the visit.
  expect((await page.locator("form > div").first().boundingBox())?.height).toBeLessThan(175);
  const code = cell(page, 0, "cpt");
  await code.tap();
  await expect(code).toBeFocused();
  await expect(code, "no keyboard over the grid yet").toHaveAttribute("inputmode", "none");
  await page.keyboard.type("99202");
  await expect(code).toHaveValue("99202");
  const amount = cell(page, 1, "charge.amount");
  await amount.tap();
  await amount.tap();
  await expect(amount).toHaveAttribute("inputmode", "decimal");
  const isCaret = (input: HTMLInputElement) => input.selectionStart === input.selectionEnd;
  expect(await amount.evaluate(isCaret), "two taps select no word").toBe(true);
  // Slow taps, as on a busy machine, leave the caret where they were.
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("5");
  await expect(amount).toHaveValue("24.55");
  await cell(page, 0, "cpt").tap();
  await expect(amount).toHaveValue("24.55");
  await expect(amount).not.toHaveAttribute("inputmode");
});
