import { readFileSync } from "node:fs";
import { expect, expectAccessible, test } from "#e2e/fixtures.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { buildEvent } from "#room/testing/builders.ts";

test.use({ hasQueue: false });

let nextSeed = 0x3000;
const held = { manualReviewNeeded: true, withholdReason: "Papers missing" };

/** Events that no other test has sent to this worker's server. */
function fresh(count: number, plan: Parameters<typeof buildEvent>[0] = {}) {
  return Array.from({ length: count }, () => buildEvent({ ...plan, seed: (nextSeed += 1) }));
}

test("an empty console offers marked examples, tried without billing", async ({ signedInPage, wire }) => {
  const queue = new VisitsQueue(signedInPage);
  await expectAccessible(signedInPage);
  await signedInPage.getByRole("button", { name: "Add all three examples" }).click();
  await expect(queue.table.getByRole("row")).toHaveCount(4);
  await expect(queue.table.getByText("Example", { exact: true })).toHaveCount(3);
  const said = signedInPage.getByLabel("Notifications");
  const clear = queue.table.getByRole("row").filter({ hasText: "$185.00" });
  await clear.getByRole("button", { name: "Try" }).click();
  await expect(said).toContainText("A real visit like this would be charged for $185.00.");
  await signedInPage.getByRole("button", { name: "Retry all 3 that match…" }).click();
  await expect(signedInPage.getByRole("dialog")).toContainText("3 are examples and are never sent");
  await signedInPage.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await clear.getByRole("link").click();
  await expect(signedInPage.locator("header").getByText("Example", { exact: true })).toBeVisible();
  const visitId = await signedInPage.locator('[name="visitCharged.visitId"]').inputValue();
  await signedInPage.getByRole("button", { name: "Submit charge" }).click();
  await expect(signedInPage.getByRole("alertdialog")).toContainText("Not sent: this is an example");
  expect((await wire.call("getVisitInvoice", { visitId })).invoice ?? null).toBeNull();
  await signedInPage.keyboard.press("Escape");
  await signedInPage.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(signedInPage.locator("[data-print-sheet]")).toContainText("not for billing");
});

test("retry of all matches counts first, then gives each outcome", async ({ signedInPage }) => {
  const queue = new VisitsQueue(signedInPage);
  const [charged] = fresh(1);
  await queue.importEvents([charged]);
  await queue.table.getByRole("button", { name: "Send" }).click();
  await expect(queue.table.getByRole("row").nth(1)).toContainText("Charged");

  const good = fresh(4);
  const withheld = fresh(2, { audit: held });
  const faulty = fresh(1, { visit: { diagnosis: [] } });
  await queue.importEvents([...good, ...withheld, ...faulty]);
  await signedInPage.getByRole("button", { name: "Retry all 7 that match…" }).click();
  const dialog = signedInPage.getByRole("dialog");
  await expect(dialog).toContainText(
    "7 match: 6 will be sent (2 of them will be withheld), 1 has problems to fix.",
  );
  await expectAccessible(signedInPage);
  await dialog.getByRole("button", { name: "Send 6" }).click();
  await expect(queue.sending).toContainText("Done: 4 charged, 2 withheld");
  await queue.sending.getByRole("button", { name: "Show outcomes" }).click();
  await expect(queue.sending.getByRole("list", { name: "Outcomes" }).getByRole("listitem")).toHaveCount(6);
  await expect(queue.sending).toContainText("Papers missing");
  await expect(signedInPage.getByRole("tab", { name: "Charged 5" })).toBeVisible();
  await expect(signedInPage.getByRole("tab", { name: "Needs attention 3" })).toBeVisible();
});

test("selected ones are sent alone; the foot says what can", async ({ signedInPage }) => {
  const queue = new VisitsQueue(signedInPage);
  const events = fresh(3);
  const faulty = fresh(1, { visit: { diagnosis: [] } });
  const amount = { currency: "USD", amount: 87_880 };
  const warned = fresh(1).map(({ visitCharged, ...rest }) => {
    const charges = visitCharged.charges
      .slice(0, 1)
      .map((line) => ({ ...line, charge: amount, arAmount: amount }));
    return { ...rest, visitCharged: { ...visitCharged, charges } };
  });
  const gone = fresh(1);
  await queue.importEvents([...events, ...faulty, ...warned, ...gone]);
  for (const event of [...events.slice(0, 2), ...faulty])
    await queue.row(event).getByRole("checkbox").check();
  await expect(signedInPage.getByText("3 selected")).toBeVisible();
  await expect(signedInPage.getByText("2 can be sent · 1 has problems to fix")).toBeVisible();
  for (const event of faulty) await queue.row(event).getByRole("checkbox").uncheck();
  await signedInPage.getByRole("button", { name: "Retry selected" }).click();
  await expect(queue.sending).toContainText("Done: 2 charged");
  for (const event of events.slice(2)) await expect(queue.row(event)).toContainText("Draft");

  // A code typed as an amount is asked about, and Enter on its check box sends nothing.
  for (const event of events.slice(0, 2)) await queue.row(event).getByRole("checkbox").uncheck();
  for (const event of gone) await queue.row(event).getByRole("checkbox").check();
  await signedInPage.getByRole("button", { name: "View and export" }).click();
  await signedInPage.getByRole("menuitem", { name: "Remove 1 selected from this device" }).click();
  for (const event of [...events.slice(2), ...warned]) await queue.row(event).getByRole("checkbox").check();
  await signedInPage.getByRole("button", { name: "Retry selected" }).click();
  const dialog = signedInPage.getByRole("dialog", { name: "Before you send" });
  await expect(dialog).toContainText("1 visit has warnings. It is left out unless you tick it.");
  await expect(dialog).toContainText("$87,880.00 looks like the procedure code 87880");
  // What is told at the edge of a phone covers none of it.
  const { width = 1280, height = 720 } = signedInPage.viewportSize() ?? {};
  await signedInPage.setViewportSize({ width: 390, height: 480 });
  const told = signedInPage.getByLabel("Notifications");
  await expect(told).toContainText("1 visit removed");
  const [above, below] = await Promise.all([dialog.boundingBox(), told.boundingBox()]);
  expect((above?.y ?? 480) + (above?.height ?? 480)).toBeLessThanOrEqual((below?.y ?? 0) + 1);
  await signedInPage.setViewportSize({ width, height });
  await expect(dialog.getByRole("button", { name: "Send 1" })).toBeVisible();
  await dialog.getByRole("checkbox").focus();
  await signedInPage.keyboard.press("Space");
  await expect(dialog.getByRole("button", { name: "Send 2" })).toBeVisible();
  await expect(dialog.getByRole("checkbox")).toBeFocused();
  // What was looked at and ticked doesn’t go with one key.
  await signedInPage.keyboard.press("Escape");
  await expect(dialog).toContainText("This isn’t kept. Press Escape again to close anyway.");
  await signedInPage.keyboard.press("Enter");
  await signedInPage.keyboard.press("Control+Enter");
  await expect(dialog).toBeVisible();
  await expectAccessible(signedInPage);
  // What another tab writes while the question stands is not what was looked at.
  const tab = await signedInPage.context().newPage();
  await tab.goto(`/visits/${warned[0]?.eventId ?? ""}`);
  const charge = tab.getByRole("textbox", { name: "Charge, charge 1", exact: true });
  await charge.fill("99999");
  await charge.press("Enter");
  for (const event of warned) await expect(queue.row(event)).toContainText("$99,999.00");
  await tab.close();
  await dialog.getByRole("button", { name: "Send 2" }).click();
  await expect(queue.sending).toContainText("Done: 1 charged, 1 not sent");
  for (const event of warned) await expect(queue.row(event)).toContainText("Draft");
});

test("the overview and words filter; addresses hold none of them", async ({ signedInPage }) => {
  const queue = new VisitsQueue(signedInPage);
  const review = fresh(2, { audit: { manualReviewNeeded: true, withholdReason: "Review for Jane Doe" } });
  const clear = fresh(1);
  await queue.importEvents([...review, ...clear]);
  const overview = signedInPage.getByRole("region", { name: "Overview" });
  await overview.getByRole("button", { name: /Review for Jane Doe/ }).click();
  await expect(queue.table.getByRole("row")).toHaveCount(3);
  await expect(signedInPage).toHaveURL(/\?reason=[0-9a-z]+$/);
  await queue.table.getByRole("button", { name: "Amount" }).click();
  await expect(signedInPage).toHaveURL(/sort=amount/);
  expect(signedInPage.url()).not.toMatch(/jane|doe/i);
  await signedInPage.reload();
  await expect(queue.table.getByRole("row")).toHaveCount(3);
  await expect(queue.table.getByRole("columnheader", { name: "Amount" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await signedInPage.getByRole("button", { name: /Reason: Review/ }).click();
  await expect(queue.table.getByRole("row")).toHaveCount(4);

  const [plain] = fresh(1, { charges: 1 });
  const [longer] = fresh(1, { charges: 6 });
  await queue.importEvents([plain, longer]);
  const search = signedInPage.getByRole("searchbox", { name: "Find visits" });
  await search.fill("94640");
  await expect(queue.table.getByRole("row")).toHaveCount(2);
  await expect(queue.table).toContainText("…" + (longer?.visitCharged.visitId.slice(-4) ?? ""));
  expect(signedInPage.url()).not.toContain("94640");
  await search.fill("no such thing");
  await expect(signedInPage.getByRole("heading", { name: "No visit matches" })).toBeVisible();
  await signedInPage.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(queue.table.getByRole("row")).toHaveCount(6);
});

test("rows are worked by keys alone: move, select, send, open", async ({ signedInPage }) => {
  const queue = new VisitsQueue(signedInPage);
  const events = fresh(4);
  await queue.importEvents(events);
  const keyboard = signedInPage.keyboard;
  const rows = queue.table.getByRole("row");
  await rows.nth(1).focus();
  await keyboard.press("ArrowDown");
  await expect(rows.nth(2)).toBeFocused();
  await keyboard.press("Space");
  await expect(rows.nth(2).getByRole("checkbox")).toBeChecked();
  await keyboard.press("Shift+ArrowDown");
  await expect(signedInPage.getByText("2 selected")).toBeVisible();
  await keyboard.press("Control+a");
  await expect(signedInPage.getByText("4 selected")).toBeVisible();
  // As zoomed to 200 %.
  await signedInPage.setViewportSize({ width: 720, height: 450 });
  for (const key of ["Home", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"]) {
    await keyboard.press(key);
    await expect(queue.table.locator("tr:focus"), key).toBeInViewport({ ratio: 0.9 });
  }
  await signedInPage.setViewportSize({ width: 1440, height: 900 });
  await keyboard.press("Home");
  await keyboard.press("r");
  await expect(rows.filter({ hasText: "Charged" })).toHaveCount(1);
  await keyboard.press("Enter");
  await expect(signedInPage).toHaveURL(/\/visits\/[0-9a-f]{32}$/);
});

test("a list exports, keeps columns, fits a phone, restores rows", async ({ signedInPage }) => {
  const queue = new VisitsQueue(signedInPage);
  const events = fresh(2, { audit: { manualReviewNeeded: true, withholdReason: "=1+1" } }).map((event) => ({
    ...event,
    "x-engine": { run: [1, null] },
  }));
  await queue.importEvents(events);
  const save = async (item: string | RegExp) => {
    const download = signedInPage.waitForEvent("download");
    await signedInPage.getByRole("button", { name: "View and export" }).click();
    await signedInPage.getByRole("menuitem", { name: item }).click();
    return readFileSync(await (await download).path(), "utf8");
  };
  const byId = (list: readonly { eventId: string }[]) =>
    list.toSorted((a, b) => a.eventId.localeCompare(b.eventId));
  const text = await save(/^NDJSON/);
  const lines = text
    .trim()
    .split("\n")
    .map((line): (typeof events)[number] => JSON.parse(line));
  expect(byId(lines)).toEqual(byId(events));
  expect(await save(/^CSV/)).toContain(",'=1+1,");

  await signedInPage.getByRole("button", { name: "View and export" }).click();
  await signedInPage.getByRole("menuitemcheckbox", { name: "Practice" }).click();
  await signedInPage.keyboard.press("Escape");
  await expect(queue.table.getByRole("columnheader", { name: "Practice" })).toBeVisible();
  await signedInPage.reload();
  await expect(queue.table.getByRole("columnheader", { name: "Practice" })).toBeVisible();

  await queue.table.getByRole("checkbox", { name: "Select all that match" }).check();
  await signedInPage.getByRole("button", { name: "View and export" }).click();
  await signedInPage.getByRole("menuitem", { name: "Remove 2 selected from this device" }).click();
  await expect(signedInPage.getByRole("heading", { name: "No visits here yet" })).toBeVisible();
  await signedInPage.getByLabel("Notifications").getByRole("button", { name: "Undo" }).click();
  await expect(queue.table.getByRole("row")).toHaveCount(3);

  // On a narrow page rows keep state, visit, reason and amount.
  await signedInPage.setViewportSize({ width: 360, height: 740 });
  for (const event of events) {
    await expect(queue.row(event)).toContainText("Held by rules");
    await expect(queue.row(event)).toContainText("=1+1");
    await expect(queue.row(event)).toContainText("$");
  }
  const width = await signedInPage.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await expectAccessible(signedInPage);
});

test("offline, a send waits, can be withdrawn, leaves later", async ({ signedInPage, context }) => {
  const queue = new VisitsQueue(signedInPage);
  const [stays, goes] = fresh(2);
  await queue.importEvents([stays, goes]);
  await context.setOffline(true);
  for (const event of [stays, goes])
    if (event) {
      await queue.row(event).getByRole("button", { name: "Send" }).click();
      await expect(queue.row(event)).toContainText("Waiting");
    }
  await expect(signedInPage.getByRole("status", { name: "Outbox" })).toContainText(
    "2 items are waiting to be sent",
  );
  if (stays) {
    await queue.row(stays).getByRole("button", { name: "Withdraw" }).click();
    await expect(queue.row(stays)).toContainText("Draft");
  }
  await context.setOffline(false);
  if (goes) await expect(queue.row(goes)).toContainText("Charged", { timeout: 20_000 });
  if (stays) await expect(queue.row(stays)).toContainText("Draft");
});

test("a thousand events scroll and are searched in place", async ({ signedInPage }) => {
  const queue = new VisitsQueue(signedInPage);
  const events = Array.from({ length: 1000 }, (_, seed) => buildEvent({ seed: 0x50000 + seed, charges: 1 }));
  await queue.importEvents(events);
  await expect(queue.table).toHaveAttribute("aria-rowcount", "1001");
  expect(await queue.table.getByRole("row").count()).toBeLessThan(80);
  await queue.table.getByRole("row").nth(1).focus();
  await signedInPage.keyboard.press("End");
  await expect(queue.table.locator("tr:focus")).toHaveAttribute("aria-rowindex", "1001");
  await signedInPage
    .getByRole("searchbox", { name: "Find visits" })
    .fill(events[7]?.visitCharged.visitId ?? "");
  await expect(queue.table.getByRole("row")).toHaveCount(2);
});

test("a corrected withheld event goes out as a new one", async ({ signedInPage, wire }) => {
  const queue = new VisitsQueue(signedInPage);
  const [event] = fresh(1, { audit: held });
  const [other] = fresh(1);
  if (!event || !other) return;
  await queue.importEvents([event, other]);
  await queue.row(event).getByRole("button", { name: "Send" }).click();
  await expect(queue.row(event)).toContainText("Withheld");
  await queue.row(event).getByRole("link").click();
  await signedInPage.locator('[name="audit.manualReviewNeeded"]').uncheck();
  await expect(signedInPage.getByText(/^Saved/)).toBeVisible();
  await signedInPage
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /Visits/ })
    .click();

  await signedInPage.getByRole("button", { name: "Retry all 2 that match…" }).click();
  const dialog = signedInPage.getByRole("dialog");
  await expect(dialog).toContainText("2 match: 2 will be sent (1 as a corrected version).");
  await dialog.getByRole("button", { name: "Send 2" }).click();
  await expect(queue.sending).toContainText("Done: 2 charged");
  await expect(signedInPage.getByRole("tab", { name: "All 2" }), "one row for a visit").toBeVisible();
  const { invoice } = await wire.call("getVisitInvoice", { visitId: event.visitCharged.visitId });
  expect(invoice?.eventId).not.toBe(event.eventId);
});
