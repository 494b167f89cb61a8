import type { Locator, Page } from "playwright/test";
import { expect, needs, signIn, test } from "#e2e/fixtures.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { go } from "#e2e/pages/go.ts";

needs("a server of ours");

/** Presses where the button is now, whatever moves before the pointer is up again. */
async function press(page: Page, button: Locator): Promise<void> {
  const box = await button.boundingBox();
  if (!box) throw new Error("The button is not shown");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.up();
}

test("a typed date is what is saved, in every dialog", async ({ page }) => {
  const server = new ServerProcess();
  await server.start();
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save" });
  const entryOf = async (name: string) => {
    const { entries } = await wire.call("listDirectory", {});
    return entries.find((entry) => entry.name === name);
  };
  await signIn(page, server.url);

  // Left by Tab; the other date is passed over.
  await go(page, "/directory?tab=fee");
  await page.getByRole("tab", { name: "Fees" }).click();
  await page.getByRole("button", { name: "Add fee" }).click();
  await expect(dialog.getByLabel("ID in other systems")).toBeHidden();
  await dialog.getByLabel("Code").fill("99213");
  await dialog.getByLabel("Amount per unit").fill("240");
  await dialog.getByLabel("Description").fill("Next year’s visit");
  await dialog.getByLabel("Active from").focus();
  await page.keyboard.type("01/01/2027");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await press(page, save);
  await expect(dialog).toBeHidden();
  const fee = await entryOf("Next year’s visit");
  expect(fee?.activeFrom).toBe("2027-01-01");
  expect(fee?.activeTo || "").toBe("");

  // A stray Escape loses nothing.
  await page.getByRole("button", { name: "Add fee" }).click();
  await dialog.getByLabel("Description").fill("Half typed");
  await page.keyboard.press("Escape");
  await expect(dialog.getByText("This isn’t kept. Press Escape again to close anyway.")).toBeVisible();
  await expect(dialog.getByLabel("Description")).toHaveValue("Half typed");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  // The first press on Save counts, also while a fault appears or goes.
  await page.getByRole("tab", { name: "Practices" }).click();
  await page.getByRole("button", { name: "Add practice" }).click();
  await dialog.getByLabel("Active to").focus();
  await page.keyboard.type("13/45/2027");
  await press(page, save);
  await expect(dialog).toContainText("Name is missing.");
  await expect(dialog).toContainText("“13/45/2027”");
  await expect(dialog).not.toContainText("Invalid input");
  await dialog.getByLabel("Name", { exact: true }).fill("North");
  await dialog.getByLabel("Active to").fill("12/31/2027");
  await press(page, save);
  await expect(dialog).toBeHidden();
  expect((await entryOf("North"))?.activeTo).toBe("2027-12-31");

  // A date that was there is changed and taken away again.
  await page.getByRole("button", { name: "North" }).click();
  await dialog.getByLabel("Active to").fill("");
  await page.keyboard.press("Tab");
  await press(page, save);
  await expect(dialog).toBeHidden();
  expect((await entryOf("North"))?.activeTo || "").toBe("");

  // A key's last day.
  await go(page, "/admin/keys");
  await page.getByRole("button", { name: "Add a key" }).first().click();
  await dialog.getByLabel("Expires on").fill("6/1/2027");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Add key" }).click();
  await expect(dialog.getByRole("button", { name: "Add key" })).toBeHidden();
  const { keys } = await wire.call("listKeys", {});
  // The end of that day by the browser's clock, in UTC.
  expect(keys[0]?.expiresAt).toMatch(/^2027-06-0[12]T/);

  // The filters of the audit trail and of the list.
  await go(page, "/admin/trail");
  await page.getByLabel("From day").fill("11/1/2026");
  await page.keyboard.press("Tab");
  await page.getByLabel("To day").fill("11/02/2026");
  await press(page, page.getByRole("button", { name: "Show", exact: true }));
  await expect(page).toHaveURL(/from=2026-11-01&to=2026-11-02/);
  const held = { canAutoCharge: false, manualReviewNeeded: true, withholdReason: "Look at it" };
  const event = buildEvent({ seed: 0x26_0001, audit: held });
  await wire.call("chargeVisit", { AutoChargedEvent: event });
  await go(page, "/visits");
  await page.getByRole("button", { name: "Date of service" }).first().click();
  await page.getByRole("menuitem", { name: "Choose dates…" }).click();
  await page.keyboard.type("11/1/2026");
  await page.keyboard.press("Tab");
  await page.keyboard.type("11/22/2026");
  await page.keyboard.press("Tab");
  await press(page, dialog.getByRole("button", { name: "Show" }));
  await expect(page.getByText("Seen 11/01/2026 – 11/22/2026")).toBeVisible();

  // A visit comes back on the day that was typed.
  await go(page, `/visits/${event.eventId}`);
  await expect(page.getByText("Nobody is working on this visit")).toBeVisible();
  await page.keyboard.press("Alt+w");
  await expect(page.getByText("You have this visit until")).toBeVisible();
  await page.keyboard.press("Alt+z");
  await dialog.getByLabel("Another day").check();
  await dialog.getByLabel("Day", { exact: true }).fill("12/1/2099");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button").last().click();
  await expect(dialog).toBeHidden();
  const { visits } = await wire.call("listVisits", { visitIds: [event.visitCharged.visitId] });
  expect(JSON.stringify(visits[0])).toContain("2099-12-01");
  await server.dispose();
});
