import type { Page } from "playwright/test";
import { expect, needs, signIn, test } from "#e2e/fixtures.ts";
import {
  cell,
  field,
  importEvents,
  openVisit,
  outcome,
  reloadAsAsked,
  saved,
  sendAnyway,
} from "#e2e/pages/editor.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";

const date = (page: Page) => field(page, "visitCharged.createdOn");
const time = (page: Page) => page.getByLabel("Time", { exact: true });

/** Types over what is in the field that has the focus. */
async function over(page: Page, text: string, ...keys: readonly string[]): Promise<void> {
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
  for (const key of keys) await page.keyboard.press(key);
}

async function open(page: Page, seed: number) {
  const event = buildEvent({ seed });
  event.visitCharged.createdOn = "2026-11-20T21:30:00";
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  await expect(time(page)).toHaveValue("9:30 PM");
  await date(page).focus();
  return event;
}

test("date and time are corrected apart, read before left", async ({ signedInPage: page, wire }) => {
  await test.step("date and time are mistyped and corrected apart", async () => {
    const event = await open(page, 0x26_0303);
    await over(page, "13/45/2026", "Tab");
    await expect(time(page)).toBeFocused();
    await expect(time(page)).toHaveValue("9:30 PM");
    await over(page, "8:05 am", "Tab");
    await expect(time(page)).toHaveValue("8:05 AM");
    await expect(date(page)).toHaveValue("13/45/2026");
    await expect(date(page)).toHaveAttribute("aria-invalid", "true");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Not sent: 1 problem to fix")).toBeVisible();
    // What is no time either stays, whatever is done about the date.
    await time(page).focus();
    await over(page, "ab:cd", "Tab");
    await saved(page);
    await page.reload();
    await expect(date(page)).toHaveValue("13/45/2026");
    await expect(time(page)).toHaveValue("ab:cd");
    for (const each of [date(page), time(page)]) await expect(each).toHaveAttribute("aria-invalid", "true");
    await date(page).focus();
    await over(page, "11/19/2026", "Tab");
    await expect(time(page)).toHaveValue("ab:cd");
    await expect(page.getByText("Can’t read the time “ab:cd”. Use 9:15 AM.").first()).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Not sent: 1 problem to fix")).toBeVisible();
    await time(page).focus();
    await over(page, "8:10 am");
    await expect(time(page)).not.toHaveAttribute("aria-invalid");
    await page.keyboard.press("Escape");
    await expect(time(page)).toHaveValue("ab:cd");
    await over(page, "8:15 am");
    await page.keyboard.press("Control+Enter");
    await sendAnyway(page);
    await expect(outcome(page)).toContainText("created");
    await expect(time(page)).toHaveValue("8:15 AM");
    const { autoChargedEvent } = await wire.call("getVisit", { eventId: event.eventId });
    expect(JSON.stringify(autoChargedEvent)).toContain('"createdOn":"2026-11-19T08:15:00"');
  });
  await test.step("a date is read before its field is left", async () => {
    const event = await open(page, 0x26_0304);
    await over(page, "11/19/2026");
    await saved(page);
    await page.reload();
    await expect(date(page)).toHaveValue("11/19/2026");
    await expect(time(page)).toHaveValue("9:30 PM");
    await expect(date(page)).not.toHaveAttribute("aria-invalid");
    // So are a log's time, and an amount as people write it.
    for (const [name, typed, more, shown] of [
      ["audit.rulesLogs.0.createdDate", "11/3", "/26 2:15 pm", "11/03/2026 2:15 PM"],
      ["visitCharged.charges.0.charge.amount", "$1,2", "34.50", "1234.50"],
    ] as const) {
      await field(page, name).focus();
      await page.keyboard.type(typed);
      // As when another window is looked at: the field stays as it is.
      await page.evaluate(() => dispatchEvent(new Event("pagehide")));
      await expect(field(page, name)).toHaveValue(typed);
      await page.keyboard.type(more);
      await saved(page);
      await reloadAsAsked(page);
      await field(page, name).focus();
      await field(page, name).blur();
      await expect(field(page, name)).toHaveValue(shown);
      await expect(field(page, name)).not.toHaveAttribute("aria-invalid");
    }
    // Taken over by another tab.
    await date(page).focus();
    await over(page, "11/18/2026");
    const other = await page.context().newPage();
    await openVisit(other, event.eventId);
    await other.getByRole("button", { name: "Edit here instead" }).click();
    await expect(date(other)).toBeEnabled();
    await expect(date(other)).toHaveValue("11/18/2026");
    await expect(time(other)).toHaveValue("9:30 PM");
    await other.close();
    // Mistyped, and left for later.
    await expect(date(page)).toBeEnabled();
    await expect(date(page)).toHaveValue("11/18/2026");
    await date(page).focus();
    await over(page, "13/45/2026", "Tab");
    await saved(page);
    await page.reload();
    await date(page).focus();
    await over(page, "11/17/2026", "Tab");
    await expect(time(page)).toHaveValue("9:30 PM");
    // A time that is typed with the date.
    await date(page).focus();
    await over(page, "11/16/2026 2:30 PM", "Tab");
    await expect(date(page)).toHaveValue("11/16/2026");
    await expect(time(page)).toHaveValue("2:30 PM");
    await page.keyboard.press("Control+z");
    await expect(date(page)).toHaveValue("11/17/2026");
    await expect(time(page)).toHaveValue("9:30 PM");
  });
});

test("amounts from the fee schedule outlast a mistyped date", async ({ page }) => {
  needs("the clinic’s directory");
  const server = new ServerProcess();
  await server.start();
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  const fee = (seed: number, amount: number) => ({
    kind: "fee" as const,
    id: buildGuid(13, seed),
    code: "99213",
    amount: { currency: "USD", amount },
  });
  const entries = [fee(1, 128), { ...fee(2, 150), activeFrom: "2026-11-21" }];
  await wire.call("saveDirectory", { version: 0, entries });
  await signIn(page, server.url);
  await page.getByRole("button", { name: "New visit charge" }).click();
  await date(page).focus();
  await over(page, "11/20/2026", "Tab");
  await cell(page, 0, "cpt").focus();
  await page.keyboard.type("99213");
  await page.keyboard.press("Tab");
  await expect(cell(page, 0, "charge.amount")).toHaveValue("128.00");
  await date(page).focus();
  await over(page, "13/45/2026", "Tab");
  await expect(date(page)).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("Fees are unknown without a date. Amounts stay.")).toBeVisible();
  await expect(cell(page, 0, "charge.amount")).toHaveValue("128.00");
  await saved(page);
  await page.reload();
  await expect(cell(page, 0, "charge.amount")).toHaveValue("128.00");
  await date(page).focus();
  await over(page, "11/22/2026", "Tab");
  await expect(cell(page, 0, "charge.amount")).toHaveValue("150.00");
  // Also when the page goes before the field is left.
  await date(page).focus();
  await over(page, "11/20/2026");
  await saved(page);
  await reloadAsAsked(page);
  await expect(date(page)).toBeFocused();
  await expect(date(page)).toHaveValue("11/20/2026");
  await page.keyboard.press("Tab");
  await expect(cell(page, 0, "charge.amount")).toHaveValue("128.00");
  // Nor does another code keep the amount of the one before.
  await cell(page, 0, "cpt").focus();
  await page.keyboard.type("g0");
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await expect(cell(page, 0, "cpt")).toHaveValue("g0");
  await page.keyboard.type("008");
  await saved(page);
  await reloadAsAsked(page);
  await expect(cell(page, 0, "cpt")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(cell(page, 0, "cpt")).toHaveValue("G0008");
  await expect(cell(page, 0, "charge.amount")).toHaveValue("");
  // Left by the browser’s own Back.
  await cell(page, 0, "cpt").focus();
  await page.keyboard.type("99213");
  await page.goBack();
  await expect(page.getByRole("button", { name: "New visit charge" })).toBeVisible();
  await page.goForward();
  await expect(cell(page, 0, "charge.amount")).toHaveValue("128.00");
  await date(page).focus();
  await over(page, "11/19/2026");
  await page.goBack();
  await expect(page.getByRole("button", { name: "New visit charge" })).toBeVisible();
  await page.goForward();
  await expect(date(page)).toHaveValue("11/19/2026");
  await server.dispose();
});
