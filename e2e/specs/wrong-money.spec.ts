import type { Page } from "playwright/test";
import { enter, expect, needs, test } from "#e2e/fixtures.ts";
import { cell, field, importEvents, openVisit, outcome, saved } from "#e2e/pages/editor.ts";
import type { WireClient } from "#e2e/wire-client.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";

const send = (page: Page) => page.keyboard.press("Control+Enter");
const question = (page: Page) => page.getByRole("alertdialog");
const time = (page: Page) => page.getByLabel("Time", { exact: true });

/** What the service was sent, as JSON; empty if it does not have the event. */
async function sent(wire: WireClient, eventId: string): Promise<string> {
  const answer = await wire.call("getVisit", { eventId }).catch(() => undefined);
  return answer ? JSON.stringify(answer.autoChargedEvent) : "";
}

test("an unreadable time is not sent as another", async ({ signedInPage: page, wire }) => {
  const event = buildEvent({ seed: 0x26_0031 });
  event.visitCharged.createdOn = "2026-11-20T21:30:00";
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  await expect(time(page)).toHaveValue("9:30 PM");
  await time(page).fill("after lunch");
  await send(page);
  await expect(page.getByText("Not sent: 1 problem to fix")).toBeVisible();
  await expect(page.getByText("Can’t read the time “after lunch”. Use 9:15 AM.").first()).toBeVisible();
  await expect(field(page, "visitCharged.createdOn")).toHaveValue("11/20/2026");
  await saved(page);
  await page.reload();
  await expect(time(page)).toHaveValue("after lunch");
  await expect(time(page)).toHaveAttribute("aria-invalid", "true");
  // A new date leaves it; the problem leads to the field.
  await field(page, "visitCharged.createdOn").fill("11/19/2026");
  await field(page, "visitCharged.createdOn").press("Tab");
  await expect(time(page)).toHaveValue("after lunch");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("F8");
  await expect(time(page)).toBeFocused();
  // Sent from the field itself, as it stands there.
  await page.keyboard.press("Control+a");
  await page.keyboard.type("noon");
  // What becomes of it comes into sight from the end of the form, too.
  await page.getByRole("region", { name: "Audit" }).evaluate((end) => end.scrollIntoView({ block: "end" }));
  await send(page);
  await expect(outcome(page)).toContainText("created");
  await expect(outcome(page)).toBeInViewport();
  await expect(time(page)).toHaveValue("12:00 PM");
  expect(await sent(wire, event.eventId)).toContain('"createdOn":"2026-11-20T12:00:00"');
});

test("Enter sends no warning, and a fix makes none", async ({ signedInPage: page, wire }) => {
  needs("the clinic’s directory");
  const event = buildEvent({ seed: 0x26_0051, charges: 1, payments: 0 });
  const [line] = event.visitCharged.charges;
  if (!line) throw new Error("The event has no line");
  const { version } = await wire.call("listDirectory", {});
  const amount = { currency: "USD", amount: 92.4 };
  const fee = { kind: "fee" as const, code: line.cpt, amount, name: "The visit" };
  const entries = [{ ...fee, id: buildGuid(13, 0x51) }];
  await wire.call("saveDirectory", { version, entries });
  await importEvents(page, [event]);
  // Loaded again, so that the page knows the fee.
  await page.goto(`/visits/${event.eventId}`);
  await cell(page, 0, "charge.amount").fill("150");
  await cell(page, 0, "quantity").focus();
  await send(page);
  await expect(question(page)).toContainText("The fee schedule says $92.40");
  // Neither key sends: Enter goes back.
  await page.keyboard.press("Control+Enter");
  await expect(question(page)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(question(page)).toBeHidden();
  await expect(outcome(page).locator("*")).toHaveCount(0);
  expect(await sent(wire, event.eventId)).toBe("");
  await page.getByRole("button", { name: "Charge $92.40" }).first().click();
  await expect(cell(page, 0, "arAmount.amount")).toHaveValue("92.40");
  // The empty next line stays out of the visit, whatever is looked up anew.
  await page.getByRole("button", { name: "Add charge" }).click();
  await expect(cell(page, 1, "cpt")).toBeFocused();
  await field(page, "visitCharged.createdOn").fill("11/03/2026");
  await page.keyboard.press("Tab");
  await saved(page);
  // A second price for the same time is told at the line and in the directory.
  const rival = { ...fee, id: buildGuid(13, 0x52), amount: { currency: "USD", amount: 240 } };
  await wire.call("saveDirectory", { version: version + 1, entries: [rival] });
  await page.goto("/directory?tab=fee");
  await expect(page.getByText(`More than one price at the same time for ${line.cpt}`)).toBeVisible();
  await expect(page.getByRole("row", { name: /\$92\.40/ }).first()).toContainText("also $240.00");
  await openVisit(page, event.eventId);
  await page.getByRole("button", { name: "Add charge" }).click();
  await expect(cell(page, 1, "cpt")).toBeFocused();
  await send(page);
  await expect(question(page)).toContainText("more than one price");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(outcome(page)).toContainText("created");
  // What is charged has one line, and shows no other.
  await expect(cell(page, 1, "cpt")).toHaveCount(0);
  // Others' visits have no fee schedule.
  await wire.call("saveDirectory", {
    version: version + 2,
    entries: [],
    removed: [entries[0], rival].map((one) => ({ kind: "fee" as const, id: one?.id ?? "" })),
  });
});

test("a copy of a charged visit says so", async ({ page, server, wire }) => {
  needs("the clinic’s list");
  const event = buildEvent({ seed: 0x26_0041, charges: 2 });
  await wire.call("chargeVisit", { AutoChargedEvent: event });
  const { invoice } = await wire.call("getVisitInvoice", { visitId: event.visitCharged.visitId });
  await enter(page, server.url, `/visits/${event.eventId}`);
  await expect(cell(page, 0, "cpt")).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Copy to a new visit" }).click();
  await expect(page).not.toHaveURL(new RegExp(event.eventId));
  const words = `This is a copy of a visit that is charged as Invoice ${invoice?.invoiceNumber}.`;
  await expect(page.getByText(words).first()).toBeVisible();
  await expect(field(page, "visitCharged.createdOn")).toHaveValue("11/02/2026");
  await saved(page);
  await page.reload();
  await expect(page.getByText(words).first()).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(question(page)).toContainText(words);
  await page.keyboard.press("Enter");
  await expect(question(page)).toBeHidden();
  await expect(outcome(page).locator("*")).toHaveCount(0);
  // Another visit, of another day, is no second bill.
  const date = field(page, "visitCharged.createdOn");
  for (const [day, count] of [
    ["11/03/2026", 0],
    ["11/02/2026", 2],
    ["11/03/2026", 0],
  ] as const) {
    await date.click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(day);
    await page.keyboard.press("Tab");
    await expect(page.getByText(words)).toHaveCount(count);
  }
  // Sent before the day is stored, it asks all the same.
  await date.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("11/02/2026");
  await page.keyboard.press("Control+Enter");
  await expect(question(page)).toContainText(words);
  // Once it is charged after all, nothing warns of sending it.
  await question(page).getByRole("button", { name: "Send anyway" }).click();
  await expect(outcome(page)).toContainText("Charged");
  await expect(page.getByText(words)).toHaveCount(0);
});
