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

test("search finds by words, the palette by note and invoice", async ({
  signedInPage: page,
  wire,
  server,
}) => {
  await test.step("the palette finds a visit by note, and by invoice", async () => {
    const { visitId } = await arrive(wire, 0x7af, "Referral missing");
    await wire.call("noteVisit", { visitId, text: "Asked Quimby for the card" });
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Search or jump to" })).toBeFocused();
    await page.keyboard.type("quimby");
    const option = page.getByRole("option").filter({ hasText: shortGuid(visitId) });
    await expect(option).toContainText("Matched note or code");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Asked Quimby for the card")).toBeVisible();

    const { visitId: charged, invoice } = await arrive(wire, 0x7a3);
    for (const typed of [
      `invoice ${invoice}`,
      `inv #${invoice}`,
      `#${invoice}`,
      String(invoice).padStart(2, "0"),
    ]) {
      await page.getByRole("link", { name: "Visits", exact: true }).first().click();
      await expect(page.getByRole("tab", { name: /To do/ })).toBeVisible();
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("combobox", { name: "Search or jump to" })).toBeFocused();
      await page.keyboard.type(typed);
      const option = page.getByRole("option", { name: `Invoice ${invoice}` });
      await expect(option).toContainText(shortGuid(charged));
      if (typed.startsWith("inv")) await expect(page.getByRole("option")).toHaveCount(1);
      await option.click();
      await expect(page.getByText(`Invoice ${invoice}`).first()).toBeVisible();
    }
  });
  await test.step("words of two kinds find what has both", async () => {
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
    // Enter goes to what was found, also while it is still looked for, and again opens it.
    await find(page, "");
    await page.getByLabel("Find visits").pressSequentially("99213 papers");
    await page.keyboard.press("Enter");
    await expect(row(page, papers.visitId)).toBeFocused();
    await page.keyboard.press("/");
    await page.keyboard.press("ArrowDown");
    await expect(row(page, papers.visitId)).toBeFocused();
    // What search reads is said where it found nothing.
    await find(page, "99213 strep papers");
    await expect(page.getByText("It doesn’t read what a code stands for")).toBeVisible();
  });
});

test("an edited visit that is snoozed leaves To do", async ({ page, server, wire }) => {
  const { event, visitId } = await arrive(wire, 0x7a4, "Papers missing");
  await enter(page, server.url, "/visits");
  await row(page, visitId).getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(`/visits/${event.eventId}$`));
  // What grows above a field, as the words on a visit do with its first change, moves what is found with it.
  await page.setViewportSize({ width: 1280, height: 1200 });
  await page.getByRole("button", { name: "Add diagnosis" }).click();
  const code = page.locator("input:focus");
  await page.keyboard.type("pharyngitis");
  const found = page.getByRole("listbox", { name: "Codes found" });
  await expect(found).toBeVisible();
  await expect(page.getByText(/You have this visit until/)).toBeVisible();
  await saved(page);
  const above = page.getByRole("status", { name: "Outcome" });
  await above.evaluate(({ style }) => (style.minHeight = "160px"));
  const isClear = async () => {
    const [text, list] = await Promise.all([code.boundingBox(), found.boundingBox()]);
    return text && list && (list.y >= text.y + text.height || list.y + list.height <= text.y);
  };
  await expect.poll(isClear, { timeout: 3000 }).toBe(true);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await cell(page, 0, "quantity").fill("2");
  await saved(page);
  await page.keyboard.press("Alt+z");
  await page.getByRole("dialog").getByRole("button", { name: "Snooze" }).click();
  await expect(page.getByText(/is snoozed/)).toBeVisible();
  await expect(page).toHaveURL(/\/visits(\?|$)/);
  await page.goto("/visits");
  await expect(page.getByRole("heading", { name: "Visits", level: 1 })).toBeVisible();
  await expect(page.getByRole("tab", { name: /Snoozed [1-9]/ })).toBeVisible();
  await expect(row(page, visitId)).toHaveCount(0);
  // What waits for changes hears of none.
  await page.route("**/ChangesRequest", () => undefined);
  await page.goto("/visits?tab=later");
  await expect(row(page, visitId)).toBeVisible();

  // Charged by another submission: the palette says so too, not what this browser last had of it.
  const sent = buildEvent({ seed: 0x7a8 });
  const charged = { ...sent, visitCharged: { ...sent.visitCharged, visitId } };
  await wire.call("chargeVisit", { AutoChargedEvent: charged });
  await page.keyboard.press("Control+k");
  await page.keyboard.type(visitId);
  const option = page.getByRole("option").filter({ hasText: shortGuid(visitId) });
  await expect(option).toContainText(/Charged · .* · Invoice \d+/);
  await expect(option).not.toContainText("Withheld");
});

test("the next visit tells of the last, and lets go", async ({ page, server, wire }) => {
  await test.step("the next visit tells what became of the last", async () => {
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
  await test.step("a new visit lets the untouched one go", async () => {
    const untouched = await arrive(wire, 0x7a7, "Papers missing");
    await enter(page, server.url, `/visits/by-visit/${untouched.visitId}`);
    await take(page);
    await page.keyboard.press("g");
    await page.keyboard.press("n");
    await expect(page.getByText(`Visit ${shortGuid(untouched.visitId)} is released`)).toBeVisible();
    const { visit } = await wire.call("getVisit", { visitId: untouched.visitId });
    expect(visit.takenBy ?? "").toBe("");
  });
});

test("what a search sent leaves the totals; closed, it reopens", async ({ page, server, wire }) => {
  const closed = await arrive(wire, 0x7b1, "Papers missing");
  const { visitId } = await arrive(wire, 0x7b2, "Papers missing");
  const left = await arrive(wire, 0x7b3, "Papers missing");
  await enter(page, server.url, "/visits");
  const total = page.getByText(/^\d+ visits? at the clinic/);
  const shown = async () => Number.parseInt(await total.innerText(), 10);
  await expect(row(page, visitId)).toBeVisible();
  const before = await shown();
  await wire.call("closeVisit", { visitId: closed.visitId, reason: "Duplicate visit" });
  await expect.poll(shown).toBe(before - 1);
  await find(page, visitId);
  await expect(total).toHaveText(/^1 visit /);
  await row(page, visitId).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Actions for 1" }).click();
  await page.getByRole("menuitem", { name: "Approve for billing and send…" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The papers came by fax");
  await dialog.getByRole("button", { name: "Approve and send 1 visit" }).click();
  await expect(page.getByRole("status", { name: "Work on visits" })).toContainText("1 charged");
  await find(page, "");
  await expect(row(page, left.visitId)).toBeVisible();
  await expect.poll(shown).toBe(before - 2);

  // Closing tells what was paid.
  const { visitId: last } = await arrive(wire, 0x7b4, "Papers missing");
  await find(page, last);
  await row(page, last).getByRole("checkbox").check();
  const close = page.getByRole("menuitem", { name: "Close without billing…" }).first();
  // The rows found may replace those shown until then, which shuts the menu.
  await expect(async () => {
    if (!(await close.isVisible())) await page.getByRole("button", { name: "Actions for 1" }).click();
    await close.click({ timeout: 2000 });
    await expect(dialog).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(dialog).toContainText(/\$[\d.]+ was paid on 1 of them/);
  await dialog.getByRole("button", { name: "Close 1 visit" }).click();
  const report = page.getByRole("status", { name: "Work on visits" });
  await expect(report).toContainText("1 closed");
  await report.getByRole("button", { name: "Undo" }).click();
  await expect(report).toContainText("1 put back");
  await expect(row(page, last)).toContainText("Withheld");
});
