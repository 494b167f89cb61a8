import type { Locator, Page } from "playwright/test";
import { expect, signIn, test } from "#e2e/fixtures.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import {
  cell,
  field,
  importEvents,
  newVisit,
  openVisit,
  outcome,
  paste,
  sendAnyway,
} from "#e2e/pages/editor.ts";
import { buildEvent } from "#room/testing/builders.ts";

async function type(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    if (key.startsWith("<")) await page.keyboard.press(key.slice(1, -1));
    else await page.keyboard.type(key);
  }
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Drags from the middle of one cell to the middle of another with the mouse. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  await to.hover();
  await page.mouse.up();
}

test("hands in the grid: clicks, typing, ranges, composed text", async ({ signedInPage: page, context }) => {
  await test.step("a click selects, typing replaces, double-click, Enter, F2 edit", async () => {
    const event = buildEvent({ charges: 3, seed: 71 });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    const amount = cell(page, 0, "charge.amount");
    await expect(amount).toHaveValue("120.10");
    await amount.click();
    await type(page, "150", "<Tab>");
    await expect(amount).toHaveValue("150.00");
    await cell(page, 0, "quantity").click();
    await type(page, "3", "<ArrowDown>");
    await expect(cell(page, 0, "quantity")).toHaveValue("3");
    await expect(cell(page, 1, "quantity")).toBeFocused();
    const code = cell(page, 0, "cpt");
    for (const how of ["double-click", "Enter", "F2"]) {
      if (how === "double-click") await code.dblclick();
      else {
        await code.click();
        await type(page, `<${how}>`);
      }
      await type(page, "<Backspace>", "4", "<ArrowLeft>", "<Backspace>", "9");
      await expect(code, how).toHaveValue("99294");
      await type(page, "<Escape>");
      await expect(code, how).toHaveValue("99213");
    }
    await expect(page.locator('[data-save="saved"]')).toBeVisible();
    await type(page, "8", "<Escape>", "7", "<Enter>");
    await expect(code).toHaveValue("7");
    // Undo brings back the old text, and typing then replaces that, too.
    await amount.click();
    await type(page, "9", "<Control+z>");
    await expect(amount).toHaveValue("150.00");
    await type(page, "80", "<Tab>");
    await expect(amount).toHaveValue("80.00");
    // A click in the text being edited moves the caret and keeps what was typed.
    await amount.dblclick();
    await type(page, "<End>", "5");
    await amount.click();
    await type(page, "<Home>", "1", "<Tab>");
    await expect(amount).toHaveValue("180.005");
  });
  await test.step("a range is selected, copied, cleared, cut, filled and pasted", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const event = buildEvent({ charges: 4, payments: 1, seed: 72 });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    const values = (member: string) =>
      Promise.all([0, 1, 2, 3].map((row) => cell(page, row, member).inputValue()));
    const amounts = await values("charge.amount");
    await cell(page, 0, "quantity").click();
    await type(page, "<Shift+ArrowRight>", "<Shift+ArrowDown>", "<Control+c>");
    expect(await clipboard(page)).toBe(`1\t${amounts[0]}\n1\t${amounts[1]}`);
    await expect(cell(page, 0, "quantity")).toBeFocused();
    await drag(page, cell(page, 1, "charge.amount"), cell(page, 3, "charge.amount"));
    await type(page, "<Delete>");
    expect(await values("charge.amount")).toEqual([amounts[0], "", "", ""]);
    await type(page, "<Control+z>");
    expect(await values("charge.amount")).toEqual(amounts);
    // One value fills the whole range in one step.
    await paste(page, "$1,012.5\n");
    expect(await values("charge.amount")).toEqual([amounts[0], "1012.50", "1012.50", "1012.50"]);
    await type(page, "<Control+x>");
    expect(await values("charge.amount")).toEqual([amounts[0], "", "", ""]);
    expect(await clipboard(page)).toBe("1012.50\n1012.50\n1012.50");
    await type(page, "<Control+z>", "<Control+z>");
    expect(await values("charge.amount")).toEqual(amounts);
    // A pasted block starts at the top left of the selection, from whichever corner it was dragged.
    await cell(page, 2, "charge.amount").click();
    await cell(page, 1, "quantity").click({ modifiers: ["Shift"] });
    await paste(page, "2\t10\n3\t20");
    expect(await values("quantity")).toEqual(["1", "2", "3", "1"]);
    expect(await values("charge.amount")).toEqual([amounts[0], "10.00", "20.00", amounts[3]]);
    // Checkboxes: clearing a range, checking one with Space, and selecting with Shift without checking.
    await cell(page, 0, "billable").click({ modifiers: ["Shift"] });
    await expect(cell(page, 0, "billable")).toBeChecked();
    await cell(page, 0, "billable").click();
    await expect(cell(page, 0, "billable")).not.toBeChecked();
    await type(page, "<Space>");
    await expect(cell(page, 0, "billable")).toBeChecked();
    await type(page, "<Shift+ArrowDown>", "<Delete>");
    for (const row of [0, 1]) await expect(cell(page, row, "billable")).not.toBeChecked();
    await expect(cell(page, 2, "billable")).toBeChecked();
    // No text runs as a formula in a spreadsheet, numbers stay numbers, and our own cells get exactly what was copied.
    const notes = field(page, "visitCharged.payments.0.notes");
    await field(page, "visitCharged.payments.0.amount.amount").click();
    await type(page, "-5", "<Tab>", "=1+1", "<Tab>");
    await notes.click();
    await type(page, "<Shift+ArrowLeft>", "<Control+c>");
    expect(await clipboard(page)).toBe("-5.00\t'=1+1");
    await notes.click();
    await type(page, "<Control+x>");
    expect(await clipboard(page)).toBe("'=1+1");
    await type(page, "<Control+v>");
    await expect(notes).toHaveValue("=1+1");
  });
  await test.step("composed text and list choices replace a selected cell too", async () => {
    const event = buildEvent({ charges: 1, payments: 1, seed: 73 });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    const notes = field(page, "visitCharged.payments.0.notes");
    await notes.fill("old");
    await cell(page, 0, "cpt").click();
    await notes.click();
    const cdp = await context.newCDPSession(page);
    await cdp.send("Input.imeSetComposition", { text: "é", selectionStart: 1, selectionEnd: 1 });
    await cdp.send("Input.insertText", { text: "é" });
    await expect(notes).toHaveValue("é");
    // Text that arrives in a field without the focus stays there, and the field with the focus keeps its own.
    const stop = field(page, "audit.stopProcessing");
    await cell(page, 0, "cpt").click();
    await stop.check();
    await cdp.send("Input.insertText", { text: "é" });
    await expect(cell(page, 0, "cpt")).toBeFocused();
    await expect(stop).toBeChecked();
    await type(page, "<Tab>", "<Control+z>");
    await expect(cell(page, 0, "cpt")).toHaveValue("99213");
    await expect(stop).toBeChecked();
    const kind = field(page, "visitCharged.payments.0.paymentType");
    await kind.click();
    await type(page, "cha", "<Backspace>", "e", "<Tab>");
    await expect(kind).toHaveValue("Check");
  });
  await test.step("Tab goes from a typed date to its time", async () => {
    await newVisit(page);
    await field(page, "visitCharged.createdOn").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("11/20");
    await page.keyboard.press("Tab");
    await page.keyboard.type("2:30p");
    await page.keyboard.press("Tab");
    const time = page.getByLabel("Time", { exact: true });
    await expect(time).toHaveValue("2:30 PM");
    // Nor do keys that are meant for it go elsewhere while the date cannot be read: a space would tick a box.
    await field(page, "visitCharged.createdOn").fill("");
    await page.keyboard.type("13/45");
    await page.keyboard.press("Tab");
    await expect(time).toBeFocused();
    await page.keyboard.type("9 pm");
    await page.keyboard.press("Tab");
    await expect(time).toHaveValue("9:00 PM");
    await expect(page.getByRole("checkbox", { name: "Workers’ comp documents" })).not.toBeChecked();
  });
  await test.step("Enter acts in a dialog, and focus comes back", async () => {
    const audit = { manualReviewNeeded: true, withholdReason: "Papers missing", canAutoCharge: false };
    const event = buildEvent({ charges: 2, seed: 75, audit });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    await cell(page, 0, "quantity").click();
    await type(page, "3", "<Tab>");
    await page.getByRole("button", { name: "Approve for billing…" }).first().click();
    // What lies behind a dialog stays as it is, whatever keys are pressed in its reason.
    await type(page, "Papers came by fax", "<Control+z>", "<Alt+c>", "<F8>");
    await expect(cell(page, 0, "quantity")).toHaveValue("3");
    await expect(page.getByRole("dialog").getByLabel("Reason")).toBeFocused();
    await page.getByRole("dialog").getByLabel("Reason").fill("Papers came by fax");
    // Back closes it, and loses nothing.
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goForward();
    await page.getByRole("button", { name: "Approve for billing…" }).first().click();
    await expect(page.getByRole("dialog").getByLabel("Reason")).toHaveValue("Papers came by fax");
    await type(page, "<Enter>");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(field(page, "audit.canAutoCharge")).toBeChecked();
    await hasFocus(page);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Templates…" }).click();
    await page.getByLabel("Save this visit’s charges as").click();
    await type(page, "Strep test", "<Enter>");
    await expect(page.getByRole("dialog").getByText("Strep test")).toBeVisible();
    await type(page, "<Escape>");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await hasFocus(page);
    // The send shortcut works from a menu's button too, which uses Enter for itself.
    await page.getByRole("button", { name: "More" }).focus();
    await type(page, "<Control+Enter>");
    await sendAnyway(page);
    await expect(outcome(page)).toContainText("Charged");
  });
});

test("keys go where the hand is, in grid and dialogs", async ({ page }) => {
  // Other tests may have charged visits of one practice, which a new visit would take.
  const own = new ServerProcess();
  await own.start();
  await signIn(page, own.url);
  await type(page, "gn");
  const practice = field(page, "visitCharged.practiceId");
  await expect(practice).toBeFocused();
  await expect(practice).toHaveValue("");
  await expect(practice).not.toHaveAttribute("aria-invalid");
  await expect(cell(page, 0, "cpt")).not.toHaveAttribute("aria-invalid");
  await type(page, "9".repeat(32), "<Alt+c>");
  await expect(cell(page, 0, "cpt")).toBeFocused();
  await expect(cell(page, 1, "cpt")).toHaveCount(0);
  await type(page, "99213", "<Alt+c>");
  await expect(cell(page, 1, "cpt")).toBeFocused();
  await type(page, "<Alt+c>");
  await expect(cell(page, 2, "cpt")).toHaveCount(0);
  // Undo removes the line that has the focus.
  await type(page, "87880", "<Control+z>", "<Control+z>");
  await expect(cell(page, 1, "cpt")).toHaveCount(0);
  await expect(cell(page, 0, "cpt")).toBeFocused();
  await page.getByRole("button", { name: "Remove charge 1" }).click();
  await expect(page.getByRole("button", { name: "Add charge" })).toBeFocused();
  await type(page, "<Control+z>");
  await expect(cell(page, 0, "cpt")).toHaveValue("99213");
  await expect(page.getByRole("button", { name: "Add charge" })).toBeFocused();
  // With nothing left to undo, the button that had the focus is disabled.
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  while (await undo.isEnabled()) await undo.click();
  await hasFocus(page);
  // In a two-key shortcut, a field that gets the focus between the keys receives no letter of it.
  await practice.blur();
  const before = await field(page, "eventId").inputValue();
  // On a busy machine this may last longer than the two keys may be apart.
  await page.clock.setFixedTime(Date.now());
  await type(page, "g");
  await practice.focus();
  await type(page, "n");
  await expect(field(page, "eventId")).not.toHaveValue(before);
  await expect(page.locator(":focus")).toHaveAttribute("name", /cpt|practiceId/);
  await expect(page.locator(":focus")).toHaveValue("");
  await own.dispose();
});

const hasFocus = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
