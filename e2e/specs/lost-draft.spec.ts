import { expect, needs, test } from "#e2e/fixtures.ts";
import { cell, saved } from "#e2e/pages/editor.ts";
import { go } from "#e2e/pages/go.ts";
import { robinOf } from "#e2e/pages/robin.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { buildEvent } from "#room/testing/builders.ts";

needs("the clinic’s list");

test("a lost draft stands beside the clinic’s figures, and returns", async ({
  server,
  signedInPage: page,
  wire,
}) => {
  const audit = { canAutoCharge: false, manualReviewNeeded: true, withholdReason: "Modifier 25 is missing" };
  const event = buildEvent({ seed: 926, audit });
  await wire.call("chargeVisit", { AutoChargedEvent: event });
  const { visitId } = event.visitCharged;
  await go(page, `/visits/${event.eventId}`);
  await cell(page, 0, "charge.amount").fill("999");
  await cell(page, 0, "charge.amount").press("Tab");
  await saved(page);
  await expect(page.getByText("You have this visit until")).toBeVisible();
  const robin = await robinOf(server.url);
  await robin.call("takeVisit", { visitId, isTakeOver: true, takeOverFrom: "casey" });
  await robin.call("releaseVisit", { visitId });
  await expect(page.getByText("robin took it over, robin released it.")).toBeVisible();
  await go(page, "/visits");
  const row = new VisitsQueue(page).row(event);
  await expect(row).toContainText(/Draft here: \$1,\d{3}\.\d\d.*\$\d{3}\.\d\d/);
  await row.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Take this visit" }).click();
  await expect(page.getByText("You have this visit until")).toBeVisible();
  await expect(cell(page, 0, "charge.amount")).toHaveValue("999.00");
});
