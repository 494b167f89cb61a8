import { enter, expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { buildEvent } from "#room/testing/builders.ts";

needs("the clinic’s directory");

test("a visit is shown by what the clinic chose", async ({ page, server, wire }) => {
  const audit = { canAutoCharge: false, withholdReason: "Missing referral" };
  const event = buildEvent({ seed: 0x7ff00001, audit, visit: { accountNumber: "ACCT-4711" } });
  await wire.call("chargeVisit", { AutoChargedEvent: event });
  await enter(page, server.url, "/admin/clinic");
  await page.getByLabel("Clinic’s name").fill("Harbor Urgent Care");
  await page
    .getByLabel("A visit is shown by")
    .selectOption({ label: "A field that the rules engine adds, such as an account number" });
  await page.getByLabel("Field", { exact: true }).fill("account number");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enter the field’s path, such as")).toBeVisible();
  await page.getByLabel("Field", { exact: true }).fill("visitCharged.accountNumber");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Visits", exact: true }).click();
  // Visits of this server's other tests may fill more than the first screen.
  await page.getByRole("searchbox", { name: "Find visits" }).fill(event.visitCharged.visitId);
  // The search begins while the mouse is down: the list drawn anew would take the link from under it.
  await page.getByRole("link", { name: "ACCT-4711" }).click({ delay: 600 });
  await expect(page.getByRole("heading", { name: "Visit ACCT-4711", level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/^(?!.*ACCT)/);
  await expect(page).toHaveURL(/^(?!.*ACCT)/);
  await page.keyboard.press("ControlOrMeta+k");
  // Other visits of this server begin with the same letters.
  await page.keyboard.type(event.visitCharged.visitId.slice(0, 31));
  await expect(page.getByRole("option", { name: /Visit ACCT-4711/ }).first()).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain("ACCT");
  const { version, clinic } = await wire.call("getClinic", {});
  await wire.call("saveClinic", {
    version,
    clinic: { ...clinic, name: "Harbor Urgent Care", visitNaming: "id" },
  });
});
