import { expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { buildEvent } from "#room/testing/builders.ts";

test("a page that cannot load says so, reporting no ids", async ({ signedInPage: page }) => {
  await page.route(/diagnosis-page-[^/]*\.js$/, (route) => route.abort());
  await page.goto("/diagnosis");
  await expect(page.getByRole("heading", { name: "This page couldn’t be loaded" })).toBeVisible();
  await page.getByText("Report for support, without patient data").click();
  await expect(page.getByRole("textbox", { name: "Support report" })).toHaveValue(
    /What went wrong lately:\n20\d\d-/,
  );
  await expectAccessible(page);
  await page.unroute(/diagnosis-page-[^/]*\.js$/);
  await page.getByRole("button", { name: "Reload page" }).click();
  await expect(
    page
      .getByRole("region", { name: "Result" })
      .or(page.getByLabel("Code", { exact: true }))
      .first(),
  ).toBeVisible();
});

test("an unreachable service is reported, and the address opens later", async ({ signedInPage: page }) => {
  await page.route(/\/json\/reply\/Auth$/, (route) => route.abort());
  await page.goto("/messages");
  await expect(page.getByRole("alert")).toContainText("Check the network and try again");
  await expectAccessible(page);
  await page.unroute(/\/json\/reply\/Auth$/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page).toHaveURL(/\/messages$/);
});

test("a service that fails at everything is waited for", async ({ signedInPage: page }) => {
  const asked = { HEAD: 0, pages: 0 };
  await page.route("**/config.json", (route) => {
    if (route.request().method() === "HEAD") asked.HEAD += 1;
    return route.fulfill({ status: 500, body: "Server Error" });
  });
  page.on("domcontentloaded", () => (asked.pages += 1));
  await page.goto("/messages");
  await expect(page.getByRole("heading", { name: "The service can’t be reached" })).toBeVisible();
  await expect.poll(() => asked.HEAD).toBeGreaterThan(1);
  expect(asked.pages).toBe(1);
  await page.unroute("**/config.json");
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
});

test("the support report names the failed call by its request", async ({ signedInPage: page }) => {
  needs("mailboxes that tell what is new");
  await page.route("**/json/reply/MessageChangesRequest", (route) =>
    route.fulfill({ status: 500, headers: { "X-Request-Id": "req-of-the-test" }, body: "Jane Roe" }),
  );
  await page.goto("/messages");
  await page.getByRole("button", { name: "Support report" }).click();
  const report = page.getByRole("textbox", { name: "Support report" });
  await expect(report).toHaveValue(/listMessageChanges · outcome [\w-]+ · request req-of-the-test/);
  await expect(report).not.toHaveValue(/Jane Roe/);
  await expectAccessible(page);
});

test("a charge without an answer is in the support report", async ({
  signedInPage: page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/.*/);
  await new VisitsQueue(page).importEvents([buildEvent({ seed: 1 })]);
  await page.route(/ChargedVisit|ChargeVisitRequest/, (route) => route.abort("connectionreset"));
  const row = page.getByRole("row").filter({ hasText: "Not sent yet" });
  await row.getByRole("button", { name: "Send" }).click();
  await page.getByRole("row").filter({ hasText: "Unknown" }).getByRole("link").click();
  const outcome = page.getByRole("status", { name: "Outcome" });
  await outcome.getByRole("button", { name: "Support report" }).click();
  const report = page.getByRole("textbox", { name: "Support report" });
  await expect(report).toHaveValue(/chargeVisit · outcome unknown/);
  await expect(report).toHaveValue(/Page: \/visits\/[0-9a-f]{4}…/);
});
