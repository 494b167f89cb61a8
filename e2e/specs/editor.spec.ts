import fc from "fast-check";
import { expect, expectAccessible, test } from "#e2e/fixtures.ts";
import {
  cell,
  field,
  importEvents,
  newVisit,
  openVisit,
  outcome,
  saved,
  sendAnyway,
  submit,
  showSent,
} from "#e2e/pages/editor.ts";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";

test("faults are found and fixed; charges become a template", async ({ signedInPage: page }) => {
  await test.step("blocking faults stop a visit, and the summary finds them", async () => {
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
  await test.step("a one-key fix is one step; F8 walks the findings", async () => {
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
  await test.step("a visit is copied, and its charges kept as template", async () => {
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
  await test.step("the editor passes axe, and scrolls inside its page", async () => {
    await newVisit(page);
    await expectAccessible(page);
    const event = buildEvent({ charges: 30, diagnoses: 12, payments: 4, rulesLogs: 50, seed: 17 });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    await expectAccessible(page);
    // It scrolls inside its page, never the page itself.
    await field(page, "audit.withholdReason").scrollIntoViewIfNeeded();
    const beyond = () =>
      page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
    expect(await beyond()).toBe(0);
  });
});

test("any event opened and sent untouched equals the file", async ({
  signedInPage: page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/.*/);
  const events = fc.sample(arbitraryEvent, { numRuns: 6, seed: 4711 }).map((event, index) => ({
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
      // The rules block what a payer would refuse; its content is compared with the request shown.
      const shown = await (await showSent(page)).locator("pre").innerText();
      expect(JSON.parse(shown)).toEqual({ AutoChargedEvent: event });
    } else {
      await expect.poll(() => sent.length).toBe(before + 1);
      expect(JSON.stringify(sent[before])).toBe(JSON.stringify({ AutoChargedEvent: event }));
    }
    compared += 1;
  }
  expect(compared).toBe(events.length);
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
  // An event ID that another visit here has is rejected, and that visit isn't sent in its place.
  await newVisit(page);
  await field(page, "visitCharged.practiceId").fill("9".repeat(32));
  await cell(page, 0, "cpt").fill("87880");
  await cell(page, 0, "charge.amount").fill("24.50");
  await cell(page, 0, "charge.amount").press("Tab");
  await cell(page, 0, "billtoPayer").uncheck();
  await field(page, "eventId").fill(next);
  await page.keyboard.press("Control+Enter");
  await sendAnyway(page);
  await expect(page.getByText("Another visit on this device has that event ID").first()).toBeVisible();
  await expect(outcome(page)).toHaveCount(0);
});
