import { expect, needs, test } from "#e2e/fixtures.ts";
import { go } from "#e2e/pages/go.ts";
import { cell, importEvents, openVisit, outcome, saved } from "#e2e/pages/editor.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";

needs("invoices that can be read");

test("a charge is corrected or voided, told what came between", async ({ signedInPage: page, wire }) => {
  await test.step("a charge is corrected, then voided; both stay", async () => {
    const event = buildEvent({ charges: 1, seed: 3001 });
    const { visitId } = event.visitCharged;
    await wire.call("chargeVisit", { AutoChargedEvent: event });
    await openVisit(page, event.eventId);
    const first = (await wire.call("getVisitInvoice", { visitId })).invoice?.invoiceNumber ?? 0;
    await page.getByRole("button", { name: "Correct this charge" }).click();
    await expect(page.getByRole("heading", { name: `Correct invoice ${first}` })).toBeVisible();
    await page.getByRole("button", { name: "Submit correction" }).click();
    const nothing = page.getByRole("dialog", { name: "Nothing is corrected yet" });
    await nothing.getByRole("button", { name: "Close" }).last().click();
    await cell(page, 0, "cpt").fill("99214");
    await page.keyboard.press("Control+Enter");
    const warned = page.getByRole("alertdialog");
    const dialog = page.getByRole("dialog", { name: `Correct invoice ${first}` });
    await expect(warned.or(dialog)).toBeVisible();
    if (await warned.isVisible()) await warned.getByRole("button", { name: "Send anyway" }).click();
    await expect(dialog.getByRole("list", { name: "What changes" })).toContainText("99214");
    await dialog.getByRole("button", { name: "Send correction" }).click();
    await expect(dialog).toContainText("Say why the charge is corrected.");
    await dialog.getByLabel("Reason").fill("Wrong level of visit");
    await page.keyboard.press("Enter");
    await expect(outcome(page)).toContainText("Charge corrected");
    await expect(page.getByRole("button", { name: "Submit correction" })).toHaveCount(0);
    const { invoice, invoices } = await wire.call("getVisitInvoice", { visitId });
    expect(invoice).toMatchObject({ state: "standing", replaces: first, lines: [{ cpt: "99214" }] });
    expect(invoices).toMatchObject([{ state: "replaced", endReason: "Wrong level of visit" }, {}]);
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText(`replaces ${first}`);

    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Void the invoice…" }).click();
    const danger = page.getByRole("dialog", { name: `Void invoice ${invoice?.invoiceNumber}?` });
    await danger.getByLabel("Reason").fill("Charged to the wrong patient");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+Enter");
    expect((await wire.call("getVisitInvoice", { visitId })).invoice?.state).toBe("standing");
    await danger.getByRole("button", { name: "Void invoice" }).click();
    await expect(page.getByText(`Invoice ${invoice?.invoiceNumber} is void`, { exact: true })).toBeVisible();
    await expect(page.getByText("Void: nothing is billed")).toBeVisible();
    await expect(page.getByRole("region", { name: "Balance" })).toContainText(/Invoice \d+Void \(\$/);
    await expect(page.getByRole("button", { name: "Take next" })).toHaveCount(1);
    await expect(page.getByRole("button", { name: /^Submit/ })).toHaveCount(0);
    await expect(page.getByText("This visit is already charged")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Discard this draft" })).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText(
      "Charged to the wrong patient",
    );
    expect((await wire.call("getVisitInvoice", { visitId })).invoice?.state).toBe("voided");
    await expect(page.getByRole("button", { name: "Correct this charge" })).toHaveCount(0);
  });
  await test.step("a void that comes too late says so", async () => {
    const event = buildEvent({ charges: 1, seed: 3010 });
    const { visitId } = event.visitCharged;
    await wire.call("chargeVisit", { AutoChargedEvent: event });
    await openVisit(page, event.eventId);
    const invoiceNumber = (await wire.call("getVisitInvoice", { visitId })).invoice?.invoiceNumber ?? 0;
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Void the invoice…" }).click();
    const dialog = page.getByRole("dialog", { name: `Void invoice ${invoiceNumber}?` });
    await dialog.getByLabel("Reason").fill("Charged twice");
    await wire.call("voidInvoice", { visitId, invoiceNumber, reason: "Someone was faster" });
    await expect(page.getByText(`Invoice ${invoiceNumber} is void`, { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Void invoice" }).click();
    await expect(dialog.getByRole("alert")).toContainText("This invoice was replaced or voided before");
    await expect(dialog.getByLabel("Reason")).toHaveValue("Charged twice");
  });
  await test.step("what comes after the bill is told, and never billed", async () => {
    const event = buildEvent({ charges: 1, seed: 3011 });
    const { visitId, charges } = event.visitCharged;
    await wire.call("chargeVisit", { AutoChargedEvent: event });
    await openVisit(page, event.eventId);
    await page.getByRole("button", { name: "Correct this charge" }).click();
    const { invoiceNumber = 0 } = (await wire.call("getVisitInvoice", { visitId })).invoice ?? {};
    await expect(page.getByRole("heading", { name: `Correct invoice ${invoiceNumber}` })).toBeVisible();
    const [first] = charges;
    const again = buildEvent({
      seed: 3012,
      visit: { ...event.visitCharged, charges: first ? [{ ...first, cpt: "99215" }] : [] },
    });
    const { status } = await wire.post("chargeVisit", { AutoChargedEvent: again });
    expect(status).toBe(409);
    const strip = page.getByRole("status").filter({ hasText: "sent again after it was billed" });
    await expect(strip).toContainText(`It isn’t billed: invoice ${invoiceNumber} is.`);
    await page.getByRole("button", { name: "Show what was sent" }).click();
    const dialog = page.getByRole("dialog", { name: "What was received" });
    await expect(dialog).toContainText("Changed since what was billed");
    await expect(dialog).toContainText("99215");
    await dialog.getByRole("button", { name: "Close" }).last().click();

    // Another person is faster while the reason is typed.
    await cell(page, 0, "cpt").fill("99214");
    await page.keyboard.press("Control+Enter");
    const asked = page.getByRole("dialog", { name: `Correct invoice ${invoiceNumber}` });
    const warned = page.getByRole("alertdialog");
    await expect(warned.or(asked)).toBeVisible();
    if (await warned.isVisible()) await warned.getByRole("button", { name: "Send anyway" }).click();
    const correction = { autoChargedEvent: again, replacesInvoice: invoiceNumber, reason: "First" };
    await wire.call("correctVisit", {
      ...correction,
      autoChargedEvent: { ...again, eventId: buildGuid(1, 3013) },
    });
    await asked.getByLabel("Reason").fill("Wrong level");
    await expect(asked.getByRole("alert")).toContainText(
      new RegExp(`Invoice ${invoiceNumber} was corrected meanwhile.*Invoice \\d+, sent by you, is billed`),
    );
    await expect(asked.getByRole("button", { name: "Send correction" })).toBeDisabled();
    await expect(asked.getByRole("button", { name: "Show the charged visit" })).toBeVisible();
    await asked.getByRole("button", { name: "Cancel" }).click();
    const { invoice } = await wire.call("getVisitInvoice", { visitId });
    const balance = page.getByRole("region", { name: "Balance" });
    await expect(balance).toContainText(`Invoice ${invoice?.invoiceNumber}$${invoice?.total.amount}`);
    await expect(balance).not.toContainText("Charges");
    await expect(strip).toHaveCount(0);
  });
  await test.step("a void without an answer is asked for again", async () => {
    const event = buildEvent({ charges: 1, seed: 3009 });
    const { visitId } = event.visitCharged;
    await wire.call("chargeVisit", { AutoChargedEvent: event });
    await openVisit(page, event.eventId);
    const { invoiceNumber } = (await wire.call("getVisitInvoice", { visitId })).invoice ?? {};
    let tries = 0;
    await page.route("**/VoidInvoiceRequest", (route) => {
      tries += 1;
      return tries === 1 ? route.abort() : route.fallback();
    });
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Void the invoice…" }).click();
    const dialog = page.getByRole("dialog", { name: `Void invoice ${invoiceNumber}?` });
    await dialog.getByLabel("Reason").fill("Charged twice");
    const button = dialog.getByRole("button", { name: "Void invoice" });
    await button.click();
    await expect(dialog.getByRole("alert")).toContainText("The invoice may or may not have been voided.");
    await button.click();
    await expect(page.getByText(`Invoice ${invoiceNumber} is void`, { exact: true })).toBeVisible();
    expect(tries).toBe(2);
    await expect(outcome(page), "what is still to refund").toContainText(
      "Nothing is billed. $20.00 was paid on it",
    );
  });
});

/** The next thing to be stored finds no room. */
function storeNothing(): void {
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => {
    IDBObjectStore.prototype.put = put;
    throw new DOMException("No room", "QuotaExceededError");
  };
}

test.describe("what no part of the page tells", () => {
  test.use({ expectedConsoleErrors: [/out of storage space/] });

  test("a copy that cannot be stored says so", async ({ signedInPage: page, wire }) => {
    const event = buildEvent({ charges: 1, seed: 0x30_0b02 });
    await wire.call("chargeVisit", { AutoChargedEvent: event });
    await openVisit(page, event.eventId);
    await page.evaluate(storeNothing);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Copy to a new visit" }).click();
    await expect(page.getByLabel("Notifications")).toContainText("out of storage space");
  });
});

test("a correction not stored says so; a mistaken one goes", async ({ signedInPage: page, wire }) => {
  const event = buildEvent({ charges: 1, seed: 0x30_0b01 });
  await wire.call("chargeVisit", { AutoChargedEvent: event });
  await openVisit(page, event.eventId);
  await page.evaluate(storeNothing);
  await page.getByRole("button", { name: "Correct this charge" }).click();
  const notices = page.getByLabel("Notifications");
  await expect(notices).toContainText("The correction couldn’t be started");
  await expect(notices).toContainText("out of storage space");
  await page.getByRole("button", { name: "Correct this charge" }).click();
  await expect(page.getByRole("button", { name: "Submit correction" })).toBeVisible();

  await expect(page.getByRole("heading", { name: /^Correct invoice/ })).toBeVisible();
  await cell(page, 0, "cpt").fill("99214");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Discard this correction" }).click();
  await expect(page.getByRole("button", { name: "Correct this charge" })).toBeVisible();
  await expect(cell(page, 0, "cpt")).toHaveValue("99213");
  await page.getByLabel("Notifications").getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Correct this charge" }).click();
  await expect(cell(page, 0, "cpt")).toHaveValue("99214");
});

test("a charged visit takes no typing; late typing is unbilled", async ({ signedInPage: page, wire }) => {
  await test.step("a charged visit is not typed into", async () => {
    const event = buildEvent({ charges: 1, seed: 3002 });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    await page.keyboard.press("Control+Enter");
    await expect(outcome(page)).toContainText("Charged");
    const { invoice } = await wire.call("getVisitInvoice", { visitId: event.visitCharged.visitId });
    const total = `$${invoice?.total.amount}`;
    const amount = cell(page, 0, "charge.amount");
    const before = await amount.inputValue();
    const box = await amount.boundingBox();
    await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
    await page.keyboard.type("300");
    await page.keyboard.press("Enter");
    for (const turn of ["typed", "reopened"]) {
      await expect(amount, turn).toHaveValue(before);
      await expect(amount, turn).toBeDisabled();
      const balance = page.getByRole("region", { name: "Balance" });
      await expect(balance, turn).toContainText(`Charges${total}`);
      await expect(balance, turn).not.toContainText("If sent now");
      await expect(page.getByText("Why it is withheld"), turn).toHaveCount(0);
      await page.reload();
    }
    await expect(page.getByRole("button", { name: "Correct this charge" })).toBeVisible();
  });
  await test.step("what is typed while sending is unbilled, and discarded", async () => {
    const event = buildEvent({ charges: 1, seed: 3003 });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    let answer = () => {};
    const typed = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/ChargeVisitRequest/, async (route) => {
      await typed;
      await route.continue();
    });
    const amount = cell(page, 0, "charge.amount");
    const before = await amount.inputValue();
    await page.keyboard.press("Control+Enter");
    await expect(outcome(page)).toContainText("Sending");
    await amount.click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("300");
    answer();
    await expect(outcome(page)).toContainText("What you typed since isn’t billed");
    const { invoice } = await wire.call("getVisitInvoice", { visitId: event.visitCharged.visitId });
    const balance = page.getByRole("region", { name: "Balance" });
    for (const turn of ["charged", "reopened"]) {
      await expect(amount, turn).toHaveValue(/^300/);
      await expect(balance, turn).toContainText(`Invoice ${invoice?.invoiceNumber}$${invoice?.total.amount}`);
      await expect(balance, turn).not.toContainText("$300");
      await saved(page);
      await page.reload();
    }
    await expect(outcome(page).getByRole("button", { name: "Copy to a new visit" })).toHaveCount(0);
    await outcome(page).getByRole("button", { name: "Discard changes" }).click();
    await expect(amount).toHaveValue(before);
    await expect(outcome(page)).toContainText("created: 1 line");
    await expect(outcome(page)).not.toContainText("What you typed");

    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(amount).toHaveValue(/^300/);
    // Twice before anything of it is done.
    await page.getByRole("button", { name: "Correct this charge" }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await expect(
      page.getByRole("heading", { name: `Correct invoice ${invoice?.invoiceNumber}` }),
    ).toBeVisible();
    await expect(amount).toHaveValue(/^300/);
    await page.goBack();
    await expect(amount, "it went along into the correction").toHaveValue(before);
    await expect(outcome(page)).not.toContainText("What you typed");
    await go(page, "/visits?in=browser");
    await expect(page.getByRole("table").getByText("Correction")).toHaveCount(1);
  });
});

test("without the right it says who corrects", async ({ signedInPage: page, wire }) => {
  await page.route(/\/AccountRequest/, async (route) => {
    const response = await route.fetch();
    // Our own server's answer.
    const account = (await response.json()) as { rights: string[] };
    const rights = account.rights.filter((right) => right !== "correct-charges");
    await route.fulfill({ response, json: { ...account, rights } });
  });
  const event = buildEvent({ charges: 1, seed: 3004 });
  await wire.call("chargeVisit", { AutoChargedEvent: event });
  // Rights are read as the console opens.
  await page.goto(`/visits/${event.eventId}`);
  await page.getByRole("button", { name: "Correct this charge" }).click();
  const dialog = page.getByRole("dialog", { name: "Correct this charge" });
  await expect(dialog).toContainText("Leads and administrators do");
  await expect(dialog).toContainText("Don’t start a new visit for it");
});
