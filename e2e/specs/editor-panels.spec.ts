import { expect, needs, test } from "#e2e/fixtures.ts";
import {
  cell,
  field,
  importEvents,
  newVisit,
  openVisit,
  outcome,
  saved,
  sendAnyway,
  showSent,
} from "#e2e/pages/editor.ts";
import { buildEvent, buildGuid, buildPayment, buildRulesLog } from "#room/testing/builders.ts";

test("the editor's panels: balance, codes, why it is withheld", async ({ signedInPage: page }) => {
  await test.step("the balance is shown per payer, and follows typing", async () => {
    const event = buildEvent({ charges: 2, payments: 0, seed: 61 });
    const payments = [
      buildPayment(0, { payerId: buildGuid(5, 0), amount: { currency: "USD", amount: 20.1 } }),
    ];
    await importEvents(page, [{ ...event, visitCharged: { ...event.visitCharged, payments } }]);
    await openVisit(page, event.eventId);
    const balance = page.getByRole("region", { name: "Balance" });
    await expect(balance).toContainText("$144.60");
    await cell(page, 1, "charge.amount").fill("30");
    await expect(balance).toContainText("$150.10");
    await balance.getByRole("button", { name: "Per payer" }).click();
    const rows = page.getByRole("dialog", { name: "A/R by payer" }).getByRole("row");
    await expect(rows).toHaveCount(4);
    await expect(rows.nth(1)).toContainText("$120.10");
    await expect(rows.nth(1)).toContainText("$20.10");
    await expect(rows.nth(2)).toContainText("$30.00");
    await expect(rows.nth(3)).toContainText("Total$150.10$150.10");
  });
  await test.step("words find a diagnosis code, and the chosen is checked", async () => {
    needs("codes that can be searched and described");
    await newVisit(page);
    await page.keyboard.press("Alt+g");
    const code = field(page, "visitCharged.diagnosis.0.icd10DiagCode");
    await expect(code).toBeFocused();
    await page.keyboard.type("pharyngitis");
    const found = page.getByRole("listbox", { name: "Codes found" });
    const wanted = found.getByRole("option", { name: /^J02\.9/ });
    await expect(wanted).toBeVisible();
    // By keyboard, down to the wanted one.
    for (let step = 0; step < 8 && (await wanted.getAttribute("aria-selected")) !== "true"; step += 1)
      await page.keyboard.press("ArrowDown");
    await expect(wanted).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(code).toHaveValue("J02.9");
    // As after a typed code: on to the next line.
    await expect(field(page, "visitCharged.diagnosis.1.icd10DiagCode")).toBeFocused();
    await expect(found).toHaveCount(0);
    const diagnoses = page.getByRole("region", { name: "Diagnoses" });
    await expect(diagnoses).toContainText("Acute pharyngitis, unspecified");
    await expect(diagnoses).toContainText("billable");
  });
  await test.step("why it is withheld leads to the cell, clearing previews", async () => {
    const event = buildEvent({
      charges: 3,
      seed: 62,
      audit: {
        stopProcessing: true,
        canAutoCharge: false,
        withholdReason: "Modifier missing",
        rulesLogs: [
          buildRulesLog(0),
          buildRulesLog(1, {
            ruleName: "E/M with procedure",
            status: "Failed",
            message: "Charge 3 needs modifier 25",
          }),
        ],
      },
    });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    const held = page.getByRole("region", { name: "Why it was withheld" });
    await expect(held).toContainText("Modifier missing");
    const failed = held.getByRole("listitem").first();
    await expect(failed).toContainText("E/M with procedure");
    await failed.getByRole("button", { name: "Go" }).click();
    await expect(cell(page, 2, "modifier")).toBeFocused();
    await held.getByRole("button", { name: "Approve for billing…" }).click();
    const dialog = page.getByRole("dialog", { name: "Approve for billing" });
    await expect(dialog.getByRole("listitem")).toHaveText([
      "Stop processing: on becomes off",
      "Can auto-charge: off becomes on",
      "Withhold reason: “Modifier missing” becomes nothing",
      /^Rules status: .* becomes “Approved by hand”$/,
    ]);
    await dialog.getByLabel("Reason").fill("Modifier is right");
    const entry = dialog.getByRole("table");
    for (const text of ["Manual", "Approved for billing"])
      await expect(entry.getByRole("cell", { name: text, exact: true })).toBeVisible();
    await expect(
      entry.getByRole("cell", {
        name: /^casey: Modifier is right \(before: .*Withhold reason “Modifier missing”/,
      }),
    ).toBeVisible();
    await dialog.getByText("Details", { exact: true }).click();
    const told = await dialog.getByText(/^log [0-9a-f]{32}$/).textContent();
    const logId = told?.replace("log ", "");
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByRole("region", { name: "Balance" })).toContainText("Will be charged");
    const request = page.waitForRequest(/ChargeVisit|ChargedVisit/);
    await page.getByRole("button", { name: "Submit charge" }).click();
    await sendAnyway(page);
    const sent: unknown = (await request).postDataJSON();
    expect(sent).toMatchObject({
      AutoChargedEvent: {
        audit: {
          stopProcessing: false,
          canAutoCharge: true,
          finalStatus: "Approved by hand",
          rulesLogs: [{}, {}, { rulesLogId: logId, ruleGroup: "Manual" }],
        },
      },
    });
    await expect(outcome(page)).toContainText("Charged");
  });
});

test("the editor's request, history and print", async ({ signedInPage: page, context }) => {
  await test.step("the request copies as JSON and curl without the key", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const event = buildEvent({ charges: 2, seed: 63 });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    await field(page, "audit.withholdReason").fill("It's fine");
    const dialog = await showSent(page);
    const copied = async () => {
      await dialog.getByRole("button", { name: "Copy" }).click();
      await expect(page.getByText(/copied$/).last()).toBeVisible();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const audit = { ...event.audit, withholdReason: "It's fine" };
    expect(JSON.parse(await copied())).toEqual({ AutoChargedEvent: { ...event, audit } });
    await dialog.getByRole("tab", { name: "curl" }).click();
    const panel = (await dialog.getByRole("tabpanel").getAttribute("id")) ?? "";
    await expect(dialog.getByRole("tab", { selected: true })).toHaveAttribute("aria-controls", panel);
    await expect(dialog.locator("pre")).toContainText("Authorization: Bearer ••••");
    await expect
      .poll(copied)
      .toMatch(/^curl -X POST 'http:\/\/[^']+'(?:.|\n)*Bearer •+'(?:.|\n)*It'\\''s fine/);
    const keys = (await context.cookies()).map(({ value }) => value);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(await copied()).not.toContain(key);
  });
  await test.step("the history names each step, and a press returns there", async () => {
    const event = buildEvent({ charges: 2, seed: 64 });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    await cell(page, 0, "cpt").fill("99214");
    await cell(page, 1, "quantity").fill("2");
    await cell(page, 1, "quantity").press("Control+Shift+d");
    await expect(cell(page, 2, "cpt")).toBeVisible();
    await page.getByText("History").click();
    const steps = page.locator("details", { hasText: "History" }).getByRole("listitem").getByRole("button");
    await expect(steps).toHaveText([
      "Duplicate charge 2",
      "Charge 2 · Quantity: 1 → 2",
      "Charge 1 · Procedure: 99213 → 99214",
    ]);
    await steps.nth(1).click();
    await expect(cell(page, 2, "cpt")).toHaveCount(0);
    await expect(cell(page, 1, "quantity")).toHaveValue("1");
    await expect(cell(page, 0, "cpt")).toHaveValue("99214");
    await page.getByRole("button", { name: "Redo" }).click();
    await expect(cell(page, 1, "quantity")).toHaveValue("2");
    await saved(page);
    await page.reload();
    await page.getByText("History").click();
    const lines = page.locator("details", { hasText: "History" }).getByRole("listitem");
    await expect(lines).toContainText([
      "Before you opened it this time (can’t be undone)",
      "Charge 2 · Quantity: 1 → 2",
      "Charge 1 · Procedure: 99213 → 99214",
    ]);
  });
  await test.step("a visit prints as a clean page with every charge", async () => {
    const event = buildEvent({ charges: 120, diagnoses: 4, payments: 2, seed: 65 });
    Object.assign(event.visitCharged.charges[0] ?? {}, { billtoPayer: null, billable: null });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    await expect(page.getByRole("region", { name: "Diagnoses" }).getByText("billable").first()).toBeVisible();
    // As the service takes what a line does not say: billed, and not to a payer.
    await expect(cell(page, 0, "billable")).toBeChecked();
    await expect(cell(page, 0, "billtoPayer")).not.toBeChecked();
    // Checks what would be printed between the two events that the browser fires around printing.
    await page.evaluate(() => {
      globalThis.print = () => dispatchEvent(new Event("beforeprint"));
    });
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Print" }).click();
    await page.emulateMedia({ media: "print" });
    const sheet = page.locator("[data-print-sheet]");
    await expect(sheet.getByRole("heading", { name: "Visit charge" })).toBeVisible();
    const lines = sheet.getByRole("table").nth(1).getByRole("row");
    await expect(lines).toHaveCount(122);
    await expect(lines.nth(1)).toContainText("patient");
    await expect(sheet).toContainText("Acute pharyngitis, unspecified");
    await expect(sheet).toContainText(/Date of service\s*11\/02\/2026 9:15 AM/);
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await expect(sheet).toHaveCount(0);
    // The browser's own print command fires the events by itself.
    const seen = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          addEventListener("beforeprint", () =>
            resolve(document.querySelectorAll("[data-print-sheet] tr").length),
          );
        }),
    );
    await page.pdf();
    expect(await seen).toBeGreaterThan(120);
    await expect(sheet).toHaveCount(0);
  });
});
