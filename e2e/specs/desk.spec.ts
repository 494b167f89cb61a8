import { expect, test } from "#e2e/fixtures.ts";
import { field, importEvents, newVisit, openVisit, outcome, sendAnyway } from "#e2e/pages/editor.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { go } from "#e2e/pages/go.ts";

test("a morning at the desk: keys, attempts, sorting, long report", async ({ signedInPage: page }) => {
  expect(await page.locator('meta[name="description"]').getAttribute("content")).toMatch(/\w{3}/);
  const days = ["2026-10-13", "2026-10-11", "2026-10-12"];
  const events = days.map((day, index) => {
    const event = buildEvent({ seed: 410 + index });
    return { ...event, visitCharged: { ...event.visitCharged, createdOn: `${day}T09:15:00` } };
  });
  const [first] = events;
  if (!first) throw new Error("no event");
  const queue = new VisitsQueue(page);
  await importEvents(page, events);

  await queue.table.getByRole("button", { name: "Date of service" }).click();
  const shownDays = () => queue.table.locator("tbody time[datetime^='2026-10-1']").allTextContents();
  await expect.poll(shownDays).toEqual(["10/13/2026", "10/12/2026", "10/11/2026"]);

  // From one visit to the next and back in list order, even from within a field.
  await queue
    .row(events[2] ?? first)
    .getByRole("link")
    .first()
    .click();
  await expect(field(page, "visitCharged.createdOn")).toHaveValue("10/12/2026");
  await field(page, "visitCharged.version").focus();
  await page.keyboard.press("Alt+j");
  await expect(field(page, "visitCharged.createdOn")).toHaveValue("10/11/2026");
  await page.keyboard.press("Alt+k");
  await expect(field(page, "visitCharged.createdOn")).toHaveValue("10/12/2026");

  // A blank line does not count, and shows no errors before it was touched.
  await newVisit(page);
  await expect(page.getByRole("region", { name: "Charges" })).not.toContainText("0 lines");
  await expect(page.getByRole("button", { name: "What’s wrong here" })).toHaveCount(0);

  await openVisit(page, first.eventId);
  await page.getByRole("button", { name: "Submit charge" }).click();
  await sendAnyway(page);
  await expect(outcome(page)).toContainText("Charged");
  await go(page, "/visits?tab=charged");
  await queue.row(first).getByTitle("All attempts to send this visit").click();
  const attempts = page.getByRole("dialog", { name: /^Attempts to send visit/ });
  await expect(attempts).toContainText("Charged");
  await page.keyboard.press("Escape");
  await expect(attempts).toBeHidden();

  // A long report scrolls in its own box and leaves room for the table.
  await queue.import({
    name: "many.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(Array.from({ length: 40 }, (_, index) => index))),
  });
  await queue.importReport.getByRole("button", { name: "Show what couldn’t be read" }).click();
  await expect(queue.importReport.getByText("many.json, line 1, entry 40", { exact: true })).toBeAttached();
  const box = await queue.importReport.boundingBox();
  expect(box?.height).toBeLessThan(500);
  await page.setViewportSize({ width: 390, height: 844 });
  const search = await page.getByRole("searchbox").boundingBox();
  const tabs = await page.getByRole("tablist").first().boundingBox();
  expect(search?.height).toBeGreaterThan(24);
  expect(search?.y).toBeGreaterThanOrEqual((tabs?.y ?? 0) + (tabs?.height ?? 0));
});
