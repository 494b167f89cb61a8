import { readFileSync } from "node:fs";
import { enter, expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { go } from "#e2e/pages/go.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { buildCharge, buildEvent } from "#room/testing/builders.ts";

needs("the clinic’s list");

test("reports and day sheets open visits, fail, stop, close", async ({ page, server, wire }) => {
  await test.step("a report’s figures open their visits, and are saved", async () => {
    const audit = { canAutoCharge: false, withholdReason: "For the reports" };
    await wire.call("chargeVisit", { AutoChargedEvent: buildEvent({ seed: 0x820001 }) });
    await wire.call("chargeVisit", { AutoChargedEvent: buildEvent({ seed: 0x820002, audit }) });
    let answer = (): unknown => undefined;
    const isHeld = new Promise((resolve) => (answer = () => resolve(undefined)));
    await page.route("**/DaySheetRequest", async (route) => (await isHeld, route.continue()));
    await enter(page, server.url, "/figures");
    const reports = page.getByRole("navigation", { name: "Figures" }).getByRole("link", { name: "Reports" });
    await page.evaluate(async () => void (await document.fonts.load('1em "Inter Variable"')));
    const place = await reports.boundingBox();
    answer();
    await expect(page.getByRole("button", { name: "Close the day…" })).toBeVisible();
    expect(await reports.boundingBox(), "moves under nobody’s pointer").toEqual(place);
    await page.unroute("**/DaySheetRequest");
    await reports.click();
    await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeFocused();
    const firstPass = page.getByRole("region", { name: "First-pass rate", exact: true }).first();
    await expect(firstPass.getByRole("row", { name: /^Still open/ })).toBeVisible();
    await expectAccessible(page);

    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV: First-pass rate" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^first-pass-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
    expect(readFileSync(await file.path(), "utf8")).toContain("Charged on first pass,first-pass,");

    const row = firstPass.getByRole("row", { name: /^Charged on first pass/ });
    const [count = ""] = await row.getByRole("cell").allInnerTexts();
    await row.getByRole("link").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Visits" })).toBeVisible();
    await expect(page.getByText("Charged on first pass")).toBeVisible();
    await expect(page.getByText(new RegExp(`\\b${count} visits?\\b`)).first()).toBeVisible();
  });
  await test.step("a report that fails says so, beside the others", async () => {
    let fails = true;
    let isAway = false;
    await page.route("**/GetReportRequest", async (route) => {
      if (isAway) await route.abort("connectionrefused");
      else if (fails && route.request().postData()?.includes('"average"'))
        await route.abort("connectionreset");
      else await route.continue();
    });
    await go(page, "/figures/reports?from=2020-01-01&to=2020-01-31");
    await expect(page.getByText("Nothing on these days.").first()).toBeVisible();
    const average = page.getByRole("region", { name: "Average charge per visit" });
    const again = average.getByRole("button", { name: "Try again" });
    await expect(again).toBeVisible({ timeout: 20_000 });
    fails = false;
    await again.click();
    await expect(average.getByText("Nothing on these days.")).toBeVisible();

    // Several fail alike, and it is said once.
    isAway = true;
    await go(page, "/figures/reports?from=2020-02-01&to=2020-02-29");
    await expect(average.getByText("Not added up.")).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(1);
    isAway = false;
    await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
    await expect(average.getByText("Nothing on these days.")).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  });
  await test.step("a long sheet is added up by tables, until stopped", async () => {
    let isHeld = true;
    await page.route("**/DaySheetRequest", async (route) => {
      // A stopped request is never answered.
      if (isHeld && /"provider"|"from":"2020-12-01"/.test(route.request().postData() ?? "")) return;
      await route.continue();
    });
    await go(page, "/figures?from=2020-01-01&to=2020-12-31");
    await expect(page.getByText("1 of 5 tables done")).toBeVisible();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(
      page.getByText("Stopped. Not added up: by provider, by payer, by person, by code."),
    ).toBeVisible();
    const month = page.getByRole("row", { name: /^Month to date/ });
    await expect(month).toContainText("Stopped");
    isHeld = false;
    await page.getByRole("button", { name: "Add up the rest" }).click();
    await expect(page.getByText(/tables done/)).toBeHidden();
    await expect(month).toContainText("Nothing charged");
    await expect(page.getByText("Nothing was charged")).toBeVisible();

    const [from, to] = ["From", "To"].map((name) => page.getByRole("textbox", { name, exact: true }));
    await from?.fill("");
    await expect(page.getByText("Enter a date")).toBeVisible();
    await from?.fill("2/1/2021");
    await expect(page.getByText("Before 02/01/2021")).toBeVisible();
    await to?.fill("2/2/2021");
    await expect(page).toHaveURL(/from=2021-02-01&to=2021-02-02/);
  });
  await test.step("a deposit slip opens its visits; closing asks first", async () => {
    const visit = { charges: [buildCharge(1, [], { providerId: null })] };
    await wire.call("chargeVisit", { AutoChargedEvent: buildEvent({ seed: 0x820003 }) });
    await wire.call("chargeVisit", { AutoChargedEvent: buildEvent({ seed: 0x820004, visit }) });
    await go(page, "/figures");
    const slip = page.getByRole("region", { name: "Deposit slip" });
    await slip.getByRole("row", { name: /^Card/ }).getByRole("link").click();
    await expect(page.getByText(/^Payment: Card, Copay, received/)).toBeVisible();
    await expect(page).toHaveURL(/paid=/);
    await page.goBack();
    const providers = page.getByRole("region", { name: "By provider" });
    const none = providers.getByRole("row", { name: /^No provider/ });
    const [count = ""] = await none.getByRole("cell").allInnerTexts();
    await none.getByRole("link").click();
    await expect(page.getByText(new RegExp(`\\b${count} visits? at the clinic`))).toBeVisible();
    await page.goBack();

    await page.getByRole("button", { name: "Close the day…" }).click();
    const asked = page.getByRole("alertdialog");
    await expect(asked).toContainText("This day isn’t over yet.");
    await asked.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Close the day…" }).click();
    await expect(asked).toBeVisible();
    await wire.call("chargeVisit", { AutoChargedEvent: buildEvent({ seed: 0x820005 }) });
    await asked.getByRole("button", { name: "Close the day" }).click();
    await expect(page.getByText("The figures changed meanwhile: nothing was closed")).toBeVisible();
    await expect(asked).toHaveCount(0);
    await go(page, "/figures?by=service&from=2026-11-02&to=2026-11-02");
    await expect(page.getByRole("region", { name: "Payments on these visits" })).toBeVisible();
    await expect(slip).toHaveCount(0);
    await page.getByRole("button", { name: "Close the day…" }).click();
    await asked.getByRole("button", { name: "Close the day" }).click();
    await expect(page.getByText(/^Closed by casey/)).toBeVisible();
    await wire.call("chargeVisit", { AutoChargedEvent: buildEvent({ seed: 0x820006 }) });
    await page.reload();
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: 390, height });
    const late = page.getByRole("table", { name: "After closing" }).getByRole("row").last();
    for (const words of ["casey", "$20.00"]) {
      const box = await late.getByText(words).boundingBox();
      expect(box && box.x + box.width, "nothing is off to the right").toBeLessThan(390);
    }
    await page.setViewportSize({ width, height });
    await page.getByLabel("Practice", { exact: true }).selectOption({ index: 1 });
    await page.getByRole("link", { name: "Show all practices as they were closed" }).click();
    await expect(page.getByText("This is the sheet as it was when the day was closed.")).toBeVisible();
    await expect(page.getByLabel("Practice", { exact: true })).toHaveValue("");
  });
});

test("a sheet’s code is one that it is of", async ({ signedInPage: page }) => {
  await go(page, "/figures");
  const code = page.getByRole("form", { name: "Choose the sheet" }).getByLabel("Code");
  for (const typed of ["99213-25", "8788"]) {
    await code.fill(typed);
    await code.press("Enter");
    await expect(page.getByText("Five letters and digits")).toBeVisible();
    await expect(page).toHaveURL(/\/figures$/);
  }
  await code.fill(" a9270");
  await code.press("Enter");
  await expect(page).toHaveURL(/\?code=A9270$/);
  await expect(code).toHaveValue("A9270");
  await expect(code, "who goes on typing").toBeFocused();
  await page.goBack();
  await go(page, "/figures");
  await expect(code).toHaveValue("");
});

test("one reason of very many opens its visits", async ({ page }) => {
  // Its own: other specs' lists would have so many visits, too.
  const server = new ServerProcess();
  await server.start();
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  // The overview, from which the list knows reasons, has the largest.
  const charge = (number: number, amount: number) =>
    wire.call("chargeVisit", {
      AutoChargedEvent: buildEvent({
        seed: 0x820100 + number,
        audit: { canAutoCharge: false, withholdReason: `Papers of kind ${number}` },
        visit: { charges: [buildCharge(1, [], { charge: { currency: "USD", amount } })] },
      }),
    });
  await Promise.all(Array.from({ length: 100 }, (_, number) => charge(number, 900 + number)));
  await charge(100, 1);
  await enter(page, server.url, "/figures");
  const reasons = page.getByRole("region", { name: "Not charged" });
  await reasons.getByRole("link", { name: "Papers of kind 100" }).click();
  await expect(page.getByRole("row", { name: /Papers of kind 100/ })).toBeVisible();
  await server.dispose();
});
