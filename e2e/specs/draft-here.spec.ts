import { expect, needs, test } from "#e2e/fixtures.ts";
import { cell, importEvents, openVisit, outcome, saved } from "#e2e/pages/editor.ts";
import { go } from "#e2e/pages/go.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { buildEvent } from "#room/testing/builders.ts";

needs("the clinic’s list");

test("void, or charged meanwhile, it offers nothing dead", async ({ signedInPage: page, wire }) => {
  await test.step("a void visit is called void, leads to its draft", async () => {
    const event = buildEvent({ charges: 1, seed: 0x7d01 });
    const { visitId } = event.visitCharged;
    const queue = new VisitsQueue(page);
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    await page.getByRole("button", { name: "Submit charge" }).click();
    await expect(outcome(page)).toContainText("Charged");
    await page.getByRole("button", { name: "Correct this charge" }).click();
    await cell(page, 0, "charge.amount").fill("777");
    // Not finished, it would stand open again as it was typed.
    await page.keyboard.press("Tab");
    await saved(page);
    const { invoiceNumber = 0 } = (await wire.call("getVisitInvoice", { visitId })).invoice ?? {};
    await wire.call("voidInvoice", { visitId, invoiceNumber, reason: "Charged to the wrong patient" });
    await expect(page.getByRole("region", { name: "Balance" })).not.toContainText("If sent now");

    await go(page, "/visits?tab=all");
    await expect(queue.row(event)).toContainText("Voided");
    await queue.row(event).getByRole("link", { name: "Open" }).click();
    await expect(cell(page, 0, "charge.amount")).toHaveValue("120.10");
    await page.goBack();
    await queue.row(event).getByRole("link", { name: "Draft here: $777.00" }).click();
    await expect(cell(page, 0, "charge.amount")).toHaveValue("777.00");
    await expect(page.getByRole("heading", { name: `Correct invoice ${invoiceNumber}` })).toBeVisible();

    await go(page, "/visits?in=browser&tab=all");
    await expect(queue.row(event)).toHaveCount(2);
    const overview = page.getByRole("region", { name: "Overview" });
    await expect(overview.getByRole("button", { name: /^Voided/ })).toHaveText("Voided2$120.10 in 1 visit");
    await expect(overview).not.toContainText("wrong patient");
    for (const row of await queue.row(event).all()) await row.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Retry selected" }).click();
    await expect(page.getByRole("dialog")).toContainText("1 is void, 1 corrects an invoice");
    await page.keyboard.press("Escape");
  });
  await test.step("a file’s visit, charged meanwhile, offers nothing dead", async () => {
    const event = buildEvent({ charges: 1, seed: 0x7d02 });
    const charges = event.visitCharged.charges.map(({ arAmount: _none, ...rest }) => rest);
    const blank = { ...event, visitCharged: { ...event.visitCharged, charges } };
    await importEvents(page, [blank]);
    await openVisit(page, event.eventId);
    const checks = page.getByRole("region", { name: "Checks" });
    await expect(checks.getByRole("button", { name: /^Set A\/R/ })).toBeVisible();
    await wire.call("chargeVisit", { AutoChargedEvent: blank });
    await expect(page.locator("header").getByText("Charged", { exact: true })).toBeVisible();
    await expect(cell(page, 0, "cpt")).not.toBeEditable();
    await expect(checks).not.toContainText("A/R is empty");
  });
  await test.step("attempts before another’s charge are called earlier", async () => {
    const held = { canAutoCharge: false, withholdReason: "Papers missing" };
    const event = buildEvent({ charges: 1, seed: 0x7d03, audit: held });
    const queue = new VisitsQueue(page);
    await importEvents(page, [event]);
    await queue.row(event).getByRole("button", { name: "Send" }).click();
    await expect(queue.row(event)).toContainText("Withheld");
    const again = buildEvent({ charges: 1, seed: 0x7d04 });
    const visitCharged = { ...again.visitCharged, visitId: event.visitCharged.visitId };
    await wire.call("chargeVisit", { AutoChargedEvent: { ...again, visitCharged } });
    await go(page, "/visits?in=browser&tab=all");
    await expect(queue.row(event)).toContainText("Charged");
    await expect(queue.row(event).getByTitle("All attempts to send this visit")).toHaveText(
      "Earlier attempts",
    );
  });
});
