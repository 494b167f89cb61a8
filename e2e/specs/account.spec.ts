import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { expect, expectAccessible, test } from "#e2e/fixtures.ts";

// A list with only this browser's own visits: examples are offered by an empty one.
test.use({ hasQueue: false });

async function openAccount(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Workspace and storage" }).click();
  await expect(page.getByRole("dialog", { name: "Workspace and storage" })).toBeVisible();
}

async function addExamples(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add all three examples" }).click();
  await expect(
    page.getByRole("table", { name: "Visit charges" }).getByText("Strep throat").or(page.getByRole("row")),
  ).not.toHaveCount(0);
}

test("the workspace tells its size, is exported, and erased whole", async ({ signedInPage: page }) => {
  await addExamples(page);
  await openAccount(page);
  await expect(page.getByRole("progressbar")).toHaveAccessibleName(/used$/);
  await expectAccessible(page);

  await expect(page.getByText("It isn’t encrypted and contains patient data")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export workspace" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  expect(() => JSON.parse(text) as unknown).not.toThrow();
  expect(text).toContain("99213");

  const erase = page.getByRole("button", { name: "Erase workspace" });
  await expect(erase).toBeDisabled();
  await page.getByLabel("Type casey to confirm").fill("casey");
  await erase.click();
  await expect(page).toHaveURL(/\/sign-in/);
  const left = await page.evaluate(async () => (await indexedDB.databases()).length);
  expect(left).toBe(0);
});
