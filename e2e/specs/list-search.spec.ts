import type { Page } from "playwright/test";
import { enter, expect, needs, test } from "#e2e/fixtures.ts";
import { cell, saved } from "#e2e/pages/editor.ts";
import type { WireClient } from "#e2e/wire-client.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { buildEvent } from "#room/testing/builders.ts";

needs("the clinic’s list");

const held = (withholdReason: string) => ({ canAutoCharge: false, manualReviewNeeded: true, withholdReason });

async function arrive(wire: WireClient, seed: number, reason?: string) {
  const event = buildEvent({ seed, ...(reason !== undefined && { audit: held(reason) }) });
  await wire.call("chargeVisit", { AutoChargedEvent: event });
  const { visitId } = event.visitCharged;
  const { visit } = await wire.call("getVisit", { visitId });
  return { event, visitId, invoice: visit.invoiceNumber ?? 0 };
}

const row = (page: Page, visitId: string) =>
  page.getByRole("row").filter({ has: page.locator(`a[title="${visitId}"]`) });
const find = async (page: Page, text: string) => page.getByLabel("Find visits").fill(text);

async function take(page: Page): Promise<void> {
  await expect(page.getByText("Nobody is working on this visit")).toBeVisible();
  await page.keyboard.press("Alt+w");
  await expect(page.getByText(/You have this visit until/)).toBeVisible();
}

test("words of two kinds find what has both", async ({ page, server, wire }) => {
  const papers = await arrive(wire, 0x7a1, "Papers missing");
  const referral = await arrive(wire, 0x7a2, "Referral missing");
  await enter(page, server.url, "/visits?tab=all");
  await find(page, "99213 papers");
  await expect(row(page, papers.visitId)).toBeVisible();
  await expect(row(page, referral.visitId)).toHaveCount(0);
  await find(page, "withheld referral 99213");
  await expect(row(page, referral.visitId)).toBeVisible();
  await expect(row(page, papers.visitId)).toHaveCount(0);
  await expect(row(page, referral.visitId)).toContainText("Matched status, reason, note or code");
  // What search reads is said where it found nothing.
  await find(page, "99213 strep papers");
  await expect(page.getByText("It doesn’t read what a code stands for")).toBeVisible();
});

test("the palette says it found a visit by note", async ({ signedInPage: page, wire }) => {
  const { visitId } = await arrive(wire, 0x7af, "Referral missing");
  await wire.call("noteVisit", { visitId, text: "Asked Quimby for the card" });
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search or jump to" })).toBeFocused();
  await page.keyboard.type("quimby");
  const option = page.getByRole("option").filter({ hasText: shortGuid(visitId) });
  await expect(option).toContainText("Matched note or code");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Asked Quimby for the card")).toBeVisible();
});

test("the palette finds an invoice by its number", async ({ signedInPage: page, wire }) => {
  const { visitId, invoice } = await arrive(wire, 0x7a3);
  for (const typed of [`invoice ${invoice}`, `inv #${invoice}`, String(invoice).padStart(2, "0")]) {
    await page.goto("/visits");
    await expect(page.getByRole("tab", { name: /To do/ })).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Search or jump to" })).toBeFocused();
    await page.keyboard.type(typed);
    const option = page.getByRole("option", { name: `Invoice ${invoice}` });
    await expect(option).toContainText(shortGuid(visitId));
    await option.click();
    await expect(page.getByText(`Invoice ${invoice}`).first()).toBeVisible();
  }
});

test("an edited visit that is snoozed leaves To do", async ({ page, server, wire }) => {
  const { event, visitId } = await arrive(wire, 0x7a4, "Papers missing");
  await enter(page, server.url, "/visits");
  await row(page, visitId).getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(`/visits/${event.eventId}$`));
  await cell(page, 0, "quantity").fill("2");
  await saved(page);
  await page.keyboard.press("Alt+z");
  await page.getByRole("dialog").getByRole("button", { name: "Snooze" }).click();
  await expect(page.getByText(/is snoozed/)).toBeVisible();
  await expect(page).toHaveURL(/\/visits(\?|$)/);
  await page.goto("/visits");
  await expect(page.getByRole("heading", { name: "Visits" })).toBeVisible();
  await expect(page.getByRole("tab", { name: /Snoozed [1-9]/ })).toBeVisible();
  await expect(row(page, visitId)).toHaveCount(0);
  await page.goto("/visits?tab=later");
  await expect(row(page, visitId)).toBeVisible();
});

test("the next visit tells what became of the last", async ({ page, server, wire }) => {
  const first = await arrive(wire, 0x7a5, "Papers missing");
  await arrive(wire, 0x7a6, "Papers missing");
  await enter(page, server.url, `/visits/by-visit/${first.visitId}`);
  await take(page);
  await page.keyboard.press("Alt+r");
  await page.keyboard.type("Checked");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Alt+Enter");
  const told = page.getByRole("region", { name: "Notifications" });
  await expect(told.getByText(`Visit ${shortGuid(first.visitId)}: charged`)).toBeVisible();
  await expect(told.getByText(/^Invoice \d+$/)).toBeVisible();
});

test("a new visit lets the untouched one go", async ({ page, server, wire }) => {
  const untouched = await arrive(wire, 0x7a7, "Papers missing");
  await enter(page, server.url, `/visits/by-visit/${untouched.visitId}`);
  await take(page);
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await expect(page.getByText(`Visit ${shortGuid(untouched.visitId)} is released`)).toBeVisible();
  const { visit } = await wire.call("getVisit", { visitId: untouched.visitId });
  expect(visit.takenBy ?? "").toBe("");
});
