import { expect, test } from "#e2e/fixtures.ts";
import { cell, field, importEvents, openVisit, saved, showSent } from "#e2e/pages/editor.ts";
import { buildEvent } from "#room/testing/builders.ts";

test("faults end with their cause; dates read as typed", async ({ signedInPage: page }) => {
  await test.step("a fault ends with its cause, fixed for all lines", async () => {
    const event = buildEvent({ charges: 6, seed: 91 });
    const charges = event.visitCharged.charges.map((row, index) =>
      index > 2 ? { ...row, modifier: ["25"] } : row,
    );
    await importEvents(page, [{ ...event, visitCharged: { ...event.visitCharged, charges } }]);
    await openVisit(page, event.eventId);
    const panel = page.getByRole("region", { name: "Checks" });

    // An error goes away when its cause is undone.
    await cell(page, 0, "cpt").fill("");
    await expect(panel).toContainText("The procedure code is missing.");
    await page.keyboard.press("Control+z");
    await expect(cell(page, 0, "cpt")).toHaveValue("99213");
    await expect(panel).not.toContainText("missing");

    // At the cell: by its mark, and by key.
    const note = page.getByRole("dialog", { name: "What’s wrong here" });
    await cell(page, 4, "modifier").click();
    await page.getByRole("button", { name: "What’s wrong here" }).click();
    await expect(note).toContainText("25 goes on the E/M line, not on J1100.");
    await expect(note).toContainText("Source: Payer guides on modifier 25");
    await page.keyboard.press("Escape");
    await expect(note).toBeHidden();
    await expect(cell(page, 4, "modifier")).toBeFocused();
    await page.keyboard.press("Alt+Shift+?");
    await expect(note.getByRole("button", { name: "Remove 25" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(cell(page, 4, "modifier")).toHaveValue("");
    await expect(cell(page, 4, "modifier")).toBeFocused();
    await page.keyboard.press("Control+z");

    // All of one kind, in one step.
    await panel.getByRole("button", { name: "Remove 25 from 3 lines" }).click();
    for (const index of [3, 4, 5]) await expect(cell(page, index, "modifier")).toHaveValue("");
    await expect(panel).toContainText("No problems found");
    await page.keyboard.press("Control+z");
    await expect(cell(page, 5, "modifier")).toHaveValue("25");

    // An offer to undo goes away once its step is no longer the last.
    await page.getByRole("button", { name: "Remove diagnosis B" }).click();
    const offer = page.getByRole("region", { name: "Notifications" }).getByText("Diagnosis B removed");
    await expect(offer).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).first().click();
    await expect(offer).toBeHidden();
  });
  await test.step("the date is typed as people write; A/R follows", async () => {
    const event = buildEvent({ charges: 2, seed: 92 });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    const date = field(page, "visitCharged.createdOn");
    await expect(date).toHaveValue("11/02/2026");
    // The day and the time say all of it.
    await expect(page.getByLabel("Time", { exact: true })).toHaveValue("9:15 AM");
    await expect(page.getByText(/^Sent as/)).toHaveCount(0);
    await date.fill("10-30-26");
    await date.press("Tab");
    await expect(date).toHaveValue("10/30/2026");
    await date.fill("");
    await date.press("Tab");
    await expect(page.getByRole("region", { name: "Checks" })).toContainText(
      "The date of service is missing",
    );
    await expect(page.getByRole("region", { name: "Diagnoses" }).getByText("not checked")).toHaveCount(2);
    await date.fill("Nov 2, 2026");
    await cell(page, 1, "charge.amount").fill("30");
    await cell(page, 1, "cpt").focus();
    await expect(cell(page, 1, "arAmount.amount")).toHaveValue("30.00");
    await saved(page);
    // The date leaves as it came in.
    await expect(await showSent(page)).toContainText('"createdOn": "2026-11-02T09:15:00"');
  });
});
