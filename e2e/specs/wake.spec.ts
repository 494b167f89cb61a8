import type { Page } from "playwright/test";
import { enter, expect, needs, signIn, test } from "#e2e/fixtures.ts";
import { cell, field, saved } from "#e2e/pages/editor.ts";
import { passwordOf, ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { buildEvent } from "#room/testing/builders.ts";

const held = { canAutoCharge: false, manualReviewNeeded: true, withholdReason: "Modifier 25 is missing" };

/** The lid is closed, work goes on elsewhere, and the lid is opened, perhaps on another network. */
async function sleep(page: Page, hours: number, meanwhile: () => Promise<unknown>): Promise<void> {
  await page.context().setOffline(true);
  await meanwhile();
  await page.clock.fastForward(hours * 3_600_000);
  await page.context().setOffline(false);
}

/** The service's clock, which days are counted by, goes with the page's own. */
async function withServiceClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name.toLowerCase() === "date" ? new Date().toUTCString() : get.call(this, name);
    };
  });
}

const rail = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

async function unlock(page: Page): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("a page that slept wakes up to what happened", async ({ page, server, wire }) => {
  needs("the clinic’s list");
  const event = buildEvent({ seed: 7001, audit: held });
  const { visitId } = event.visitCharged;
  await wire.call("chargeVisit", { AutoChargedEvent: event });
  const robin = new WireClient(server.url);
  await robin.signIn("robin");
  await page.clock.install();
  await withServiceClock(page);
  await enter(page, server.url, `/visits/by-visit/${visitId}`);
  await expect(page.getByText("Nobody is working on this visit")).toBeVisible();
  await page.keyboard.press("Alt+w");
  await expect(page.getByText("You have this visit until")).toBeVisible();
  await cell(page, 0, "cpt").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("9921");
  await page.keyboard.press("Tab");
  await saved(page);

  await sleep(page, 10, async () => {
    await robin.call("takeVisit", { visitId, isTakeOver: true });
    const other = buildEvent({ seed: 7002 });
    const visitCharged = { ...other.visitCharged, visitId };
    await robin.call("chargeVisit", { AutoChargedEvent: { ...other, visitCharged } });
  });
  await expect(page.getByRole("dialog", { name: "Locked while you were away" })).toBeVisible();
  await unlock(page);
  await expect(page.getByText("Another submission has charged this visit", { exact: true })).toBeVisible();
  await expect(cell(page, 0, "cpt")).toHaveValue("9921");
  await expect(page.getByRole("button", { name: "Submit charge" })).toBeDisabled();
  await rail(page, "Visits").click();
  await expect(page.getByRole("tab", { name: /To do/ })).toBeVisible();
  await expect(
    page
      .getByRole("tabpanel")
      .getByRole("row")
      .filter({ hasText: shortGuid(visitId) }),
  ).toHaveCount(0);
  // The next new visit has the day of waking.
  await page.keyboard.type("gn");
  // By the clinic’s clock, which is that of this computer unless a setting names another.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const today = await page.evaluate(
    (zone) =>
      new Date().toLocaleDateString("en-US", {
        timeZone: zone,
        month: "2-digit",
        day: "2-digit",
        year: "numeric",
      }),
    timeZone,
  );
  await expect(field(page, "visitCharged.createdOn")).toHaveValue(today);
});

test("a timeline left open past midnight names the day", async ({ page, server, wire }) => {
  needs("the clinic’s list");
  const event = buildEvent({ seed: 7003, audit: held });
  const { visitId } = event.visitCharged;
  await wire.call("chargeVisit", { AutoChargedEvent: event });
  await page.clock.install();
  await enter(page, server.url, `/visits/by-visit/${visitId}`);
  const times = page.getByRole("region", { name: "Timeline" }).getByRole("listitem").locator("time");
  await expect(times.first()).toHaveText(/^\d+:\d+/);
  await page.clock.fastForward(24 * 3_600_000);
  await unlock(page);
  await expect(times.first()).not.toHaveText(/^\d+:\d+/);
});

// The clocks go back in the night to Sunday, 1 November 2026: its 25 hours end after the second sleep.
test("sleeps of an hour, day, week are told once", async ({ page }) => {
  const server = new ServerProcess({ CLINIC_TIME_ZONE: "America/New_York" });
  await server.start();
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  await page.clock.install({ time: new Date("2026-11-01T00:20:00-04:00") });
  await withServiceClock(page);
  await signIn(page, server.url);
  const home = page.getByRole("heading", { name: "Visits", level: 1 });
  await expect(home).toBeVisible();
  for (const [hours, today] of [
    [1, "11/01/2026"],
    [23.5, "11/01/2026"],
    [7 * 24, "11/08/2026"],
  ] as const) {
    await sleep(page, hours, () => wire.call("endSessions", {}));
    await expect(
      page.getByRole("dialog", { name: /^(Locked while you were away|Your session has ended)$/ }),
    ).toBeVisible();
    await unlock(page);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.keyboard.type("gn");
    await expect(field(page, "visitCharged.createdOn")).toHaveValue(today);
    await page.keyboard.press("Escape");
    await rail(page, "Visits").click();
    await expect(home).toBeVisible();
  }
  await server.dispose();
});
