import type { Page } from "playwright/test";
import { expect, needs, test } from "#e2e/fixtures.ts";
import { openVisit } from "#e2e/pages/editor.ts";
import { buildEvent } from "#room/testing/builders.ts";

needs("invoices that can be read");

/** Answers about invoices wait for what is returned. */
async function holdInvoices(page: Page): Promise<() => void> {
  let answer = () => {};
  const answers = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/GetVisitInvoiceRequest", async (route) => {
    await answers;
    await route.fallback();
  });
  return () => answer();
}

test("a slow network's correction waits, or says it's late", async ({ signedInPage: page, wire }) => {
  await test.step("a correction waits for its invoice on a slow network", async () => {
    const event = buildEvent({ charges: 1, seed: 0x30_0b04 });
    await wire.call("chargeVisit", { AutoChargedEvent: event });
    const answer = await holdInvoices(page);
    await openVisit(page, event.eventId);
    await page.getByRole("button", { name: "Correct this charge" }).click();
    answer();
    await expect(page.getByRole("heading", { name: /^Correct invoice/ })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await test.step("a correction of what was voided meanwhile says so", async () => {
    const event = buildEvent({ charges: 1, seed: 0x30_0b05 });
    await wire.call("chargeVisit", { AutoChargedEvent: event });
    const answer = await holdInvoices(page);
    await openVisit(page, event.eventId);
    const { visitId } = event.visitCharged;
    const { invoice } = await wire.call("getVisitInvoice", { visitId });
    await page.getByRole("button", { name: "Correct this charge" }).click();
    await wire.call("voidInvoice", {
      visitId,
      invoiceNumber: invoice?.invoiceNumber ?? 0,
      reason: "Wrong visit",
    });
    answer();
    await expect(page.getByText("This charge was corrected or voided already")).toBeVisible();
  });
});
