import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { TOTP } from "otpauth";
import type { Page } from "playwright/test";
import { expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { proofsAreOld } from "#e2e/pages/old-proofs.ts";
import { passwordOf, ServerProcess } from "#e2e/server-process.ts";
import { go } from "#e2e/pages/go.ts";

needs("a server of ours");

const userTool = join(import.meta.dirname, "..", "..", "dist", "server", "user.js");

/** A code of this period or an adjacent one: the server accepts each only once. */
const codeOf = (secret: string, periods = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + periods * 30_000 });

async function firstStep(page: Page): Promise<void> {
  await page.getByLabel("User name").fill("casey");
  await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
  await page.keyboard.press("Enter");
}

test("a person sets a second factor up and uses it", async ({ page }) => {
  const server = new ServerProcess({ SECOND_FACTOR: "administrator" });
  await server.start();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf: true,
    },
  });
  const visits = page.getByRole("heading", { name: "Visits", level: 1 });
  try {
    // Passkeys do not work on an IP address.
    const url = server.url.replace("127.0.0.1", "localhost");
    await page.goto(`${url}/visits`);
    await firstStep(page);
    await expect(page.getByRole("heading", { name: "Set up your second factor" })).toBeVisible();
    const key = page.locator("code");
    await expect(key).toBeVisible();
    await expectAccessible(page);
    const secret = (await key.innerText()).replaceAll(" ", "");
    await page.getByLabel("Enter the code").fill("000000");
    await page.getByRole("button", { name: "Turn it on" }).click();
    await expect(page.getByText("That isn’t the current code")).toBeVisible();
    const used = codeOf(secret);
    await page.getByLabel("Enter the code").fill(used);
    await page.keyboard.press("Enter");
    const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect(codes).toHaveCount(10);
    const recoveryCode = await codes.first().innerText();
    await expectAccessible(page);
    await page.getByLabel("I have saved them").check();
    await page.getByRole("button", { name: "Done" }).click();
    await expect(visits).toBeVisible();

    // The password first, then the code; the lock screen asks for both again and keeps the page.
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitem", { name: /^Lock/ }).click();
    await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
    await page.keyboard.press("Enter");
    const code = page.getByLabel("Code from your authenticator app");
    await expect(code).toBeFocused();
    await code.fill(used);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText("That didn’t work");
    await code.fill(codeOf(secret, 1));
    await page.keyboard.press("Enter");
    await expect(visits).toBeVisible();

    await go(page, "/account");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const passkeyName = page.getByLabel("Name", { exact: true });
    await expect(passkeyName).toBeFocused();
    await passkeyName.fill("Desk");
    await page.keyboard.press("Enter");
    const factors = page.getByRole("table", { name: "Your second factors" });
    await expect(factors).toContainText("Passkey “Desk”");
    await expectAccessible(page);

    // Ten minutes after the last proof.
    await proofsAreOld(page, server);
    await page.getByRole("button", { name: "Make new codes" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Make new codes" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm it’s you" });
    await expect(proof).toBeVisible();
    await expectAccessible(page);
    await proof.getByRole("button", { name: "Use a recovery code" }).click();
    await proof.getByLabel("Recovery code").fill("not one of them");
    await page.keyboard.press("Enter");
    await expect(proof.getByRole("alert")).toBeVisible();
    await expect(proof.getByRole("button", { name: "Support report" })).toHaveCount(0);
    await proof.getByLabel("Recovery code").fill(recoveryCode.toUpperCase());
    await page.keyboard.press("Enter");
    await expect(codes).toHaveCount(10);
    await page.getByLabel("I have saved them").check();
    await page.getByRole("button", { name: "Done" }).click();

    // In a browser without a session the passkey replaces the code.
    await page.context().clearCookies();
    await page.goto(`${url}/sign-in?ended=signed-out&continue=%2Faccount`);
    await expect(page.getByText("You are signed out.")).toBeVisible();
    await firstStep(page);
    await expect(page.getByRole("button", { name: "Use your passkey" })).toBeFocused();
    await expect(page.getByText("You are signed out.")).toBeHidden();
    await page.keyboard.press("Enter");
    await expect(factors).toBeVisible();

    // And is the only step. The data kept in this browser opens by the password this once, and by the passkey from then
    // on.
    await page.context().clearCookies();
    await page.goto(`${url}/account`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByText("You are signed in with your passkey")).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
    await page.keyboard.press("Enter");
    await expect(factors).toBeVisible();
    await page.getByRole("button", { name: "Account", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Lock/ }).click();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(factors).toBeVisible();
    await expect(page.getByRole("dialog", { name: "Locked" })).toHaveCount(0);

    // An administrator resets others' factors; nobody resets their own.
    await page.getByRole("link", { name: "People" }).click();
    await page.getByRole("button", { name: "Actions for casey" }).click();
    await page.getByRole("menuitem", { name: "Reset the second factor" }).click();
    await page.getByRole("button", { name: "Reset it" }).click();
    await expect(page.getByRole("alert")).toContainText("You can’t reset your own second factor");
    // Or the command, when the last administrator has lost theirs: a password is then enough to set one up again.
    const env = { ...process.env, DATABASE_URL: `file:${server.databaseFile}` };
    execFileSync(process.execPath, [userTool, "reset-factor", "casey"], { env });
    await page.context().clearCookies();
    await page.goto(`${url}/account`);
    await firstStep(page);
    await expect(page.getByRole("heading", { name: "Set up your second factor" })).toBeVisible();
  } finally {
    await server.dispose();
  }
});
