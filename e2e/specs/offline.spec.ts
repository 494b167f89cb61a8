import { expect, test } from "#e2e/fixtures.ts";

test("offline every page opens that was loaded ahead, and one that was not comes when the network is back", async ({
  signedInPage: page,
  context,
}) => {
  // The page that is not there: its file is refused until the network is back.
  await page.route(/compose-page-[^/]*\.js$/, (route) => route.abort());
  for (const name of ["diagnosis-page", "messages-page", "visit-editor-page"]) {
    const link = page.locator(`head link[rel=modulepreload][href*='${name}']`).first();
    await expect(link).toBeAttached({ timeout: 20_000 });
  }
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Diagnosis" }).click();
  await expect(page.getByRole("heading", { name: "Diagnosis", level: 1 })).toBeVisible();
  await main.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Compose" }).click();
  await expect(page.getByText("Loading")).toBeVisible();
  await page.unroute(/compose-page-[^/]*\.js$/);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "New message" })).toBeVisible({ timeout: 20_000 });
});

test("a new version is offered and not forced, and the draft is there after it", async ({
  signedInPage: page,
}) => {
  await page.goto("/messages/compose");
  await page.getByLabel("Subject").fill("Before the update");
  // Another build has other files.
  await page.route("**/chunks.json", (route) => route.fulfill({ json: ["/assets/index-another.js"] }));
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByText("New version available.")).toBeVisible();
  await expect(page.getByLabel("Subject")).toHaveValue("Before the update");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("Before the update");
});
