import { enter, expect, needs, test } from "#e2e/fixtures.ts";
import { go } from "#e2e/pages/go.ts";
import { importEvents } from "#e2e/pages/editor.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";
import { buildEvent } from "#room/testing/builders.ts";

test("the first keys on lists, codes and messages count", async ({ signedInPage: page, server }) => {
  await test.step("arrows and Space work a list that was just loaded", async () => {
    await importEvents(
      page,
      [1, 2].map((seed) => buildEvent({ seed: 0x7e00 + seed })),
    );
    await page.reload();
    const rows = page.getByRole("table", { name: "Visit charges" }).locator("tr[data-index]");
    await expect(rows.nth(1)).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press("Space");
    await expect(rows.first().getByRole("checkbox")).toBeChecked();
  });
  await test.step("a code taken leaves the focus at the next one", async () => {
    await go(page, "/diagnosis?tab=batch");
    await page.getByRole("tab", { name: "Batch" }).click();
    await page.getByLabel("Codes", { exact: true }).fill("S72.001\nS72.002");
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByRole("button", { name: "Use S72.001A on line 1" }).press("Enter");
    await expect(
      page.getByRole("button", { name: /^Use S72\.002A? on line 2|^Use .* on line 2/ }).first(),
    ).toBeFocused();
  });
  await test.step("a message under the cursor is answered and undone", async () => {
    needs("marks that the service keeps");
    const robin = await robinOf(server.url);
    expect(await deliver(robin, "Under the cursor", { textBody: "Hello" })).toBeGreaterThan(0);
    await page.setViewportSize({ width: 900, height: 800 });
    await enter(page, server.url, "/messages");
    const row = page
      .getByRole("grid", { name: "Inbox" })
      .getByRole("row")
      .filter({ hasText: "Under the cursor" });
    await expect(row).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await expect(row).toHaveCount(0);
    await page.keyboard.press("Control+z");
    await expect(row).toBeVisible();
    await row.click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("r");
    await page.keyboard.type("e sounds fine");
    await expect(page.getByLabel("Message", { exact: true })).toContainText("e sounds fine");
    await go(page, "/messages");
    await expect(row).toBeVisible();
  });
});

test("Tab pressed while a page loads goes on in it", async ({ signedInPage: page }) => {
  const focused = page.locator(":focus");
  const openAnd = async (type: () => Promise<void>) => {
    await enter(page, new URL(page.url()).origin, "/visits");
    await page.reload();
    await expect(page.getByRole("heading", { name: "Visits", level: 1 })).toBeVisible();
    await page.keyboard.press("g");
    await page.keyboard.press("n");
    await type();
  };
  const own = /^visitCharged\./;
  await openAnd(() => expect(focused).toHaveAttribute("name", own));
  const first = await focused.getAttribute("name");
  await page.keyboard.press("Tab");
  const next = (await focused.getAttribute("name")) ?? "";
  expect(next).toMatch(own);
  expect(next).not.toBe(first);
  await page.keyboard.press("Shift+Tab");
  await expect(focused).toHaveAttribute("name", first ?? "");
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    await route.fallback();
  });
  await openAnd(async () => {
    await page.keyboard.press("Tab");
    await page.keyboard.type("25");
  });
  await expect(page.locator(`[name="${next}"]`)).toHaveValue("25");
});

test("what is typed while a page loads slowly isn’t lost", async ({ signedInPage: page }) => {
  await page.reload();
  await expect(page.getByRole("heading", { name: "Visits", level: 1 })).toBeVisible();
  let isThere = () => {};
  const wait = new Promise<void>((tell) => (isThere = tell));
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await wait;
    await route.fallback();
  });
  await page.clock.install();
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await page.keyboard.type("99");
  await page.clock.runFor(5000);
  await page.keyboard.type("213");
  isThere();
  await expect(page.locator('[name^="visitCharged."]:focus')).toHaveValue("99213");
});
