import { enter, expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { openVisit } from "#e2e/pages/editor.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { go } from "#e2e/pages/go.ts";

needs("invoices that can be read");

test("an invoice is headed, printed, replaced, void, and stays", async ({ page, server, wire }) => {
  await test.step("an invoice is opened, headed by the clinic, and printed", async () => {
    await enter(page, server.url, "/admin/clinic");
    await page.getByLabel("Clinic’s name").fill("");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Enter the clinic’s name.")).toBeVisible();
    await page.getByLabel("Clinic’s name").fill("Harbor Urgent Care");
    await page.getByLabel("Address").fill("12 Harbor Street\nEastgate, MA 02110");
    await page.getByLabel("Phone").fill("(617) 555-0134");
    await page.getByLabel("Tax ID").fill("04-1234567");
    const { version } = await wire.call("getClinic", {});
    await wire.call("saveClinic", { version, clinic: { name: "Somebody else" } });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Somebody else changed this in the meantime")).toBeVisible();
    await expect(page.getByLabel("Tax ID")).toHaveValue("04-1234567");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show what they saved" }).click();
    await expect(page.getByLabel("Clinic’s name")).toHaveValue("Somebody else");
    await page.getByLabel("Clinic’s name").fill("Harbor Urgent Care");
    await page.getByLabel("Address").fill("12 Harbor Street\nEastgate, MA 02110");
    await page.getByLabel("Tax ID").fill("04-1234567");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();

    const event = buildEvent({ charges: 2, seed: 3101 });
    Object.assign(event.visitCharged.charges[1] ?? {}, { billtoPayer: true, payerId: null });
    await wire.call("chargeVisit", { AutoChargedEvent: event });
    await openVisit(page, event.eventId);
    await page.getByRole("button", { name: /^Invoice \d+$/ }).click();
    await page.getByRole("link", { name: "Print view" }).click();
    const sheet = page.getByRole("article", { name: /^Invoice \d+$/ });
    await expect(sheet).toContainText("Harbor Urgent Care");
    await expect(sheet).toContainText("Tax ID 04-1234567");
    await expect(sheet).toContainText("Date of service");
    const lines = sheet.getByRole("table", { name: "Invoice lines" }).getByRole("row");
    await expect(lines).toHaveCount(3);
    await expect(lines.nth(2), "no payer is named: the figures bill the patient").toContainText("Patient");
    await expect(sheet.getByRole("definition").filter({ hasText: /; Patient$/ })).toBeVisible();
    await expect(page).toHaveTitle(/^(\(\d+\) )?Invoice/);
    await expect(page).toHaveURL(/\/visits\/by-visit\/[0-9a-f]{32}\/invoice\?number=\d+$/);
    await expectAccessible(page);
    await page.emulateMedia({ media: "print" });
    await expect(sheet).toBeVisible();
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf).toContain("/MediaBox [0 0 612 792]");
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  });
  await page.emulateMedia({ media: "screen" });
  await test.step("a replaced and a void invoice say so", async () => {
    const event = buildEvent({ charges: 1, seed: 3102 });
    const { visitId } = event.visitCharged;
    await wire.call("chargeVisit", { AutoChargedEvent: event });
    const first = (await wire.call("getVisitInvoice", { visitId })).invoice?.invoiceNumber ?? 0;
    await enter(page, server.url, `/visits/by-visit/${visitId}/invoice?number=${first}`);
    const sheet = page.getByRole("article");
    await expect(sheet).toContainText(`Invoice ${first}`);
    // By a colleague, while it is open to be printed.
    const eventId = buildEvent({ seed: 3103 }).eventId;
    const { invoiceNumber = 0 } = await wire.call("correctVisit", {
      autoChargedEvent: { ...event, eventId },
      replacesInvoice: first,
      reason: "Wrong payer",
    });
    await expect(sheet).toContainText(`Replaced by invoice ${invoiceNumber}`);
    await expect(sheet.getByText("Wrong payer")).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(sheet.getByText("Wrong payer")).toBeHidden();
    await page.emulateMedia({ media: "screen" });
    await page
      .getByRole("navigation", { name: "Invoices of this visit" })
      .getByText(`${invoiceNumber}`)
      .click();
    await expect(sheet).toContainText(`It replaces invoice ${first}.`);
    await wire.call("voidInvoice", {
      eventId: buildEvent({ seed: 3104 }).eventId,
      visitId,
      invoiceNumber: invoiceNumber ?? 0,
      reason: "Charged twice",
    });
    await expect(sheet).toContainText("VOID");
    // On each page of paper.
    const rules = () => document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]);
    expect(await page.evaluate(`(${rules.toString()})().map((rule) => rule.cssText).join()`)).toContain(
      `"Invoice ${invoiceNumber} VOID"`,
    );
    await expect(sheet).toContainText(`It replaces invoice ${first}.`);
    await go(page, `/visits/by-visit/${visitId}/invoice?number=999999`);
    await expect(page.getByText("No such invoice")).toBeVisible();
    await go(page, "/visits/by-visit/no-id/invoice");
    await expect(page.getByText("There’s no invoice at this address")).toBeVisible();
  });
  await test.step("an invoice that is read stays while another replaces it", async () => {
    const event = buildEvent({ charges: 1, seed: 3105 });
    const { visitId } = event.visitCharged;
    await wire.call("chargeVisit", { AutoChargedEvent: event });
    const first = (await wire.call("getVisitInvoice", { visitId })).invoice?.invoiceNumber ?? 0;
    // Only viewed: its page goes on to the newer version.
    await enter(page, server.url, `/visits/by-visit/${visitId}`);
    await page.getByRole("region", { name: "Timeline" }).getByRole("button", { name: "Invoice" }).click();
    const dialog = page.getByRole("dialog", { name: `Invoice ${first}` });
    await expect(dialog).toContainText("Balance");
    const { eventId } = buildEvent({ seed: 3106 });
    const autoChargedEvent = { ...event, eventId };
    const correction = { autoChargedEvent, replacesInvoice: first, reason: "Wrong payer" };
    const { invoiceNumber = 0 } = await wire.call("correctVisit", correction);
    await expect(dialog).toContainText(`Replaced by invoice ${invoiceNumber}`);
    await dialog.getByRole("button", { name: `${invoiceNumber} (current)` }).click();
    await expect(page.getByRole("dialog", { name: `Invoice ${invoiceNumber}` })).toContainText("Balance");
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("Notifications")).toContainText("The charge was corrected");
    await expect(page).toHaveURL(new RegExp(`/visits/${eventId}$`));
  });
});
