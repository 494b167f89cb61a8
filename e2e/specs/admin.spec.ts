import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { passwordOf } from "#e2e/server-process.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { go } from "#e2e/pages/go.ts";

needs("the trail and the pages of administrators");

const built = join(import.meta.dirname, "..", "..", "dist", "server");
const [tool, keysTool] = [join(built, "user.js"), join(built, "keys.js")];

test("an administrator searches, checks and exports the trail", async ({ signedInPage: page }) => {
  await page.getByRole("link", { name: "Audit log" }).click();
  const rows = page.getByRole("table", { name: "Audit log" }).locator("tbody tr");
  await expect(rows.filter({ hasText: "signed in" }).first()).toContainText("casey");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Verify the log" }).click();
  await expect(page.getByText(/[\d,]+ entr(?:y|ies) verified. None was changed/)).toBeVisible();

  await page.getByLabel("What", { exact: true }).selectOption("signed in");
  await page.getByLabel("Who").fill("CASEY");
  await page.getByLabel("Who").press("Enter");
  await expect(page).toHaveURL(/actor=CASEY&action=signed(?:\+|%20)in/);
  await expect(rows.first()).toContainText("signed in");
  await expect(rows.filter({ hasText: "listed visits" })).toHaveCount(0);
  await page.getByLabel("To what").fill("Jane Doe");
  await page.getByLabel("To what").press("Enter");
  await expect(page.getByText(/Patient names aren’t in the audit log/)).toBeVisible();
  expect(page.url()).not.toContain("Jane");
  await page.reload();
  await expect(page.getByLabel("Who")).toHaveValue("CASEY");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: /CSV/ }).click();
  const csv = readFileSync(await (await download).path(), "utf8");
  expect(csv).toMatch(
    /^\uFEFFseq,at,actor,action,subject,remoteAddress,session\r\n\d+,[^\r]*casey,signed in,/,
  );
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(rows.filter({ hasText: "exported audit log" })).toHaveCount(1);

  await page.getByRole("link", { name: "Health" }).click();
  await expect(page.getByText("never; automatic backups are off")).toBeVisible();
  await expectAccessible(page);
  const backup = page.waitForEvent("download");
  await page.getByRole("button", { name: "Back up now" }).click();
  expect((await backup).suggestedFilename()).toMatch(/^console-\d{8}T\d{6}Z\.backup$/);
  expect(readFileSync(await (await backup).path(), "latin1")).toMatch(/^SQLite format 3/);
  await expect(page.getByText("less than a minute ago; automatic backups are off")).toBeVisible();
});

test("an auditor gets the trail, and nothing of patients", async ({ page, server }) => {
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
  await expect(links).toHaveText(["Codes", "Audit log", "Health"]);
  await expect(page).toHaveURL(/\/admin\/trail$/);
  await page.goto("/messages");
  await expect(page.getByRole("heading", { name: "Your role doesn’t include this page" })).toBeVisible();
  await links.filter({ hasText: "Audit log" }).click();
  await expect(page.getByRole("table", { name: "Audit log" })).toBeVisible();
  expect(refused).toEqual([]);
  execFileSync(process.execPath, [tool, "role", "robin", "lead"], { env });
});

test("an administrator makes, rotates and ends the engine's key", async ({ signedInPage: page, server }) => {
  const charge = async (seed: number, secret: string) => {
    const answer = await fetch(new URL("/AutoChargeEntry/Billing/ChargedVisit", server.url), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
      body: JSON.stringify({ AutoChargedEvent: buildEvent({ seed }) }),
    });
    return answer.status;
  };
  // The session of an earlier test may be too old for a recent proof.
  const proof = page.getByRole("dialog", { name: "Confirm it’s you" });
  await page.addLocatorHandler(proof, async () => {
    await proof.getByLabel("Password").fill(passwordOf("casey"));
    await proof.getByRole("button", { name: "Confirm" }).click();
  });
  await page.route("**/ListKeysRequest", (route) => route.abort());
  await page.getByRole("link", { name: "API keys" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/ListKeysRequest");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "No keys yet" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add a key" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Rules engine");
  await expect(page.getByLabel("Charge visits (auto-charge)")).toBeChecked();
  await page.getByLabel("Practices", { exact: true }).selectOption("Only some");
  await page.getByRole("button", { name: "Add key" }).click();
  await expect(page.getByText("Choose at least one practice")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Practices", { exact: true }).selectOption("All practices");
  await page.getByLabel("Name", { exact: true }).press("Enter");
  const shown = page.getByLabel("Key, shown only once");
  const first = await shown.inputValue();
  expect(first).toMatch(/^vckey_/);
  await page.keyboard.press("Escape");
  await expect(page.getByText(/You haven’t copied it yet/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(shown).toBeHidden();
  expect(await page.content()).not.toContain(first);
  expect(await charge(401, first)).toBe(200);

  const card = page.getByRole("listitem", { name: "Rules engine" });
  await expect(card).toContainText("Charge visits (auto-charge)");
  // Refused, with the service’s reason.
  await page.getByRole("button", { name: "Add a key" }).click();
  await page.getByRole("button", { name: "Add key" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Rules engine");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Rotate Rules engine" }).click();
  await page.getByRole("button", { name: "Rotate", exact: true }).click();
  const second = await shown.inputValue();
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Close" }).last().click();
  await expect(card).toContainText("Old key");
  expect([await charge(402, first), await charge(403, second)]).toEqual([200, 200]);
  await page.getByRole("button", { name: "End the old key of Rules engine" }).click();
  await page.getByRole("button", { name: "End the old key", exact: true }).click();
  await expect(card).not.toContainText("Old key");
  await expectAccessible(page);
  await expect.poll(() => charge(402, first)).toBe(401);
  expect(await charge(403, second)).toBe(200);
  await page.getByRole("button", { name: "End Rules engine", exact: true }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  expect(await charge(404, second)).toBe(200);
  await page.getByRole("button", { name: "End Rules engine", exact: true }).click();
  await page.getByRole("button", { name: "End this key" }).click();
  await expect(page.getByText("1 ended key")).toBeVisible();
  await expect.poll(() => charge(403, second)).toBe(401);

  const keys = (...words: string[]) => {
    const env = { ...process.env, DATABASE_URL: `file:${server.databaseFile}` };
    return execFileSync(process.execPath, [keysTool, ...words], { env, encoding: "utf8", stdio: "pipe" });
  };
  const fromShell = keys("add", "Night engine", "--days", "30").trim();
  expect(await charge(404, fromShell)).toBe(200);
  expect(keys("list")).toMatch(/Night engine +BillingAutoCharge/);
  const rotated = keys("rotate", "night ENGINE", "--overlap", "0").trim();
  await expect.poll(() => charge(404, fromShell)).toBe(401);
  expect(await charge(404, rotated)).toBe(200);
  await page.reload();
  await expect(page.getByRole("listitem", { name: "Night engine" })).toContainText("shell:");
  keys("end", "Night engine");
  await expect.poll(() => charge(404, rotated)).toBe(401);

  await go(page, `/visits/by-visit/${buildEvent({ seed: 401 }).visitCharged.visitId}`);
  await expect(page.getByText("Rules engine").first()).toBeVisible();
});
