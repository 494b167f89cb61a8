import type { Page } from "playwright/test";
import { expect, test } from "#e2e/fixtures.ts";
import { field, importEvents, newVisit, openVisit } from "#e2e/pages/editor.ts";
import { buildEvent } from "#room/testing/builders.ts";

const payment = (page: Page, row: number, member: string) =>
  field(page, `visitCharged.payments.${row}.${member}`);
const list = (page: Page) => page.getByRole("listbox", { name: "Usual texts" });

test("payment types are typed, chosen with mouse and arrows", async ({ signedInPage: page }) => {
  await test.step("Alt+P offers payment types; an amount goes to its cell", async () => {
    await newVisit(page);
    await page.keyboard.press("Alt+p");
    await expect(list(page).getByRole("option")).toContainText(["Cash", "Check", "Credit card"]);
    await page.keyboard.type("25");
    await expect(list(page)).toBeHidden();
    await page.keyboard.press("Enter");
    await expect(payment(page, 0, "amount.amount")).toHaveValue("25.00");
    // The cell still waits for its own text.
    await expect(payment(page, 0, "paymentType")).toBeFocused();
    await expect(payment(page, 0, "paymentType")).toHaveValue("");
    await page.keyboard.type("cre");
    await page.keyboard.press("Enter");
    await expect(payment(page, 0, "paymentType")).toHaveValue("Credit card");
    await page.keyboard.press("Control+z");
    await expect(payment(page, 1, "paymentType")).toHaveCount(0);
    await page.keyboard.press("Control+z");
    await expect(payment(page, 0, "paymentType")).toHaveValue("");
    await page.keyboard.press("Control+z");
    await expect(payment(page, 0, "amount.amount")).toHaveValue("");
    await page.keyboard.press("Control+Shift+z");
    await page.keyboard.press("Control+Shift+z");
    await expect(payment(page, 0, "paymentType")).toHaveValue("Credit card");
    // Any other text stays possible; an amount is never taken for a word where one stands already.
    await page.keyboard.press("Alt+p");
    await page.keyboard.press("ArrowUp");
    await expect(payment(page, 0, "paymentType")).toBeFocused();
    await page.keyboard.type("Check 1234");
    await page.keyboard.press("Tab");
    await expect(payment(page, 0, "paymentType")).toHaveValue("Check 1234");
    await payment(page, 0, "paymentType").click();
    await page.keyboard.type("$30");
    await page.keyboard.press("Tab");
    await expect(page.getByText("“$30” is an amount, not a type of payment.").first()).toBeVisible();
    await expect(payment(page, 0, "amount.amount")).toHaveValue("25.00");
  });
  await test.step("types are chosen with the mouse and by arrows", async () => {
    const event = buildEvent({ payments: 1, seed: 0x26_0302 });
    const payments = (event.visitCharged.payments ?? []).map((each) => ({ ...each, paymentType: "" }));
    await importEvents(page, [{ ...event, visitCharged: { ...event.visitCharged, payments } }]);
    await openVisit(page, event.eventId);
    await payment(page, 0, "paymentType").click();
    await list(page).getByRole("option", { name: "Debit card" }).click();
    await expect(payment(page, 0, "paymentType")).toHaveValue("Debit card");
    await payment(page, 0, "paymentCategory").click();
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(payment(page, 0, "paymentCategory")).toHaveValue("Patient");
    await field(page, "audit.finalStatus").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("man");
    await page.keyboard.press("Tab");
    await expect(field(page, "audit.finalStatus")).toHaveValue("Manual review");
  });
});

test("types open below their cell, as soon as it shows", async ({ signedInPage: page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 8 });
  await newVisit(page);
  await page.keyboard.press("Alt+p");
  await expect(payment(page, 0, "paymentType")).toBeFocused();
  await expect(list(page)).toBeVisible();
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page.keyboard.type("c");
  const cell = await payment(page, 0, "paymentType").boundingBox();
  const options = await list(page).boundingBox();
  expect(options?.y).toBeGreaterThan((cell?.y ?? 0) + (cell?.height ?? 0));
  expect((options?.y ?? 0) + (options?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
});
