import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectAccessible, test } from "#e2e/fixtures.ts";
import { passwordOf } from "#e2e/server-process.ts";

const tool = join(import.meta.dirname, "..", "..", "dist", "server", "user.js");

test("an administrator finds, checks and exports the trail, and sees how the server is", async ({
  signedInPage: page,
}) => {
  // Nothing of it was loaded ahead.
  expect(await page.evaluate(() => fetch("/chunks.json").then((answer) => answer.text()))).not.toContain(
    "trail-page-",
  );
  await page.getByRole("link", { name: "Trail" }).click();
  const rows = page.getByRole("table", { name: "Audit trail" }).locator("tbody tr");
  await expect(rows.filter({ hasText: "signed in" }).first()).toContainText("casey");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Check the chain" }).click();
  await expect(page.getByText(/The chain of [\d,]+ entr(?:y|ies) holds/)).toBeVisible();

  await page.getByLabel("What", { exact: true }).selectOption("signed in");
  await page.getByLabel("Who").fill("CASEY");
  await page.getByLabel("Who").press("Enter");
  await expect(page).toHaveURL(/actor=CASEY&action=signed(?:\+|%20)in/);
  await expect(rows.first()).toContainText("signed in");
  await expect(rows.filter({ hasText: "listed visits" })).toHaveCount(0);
  await page.getByLabel("To what").fill("Jane Doe");
  await page.getByLabel("To what").press("Enter");
  await expect(page.getByText(/Names of patients are not in the trail/)).toBeVisible();
  expect(page.url()).not.toContain("Jane");
  await page.reload();
  await expect(page.getByLabel("Who")).toHaveValue("CASEY");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: /CSV/ }).click();
  const csv = readFileSync(await (await download).path(), "utf8");
  expect(csv).toMatch(/^seq,at,actor,action,subject,remoteAddress,session\r\n\d+,[^\r]*casey,signed in,/);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(rows.filter({ hasText: "exported trail" })).toHaveCount(1);

  await page.getByRole("link", { name: "Health" }).click();
  await expect(page.getByText("never; none is made by itself")).toBeVisible();
  await expectAccessible(page);
});

test("an auditor comes to the trail, and is shown and asks for nothing of patients", async ({
  page,
  server,
}) => {
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  const env = { ...process.env, DATABASE_URL: `file:${server.databaseFile}` };
  execFileSync(process.execPath, [tool, "role", "robin", "auditor"], { env });
  await page.goto("/sign-in");
  await page.getByLabel("User name").fill("robin");
  await page.getByLabel("Password", { exact: true }).fill(passwordOf("robin"));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(links).toHaveText(["Diagnosis", "Trail", "Health"]);
  await page.goto("/messages");
  await expect(page.getByRole("heading", { name: "This page is not part of your role" })).toBeVisible();
  await links.filter({ hasText: "Trail" }).click();
  await expect(page.getByRole("table", { name: "Audit trail" })).toBeVisible();
  expect(refused).toEqual([]);
  execFileSync(process.execPath, [tool, "role", "robin", "lead"], { env });
});
