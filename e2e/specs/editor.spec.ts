import fc from "fast-check";
import Database from "libsql";
import { startCuttingProxy } from "#e2e/cutting-proxy.ts";
import { expect, expectAccessible, signIn, test } from "#e2e/fixtures.ts";
import {
  cell,
  field,
  importEvents,
  newVisit,
  openVisit,
  outcome,
  saved,
  sendAnyway,
} from "#e2e/pages/editor.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";
import type { ServerProcess } from "#e2e/server-process.ts";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";

const submit = { name: "Submit charge" } as const;

test("blocking faults stop a visit, and the summary finds them", async ({ signedInPage: page }) => {
  const event = buildEvent({ charges: 200, seed: 11 });
  const charges = event.visitCharged.charges.map((row, index) =>
    index === 150 ? { ...row, modifier: ["5"] } : row,
  );
  await importEvents(page, [{ ...event, visitCharged: { ...event.visitCharged, charges } }]);
  await openVisit(page, event.eventId);
  await page.getByRole("button", submit).click();
  const summary = page.getByRole("alert").filter({ hasText: "Not sent" });
  await expect(summary).toBeFocused();
  await summary.getByRole("button").first().click();
  await expect(cell(page, 150, "modifier")).toBeFocused();
  await expect(cell(page, 150, "modifier")).toBeInViewport();
  await page.keyboard.type("25");
  await page.getByRole("button", submit).click();
  await sendAnyway(page);
  await expect(outcome(page)).toContainText("Charged");
});

test("a warning is asked once; clearing a withheld needs reason", async ({ signedInPage: page }) => {
  const audit = { manualReviewNeeded: true, withholdReason: "Papers missing", canAutoCharge: false };
  const event = buildEvent({ charges: 2, seed: 12, audit });
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  await expect(page.getByRole("region", { name: "Balance" })).toContainText(
    "will be withheld: Papers missing",
  );
  await cell(page, 0, "arAmount.amount").fill("1.00");
  await page.getByRole("button", submit).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send anyway" }).click();
  await expect(outcome(page)).toContainText("Withheld");
  await page.getByRole("button", { name: "Clear for charging…" }).click();
  const dialog = page.getByRole("dialog", { name: "Clear for charging" });
  await dialog.getByRole("button", { name: "Clear it" }).click();
  await expect(dialog).toContainText("Say why it can be charged.");
  await dialog.getByLabel("Reason").fill("Papers came by fax");
  await dialog.getByRole("button", { name: "Clear it" }).click();
  await expect(field(page, "audit.canAutoCharge")).toBeChecked();
  await expect(field(page, "audit.manualReviewNeeded")).not.toBeChecked();
  await expect(field(page, "audit.rulesLogs.2.ruleGroup")).toHaveValue("Manual");
  await expect(field(page, "audit.rulesLogs.2.message")).toHaveValue(
    /^casey: Papers came by fax \(before: .*Withhold reason “Papers missing”/,
  );
  await expect(field(page, "audit.withholdReason")).toHaveValue("");
  await expect(field(page, "audit.finalStatus")).toHaveValue("Cleared by hand");
  await page.keyboard.press("Control+z");
  await expect(field(page, "audit.canAutoCharge")).not.toBeChecked();
  await expect(field(page, "audit.rulesLogs.2.ruleGroup")).toHaveCount(0);
  await page.getByRole("button", { name: "Redo" }).click();

  // One Submit: the service has this event as it was withheld, so the correction goes under an eventId of its own.
  await expect(page.getByRole("region", { name: "Balance" })).toContainText("as a corrected version");
  await page.getByRole("button", submit).click();
  await expect(outcome(page)).toContainText("Charged");
  await expect(outcome(page)).toContainText("under a new event ID");
  expect(page.url()).not.toContain(event.eventId);
  await expect(page.getByRole("complementary", { name: "About this visit" })).toContainText(
    /Charged.*Withheld/s,
  );
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();

  // A charged visit is over: what is changed stays a draft.
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("region", { name: "Balance" })).toContainText("changes can’t be sent");
  await expect(page.getByRole("button", submit)).toBeDisabled();
  await expect(outcome(page)).toContainText("start a new visit charge");
  const charged = page.url();
  await outcome(page).getByRole("button", { name: "Copy to a new visit" }).click();
  await expect(page).not.toHaveURL(charged);
  await expect(cell(page, 0, "cpt")).toBeVisible();
  await expect(outcome(page), "a new visit was not sent").toHaveCount(0);
  await page.goto(charged.replace(/[^/]*$/, event.eventId));
  await expect(outcome(page), "the old address leads to the corrected version").toContainText("Charged");

  // Another event of a visit that is charged here: the rules, the forecast and the guard say the same.
  const second = { ...event, eventId: buildGuid(31, 12), audit: buildEvent({ seed: 12 }).audit };
  await page.goto("/visits");
  await new VisitsQueue(page).importEvents([second]);
  await openVisit(page, second.eventId);
  await expect(page.getByRole("region", { name: "Checks" })).toContainText("has already charged this visit");
  await expect(page.getByRole("region", { name: "Balance" })).toContainText(
    "can’t be sent: another event has charged this visit",
  );
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("alertdialog")).toContainText("Another event has charged this visit");
});

test("what the service refuses stands at its field", async ({ signedInPage: page }) => {
  const event = buildEvent({ charges: 2, seed: 13 });
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  await page.route(/ChargedVisit|ChargeVisitRequest/, (route) =>
    route.fulfill({
      status: 400,
      json: {
        responseStatus: {
          errorCode: "RegularExpression",
          message: "The procedure is not one of this payer.",
          errors: [
            {
              errorCode: "RegularExpression",
              fieldName: "AutoChargedEvent.visitCharged.charges[1].cpt",
              message: "This payer does not know 87880.",
            },
          ],
        },
      },
    }),
  );
  await page.getByRole("button", submit).click();
  await expect(outcome(page)).toContainText("Refused");
  await expect(outcome(page)).toContainText("Nothing was billed");
  await expect(cell(page, 1, "cpt")).toHaveAttribute("aria-invalid", "true");
  await expect(cell(page, 1, "cpt")).toBeFocused();
  await page.reload();
  await expect(cell(page, 1, "cpt"), "it still says what was refused").toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await cell(page, 1, "cpt").fill("87881");
  await expect(cell(page, 1, "cpt")).not.toHaveAttribute("aria-invalid", "true");
  await saved(page);
  await page.reload();
  await expect(outcome(page)).toContainText("Refused");
  await expect(cell(page, 1, "cpt"), "what was corrected").not.toHaveAttribute("aria-invalid", "true");
});

const newGuid = () => crypto.randomUUID().replaceAll("-", "");

/** How many invoices the service holds, read from its own store. */
function invoiceCount(server: ServerProcess): number {
  const store = new Database(server.databaseFile, { readonly: true });
  try {
    // One row of one column.
    const { n } = store.prepare("select count(*) as n from invoice").get() as { n: number };
    return n;
  } finally {
    store.close();
  }
}

for (const cut of ["before", "during", "after"] as const)
  test(`cut ${cut} the answer it is unknown, then invoiced once`, async ({
    page,
    server,
    wire,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/.*/);
    const proxy = await startCuttingProxy(server.url);
    try {
      await signIn(page, proxy.url);
      const visitId = newGuid();
      const made = buildEvent({ charges: 2 });
      const event = { ...made, eventId: newGuid(), visitCharged: { ...made.visitCharged, visitId } };
      await importEvents(page, [event]);
      await page.goto(`${proxy.url}/visits/${event.eventId}`);
      await expect(cell(page, 0, "cpt")).toBeVisible();
      const before = invoiceCount(server);
      proxy.cut = cut;
      await page.getByRole("button", submit).click();
      await expect(outcome(page)).toContainText("The invoice may or may not exist");
      expect(proxy.charges, "the request was on its way").toBeGreaterThan(0);
      expect(invoiceCount(server)).toBe(cut === "before" ? before : before + 1);
      proxy.cut = undefined;
      await page.getByRole("button", { name: "Send the same again" }).click();
      await expect(outcome(page)).toContainText("Charged");
      expect(invoiceCount(server)).toBe(before + 1);
      const { invoice } = await wire.call("getVisitInvoice", { visitId });
      expect(invoice?.eventId).toBe(event.eventId);
    } finally {
      proxy.close();
    }
  });

test("any event opened and sent untouched equals the file", async ({
  signedInPage: page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/.*/);
  const events = fc.sample(arbitraryEvent, { numRuns: 12, seed: 4711 }).map((event, index) => ({
    ...event,
    eventId: buildGuid(21, index),
    visitCharged: { ...event.visitCharged, visitId: buildGuid(22, index) },
  }));
  await importEvents(page, events);
  const sent: unknown[] = [];
  await page.route(/ChargedVisit|ChargeVisitRequest/, async (route) => {
    sent.push(JSON.parse(route.request().postData() ?? "null"));
    await route.fulfill({ json: { result: false } });
  });
  let compared = 0;
  for (const event of events) {
    await openVisit(page, event.eventId);
    const before = sent.length;
    await page.getByRole("button", submit).click();
    const anyway = page.getByRole("button", { name: "Send anyway" });
    const stopped = page.getByRole("alert").filter({ hasText: "Not sent" });
    await expect(anyway.or(stopped).or(outcome(page).getByText("Withheld"))).toBeVisible();
    if (await anyway.isVisible()) await anyway.click();
    if (await stopped.isVisible()) {
      // The rules stop what a payer would refuse; its content is compared by the request that it shows.
      await page.getByRole("button", { name: "Request", exact: true }).click();
      const shown = await page.getByRole("dialog", { name: "Request" }).locator("pre").innerText();
      expect(JSON.parse(shown)).toEqual({ AutoChargedEvent: event });
    } else {
      await expect.poll(() => sent.length).toBe(before + 1);
      expect(JSON.stringify(sent[before])).toBe(JSON.stringify({ AutoChargedEvent: event }));
    }
    compared += 1;
  }
  expect(compared).toBe(events.length);
});

test("a one-key fix is one step; F8 walks the findings", async ({ signedInPage: page }) => {
  const event = buildEvent({ charges: 3, seed: 15 });
  const charges = event.visitCharged.charges.map((row, index) =>
    index === 1 ? { ...row, modifier: ["59", "59"] } : row,
  );
  await importEvents(page, [{ ...event, visitCharged: { ...event.visitCharged, charges } }]);
  await openVisit(page, event.eventId);
  await page.keyboard.press("F8");
  await expect(cell(page, 1, "modifier")).toBeFocused();
  await page.keyboard.press("Alt+Enter");
  await expect(cell(page, 1, "modifier")).toHaveValue("59");
  await page.keyboard.press("Control+z");
  await expect(cell(page, 1, "modifier")).toHaveValue("59 59");
});

test("an edited event id takes the draft along", async ({ signedInPage: page }) => {
  await newVisit(page);
  const next = buildGuid(31, 1);
  await field(page, "eventId").fill(next);
  await field(page, "visitCharged.practiceId").fill("9".repeat(32));
  await cell(page, 0, "cpt").fill("99213");
  await expect(page).toHaveURL(new RegExp(next));
  await saved(page);
  await page.reload();
  await expect(cell(page, 0, "cpt")).toHaveValue("99213");
  await expect(field(page, "visitCharged.practiceId")).toHaveValue("9".repeat(32));
  // An event ID that another visit here has is refused, and the other one isn't sent in its place.
  await newVisit(page);
  await field(page, "visitCharged.practiceId").fill("9".repeat(32));
  await cell(page, 0, "cpt").fill("87880");
  await cell(page, 0, "charge.amount").fill("24.50");
  await cell(page, 0, "charge.amount").press("Tab");
  await cell(page, 0, "billtoPayer").uncheck();
  await field(page, "eventId").fill(next);
  await page.keyboard.press("Control+Enter");
  await sendAnyway(page);
  await expect(page.getByText("Another visit in this browser has that event ID").first()).toBeVisible();
  await expect(outcome(page)).toHaveCount(0);
});

test("a visit is copied, and its charges kept as template", async ({ signedInPage: page }) => {
  const event = buildEvent({ charges: 2, diagnoses: 2, seed: 16 });
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Templates…" }).click();
  await page.getByLabel("Save this visit’s charges as").fill("Strep test");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("dialog").getByText("Strep test")).toBeVisible();
  await page.getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Copy to a new visit" }).click();
  await expect(page).not.toHaveURL(new RegExp(event.eventId));
  await expect(cell(page, 1, "cpt")).toHaveValue("87880");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Templates…" }).click();
  await page.getByRole("button", { name: "Insert" }).click();
  await expect(cell(page, 3, "cpt")).toHaveValue("87880");
  await expect(cell(page, 3, "indicatedBy")).toHaveValue("B");
  await expect(field(page, "visitCharged.diagnosis.2.icd10DiagCode")).toHaveCount(0);
});

test("the editor passes axe, empty and full", async ({ signedInPage: page }) => {
  await newVisit(page);
  await expectAccessible(page);
  const event = buildEvent({ charges: 30, diagnoses: 5, payments: 4, rulesLogs: 8, seed: 17 });
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  await expectAccessible(page);
});

test("the editor scrolls inside its page, never the page itself", async ({ signedInPage: page }) => {
  const event = buildEvent({ charges: 10, diagnoses: 12, payments: 2, rulesLogs: 50, seed: 18 });
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  await field(page, "audit.withholdReason").scrollIntoViewIfNeeded();
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
  expect(await beyond()).toBe(0);
});
