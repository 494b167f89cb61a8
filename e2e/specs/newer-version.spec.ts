import { expect, needs, test } from "#e2e/fixtures.ts";
import { go } from "#e2e/pages/go.ts";
import { cell, importEvents, openVisit, outcome, saved, sendAnyway } from "#e2e/pages/editor.ts";
import { buildEvent } from "#room/testing/builders.ts";

needs("the clinic’s list");

const held = { canAutoCharge: false, manualReviewNeeded: true, withholdReason: "Modifier 25 is missing" };

test("a newer version waits for typing, and is merged", async ({ signedInPage: page, wire }) => {
  await test.step("typing goes on while a newer version waits", async () => {
    const event = buildEvent({ seed: 931, audit: held });
    await wire.call("chargeVisit", { AutoChargedEvent: event });
    await go(page, `/visits/by-visit/${event.visitCharged.visitId}`);
    await cell(page, 0, "charge.amount").click();
    await page.keyboard.type("3");
    await saved(page);
    const charges = event.visitCharged.charges.map((line) => ({ ...line, quantity: 2 }));
    const newer = buildEvent({ seed: 932, audit: held });
    const visitCharged = { ...event.visitCharged, charges };
    await wire.call("chargeVisit", { AutoChargedEvent: { ...newer, visitCharged } });
    await expect(page.getByText("A newer version of this visit came in")).toBeVisible();
    // Each key once what was typed before is saved.
    for (const key of "78.82") {
      await page.keyboard.type(key);
      await saved(page);
      await expect(cell(page, 0, "charge.amount")).toBeFocused();
    }
    await page.keyboard.press("Tab");
    await expect(cell(page, 0, "charge.amount")).toHaveValue("378.82");
  });
  await test.step("another’s version of a visit first sent here is merged", async () => {
    const mine = buildEvent({ seed: 941, audit: held });
    await importEvents(page, [mine]);
    await openVisit(page, mine.eventId);
    await page.getByRole("button", { name: "Submit charge" }).click();
    await sendAnyway(page);
    await expect(outcome(page)).toContainText("Withheld");
    await cell(page, 0, "cpt").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("99214");
    await saved(page);
    const theirs = buildEvent({ seed: 942, audit: held });
    const charges = mine.visitCharged.charges.map((line) => ({ ...line, quantity: 2 }));
    const visitCharged = { ...mine.visitCharged, charges };
    await wire.call("chargeVisit", { AutoChargedEvent: { ...theirs, visitCharged } });
    await expect(page.getByText("A newer version of this visit came in")).toBeVisible();
    await expect(page.getByRole("region", { name: "Balance" })).toContainText("merge the newer");
    await expect(cell(page, 0, "cpt")).toHaveValue("99214");
  });
});
