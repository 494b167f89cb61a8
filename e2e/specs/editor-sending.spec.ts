import Database from "libsql";
import { startCuttingProxy } from "#e2e/cutting-proxy.ts";
import { expect, needs, signIn, test } from "#e2e/fixtures.ts";
import { cell, field, importEvents, openVisit, outcome, saved, submit } from "#e2e/pages/editor.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";
import type { ServerProcess } from "#e2e/server-process.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { go } from "#e2e/pages/go.ts";

test("a warning is asked once; clearing a withheld needs reason", async ({ signedInPage: page }) => {
  const audit = { manualReviewNeeded: true, withholdReason: "Papers missing", canAutoCharge: false };
  const event = buildEvent({ charges: 2, seed: 12, audit });
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  await expect(page.getByRole("region", { name: "Balance" })).toContainText(
    "Will be withheld: Papers missing",
  );
  await cell(page, 0, "arAmount.amount").fill("1.00");
  await page.route("**/warnings-dialog-*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  // The second click of a double click neither answers the question nor selects its text, and holds up no answer.
  await page.getByRole("button", submit).dblclick();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
  let answer = () => {};
  const pressedTwice = new Promise<void>((resolve) => (answer = resolve));
  await page.route(
    "**/BillingAutoChargeChargeVisitRequest",
    async (route) => {
      await pressedTwice;
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole("alertdialog").getByRole("button", { name: "Send anyway" }).click();
  await expect(outcome(page)).toContainText("Sending");
  // A hurried second press sends nothing and asks nothing.
  await page.getByRole("button", submit).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  answer();
  await expect(outcome(page)).toContainText("Withheld");
  await page.getByRole("button", { name: "Approve for billing…" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve for billing" });
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(dialog).toContainText("Say why it can be billed.");
  await dialog.getByLabel("Reason").fill("Papers came by fax");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(field(page, "audit.canAutoCharge")).toBeChecked();
  await expect(field(page, "audit.manualReviewNeeded")).not.toBeChecked();
  await expect(field(page, "audit.rulesLogs.2.ruleGroup")).toHaveValue("Manual");
  await expect(field(page, "audit.rulesLogs.2.message")).toHaveValue(
    /^casey: Papers came by fax \(before: .*Withhold reason “Papers missing”/,
  );
  await expect(field(page, "audit.withholdReason")).toHaveValue("");
  await expect(field(page, "audit.finalStatus")).toHaveValue("Approved by hand");
  await page.keyboard.press("Control+z");
  await expect(field(page, "audit.canAutoCharge")).not.toBeChecked();
  await expect(field(page, "audit.rulesLogs.2.ruleGroup")).toHaveCount(0);
  await page.getByRole("button", { name: "Redo" }).click();

  // One submit: the service has this event as withheld, so the correction gets an eventId of its own.
  await expect(page.getByRole("region", { name: "Balance" })).toContainText("as a corrected version");
  await page.getByRole("button", submit).click();
  await expect(outcome(page)).toContainText("Charged");
  await expect(outcome(page)).toContainText("with a new ID");
  expect(page.url()).not.toContain(event.eventId);
  await expect(page.getByRole("complementary", { name: "About this visit" })).toContainText(
    /Charged.*Withheld/s,
  );

  // A charged visit is final: nothing is typed into it.
  await expect(cell(page, 0, "cpt")).toBeDisabled();
  await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
  await expect(page.getByRole("button", submit)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Balance" })).not.toContainText("If sent now");
  const charged = page.url();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Copy to a new visit" }).click();
  await expect(page).not.toHaveURL(charged);
  await expect(cell(page, 0, "cpt")).toBeVisible();
  await expect(outcome(page), "a new visit was not sent").toHaveCount(0);
  await go(page, new URL(charged).pathname.replace(/[^/]*$/, event.eventId));
  await expect(outcome(page), "the old address leads to the corrected version").toContainText("Charged");

  // Another event of a visit that was charged here: the rules, the forecast and the guard agree.
  const second = { ...event, eventId: buildGuid(31, 12), audit: buildEvent({ seed: 12 }).audit };
  await go(page, "/visits");
  await new VisitsQueue(page).importEvents([second]);
  await openVisit(page, second.eventId);
  await expect(page.getByRole("region", { name: "Checks" })).toContainText("has already charged this visit");
  await expect(page.getByRole("region", { name: "Balance" })).toContainText(
    "Can’t be sent: charged by another submission",
  );
  await expect(page.getByRole("button", submit)).toBeDisabled();
  needs("the clinic’s list");
  await expect(page.getByText("Another submission has charged this visit", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Discard this draft" })).toBeVisible();
});

test("the service's refusals are shown at their fields", async ({ signedInPage: page }) => {
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

test("cut around the answer it is unknown, then invoiced once", async ({
  page,
  server,
  wire,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/.*/);
  const proxy = await startCuttingProxy(server.url);
  try {
    await signIn(page, proxy.url);
    for (const cut of ["before", "during", "after"] as const)
      await test.step(`cut ${cut} the answer`, async () => {
        const visitId = newGuid();
        const made = buildEvent({ charges: 2 });
        const event = { ...made, eventId: newGuid(), visitCharged: { ...made.visitCharged, visitId } };
        await importEvents(page, [event]);
        await go(page, `/visits/${event.eventId}`);
        await expect(field(page, "visitCharged.visitId")).toHaveValue(visitId);
        const before = invoiceCount(server);
        const charges = proxy.charges;
        proxy.cut = cut;
        await page.getByRole("button", submit).click();
        // Before it nothing is known. Later the service may tell by itself that the visit is charged.
        const said = /The invoice may or may not exist|Charged/;
        await expect(outcome(page)).toContainText(
          cut === "before" ? "The invoice may or may not exist" : said,
        );
        expect(proxy.charges, "the request was on its way").toBeGreaterThan(charges);
        expect(invoiceCount(server)).toBe(cut === "before" ? before : before + 1);
        proxy.cut = undefined;
        const again = page.getByRole("button", { name: "Send the same again" });
        await expect(async () => {
          if (await again.isVisible()) await again.click({ timeout: 500 });
          await expect(outcome(page)).toContainText("Charged", { timeout: 2000 });
        }).toPass();
        expect(invoiceCount(server)).toBe(before + 1);
        const { invoice } = await wire.call("getVisitInvoice", { visitId });
        expect(invoice?.eventId).toBe(event.eventId);
      });
  } finally {
    proxy.close();
  }
});
