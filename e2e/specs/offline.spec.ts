import { expect, test } from "#e2e/fixtures.ts";
import { loadedAhead } from "#e2e/pages/loaded-ahead.ts";

test.use({ loadsAhead: true });

test("offline, preloaded pages open, others once back online", async ({ signedInPage: page, context }) => {
  // The page and the dialog that are not loaded: their files fail until the network is back.
  await page.route(/compose[^/]*\.js$/, (route) => route.abort());
  await loadedAhead(page, { but: "compose" });
  await context.setOffline(true);
  // A dialog that is late says so, and leaves the page alone.
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "Loading" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Codes" }).click();
  await expect(page.getByRole("heading", { name: "Codes", level: 1 })).toBeVisible();
  await main.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Compose" }).click();
  await expect(page.getByText("Loading")).toBeVisible();
  await page.unroute(/compose[^/]*\.js$/);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "New message" })).toBeVisible({ timeout: 20_000 });
});

test("a new version is offered, never forced; the draft survives", async ({
  signedInPage: page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/dynamically imported module/);
  // The one page that was not preloaded before the update removed its file.
  await page.route(/diagnosis-page-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.goto("/messages/compose");
  await page.getByLabel("Subject").fill("Before the update");
  await loadedAhead(page, { but: "diagnosis-page" });
  // Another build has other files. Stylesheets come from the browser's cache and would bypass a route.
  await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.route("**/chunks.json", (route) => route.fulfill({ json: ["/assets/index-another.js"] }));
  const offer = page.getByText("New version available.");
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(offer).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByLabel("Subject")).toHaveValue("Before the update");
  await page.getByRole("button", { name: "Close", exact: true }).click();
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Visits" }).click();
  await expect(page.getByRole("heading", { name: "Visits", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "New visit" }).click();
  await expect(page).toHaveURL(/\/visits\/.+/);
  await main.getByRole("link", { name: "Codes" }).click();
  await expect(page.getByRole("heading", { name: "This page couldn’t be loaded" })).toBeVisible();
  await expect(page.getByText("The console was updated after you opened it")).toBeVisible();
  await page.unroute(/\/assets\/.*\.js$/);
  await page.unroute("**/chunks.json");
  await page.unroute(/diagnosis-page-[^/]*\.js$/);
  await page.getByRole("button", { name: "Reload page" }).click();
  await expect(page.getByRole("heading", { name: "Codes", level: 1 })).toBeVisible();
  await main.getByRole("link", { name: "Messages" }).click();
  await page.getByRole("link", { name: /^Drafts/ }).click();
  await page.getByRole("row", { name: /Before the update/ }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("Before the update");
});
