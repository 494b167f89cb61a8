import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { TOTP } from "otpauth";
import type { Page } from "playwright/test";
import { expect, needs, signIn, test } from "#e2e/fixtures.ts";
import { IdentityProvider } from "#e2e/identity-provider.ts";
import { proofsAreOld } from "#e2e/pages/old-proofs.ts";
import { passwordOf, ServerProcess } from "#e2e/server-process.ts";
import { go } from "#e2e/pages/go.ts";

needs("a server of ours");

/** `npm run user -- …` on the store of a running server; the password is passed on standard input. */
function userCommand(
  server: ServerProcess,
  args: string[],
  password: string,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const tool = join(import.meta.dirname, "..", "..", "dist", "server", "user.js");
  const env = { ...environment, DATABASE_URL: `file:${server.databaseFile}` };
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...args], {
    input: `${password}\n`,
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

async function shellIsThere(page: Page): Promise<void> {
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
}

test.describe("by digest", () => {
  let server: ServerProcess;
  test.beforeAll(async () => {
    server = new ServerProcess({ DIGEST: "yes" });
    await server.start();
    userCommand(server, ["digest", "casey"], passwordOf("casey"));
  });
  test.afterAll(() => server.dispose());

  test("the password never leaves the browser in any way", async ({ page }) => {
    const bodies: string[] = [];
    page.on("request", (request) => bodies.push(request.postData() ?? ""));
    await page.goto(`${server.url}/sign-in`);
    await page.getByLabel("User name").fill("casey");
    await page.getByLabel("Sign in without sending the password (digest)").check();
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText("Wrong user name or password");
    await expect(page.getByRole("alert")).toContainText("the user name is case-sensitive");
    await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
    await page.keyboard.press("Enter");
    await shellIsThere(page);
    await page.keyboard.press("Control+Alt+l");
    await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
    await page.keyboard.press("Enter");
    await shellIsThere(page);
    // Nor after a reload, which clears memory, nor from the sign-in page after a session ended.
    await page.reload();
    await shellIsThere(page);
    await page.keyboard.press("Control+Alt+l");
    await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
    await page.keyboard.press("Enter");
    await shellIsThere(page);
    const ended = page.waitForResponse(/Auth$/);
    await page.keyboard.press("Control+Alt+l");
    await ended;
    await page.reload();
    await page.getByLabel("User name").fill("casey");
    await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
    await page.keyboard.press("Enter");
    await shellIsThere(page);

    // Changing how one signs in requires a recent proof of identity: here, signing in the same way again.
    await proofsAreOld(page, server);
    await go(page, "/account");
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    await page.getByRole("button", { name: "Sign in again" }).click();
    await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Enter the code")).toBeVisible();
    expect(bodies.filter((body) => body.includes('"response"'))).toHaveLength(6);
    expect(bodies.filter((body) => body.includes("password 1"))).toEqual([]);
  });
});

test("a changed password asks for the old one once", async ({ page }) => {
  const server = new ServerProcess();
  await server.start();
  try {
    await signIn(page, server.url);
    await shellIsThere(page);
    await go(page, "/messages/compose");
    await page.getByLabel("Subject").fill("Kept over the change");
    await page.keyboard.press("Control+Alt+l");
    userCommand(server, ["password", "casey"], "seven blue kettles sing");
    await page.getByLabel("Password", { exact: true }).fill("seven blue kettles sing");
    await page.keyboard.press("Enter");
    await page.getByLabel("Old password", { exact: true }).fill("not the old one");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText("doesn’t open");
    await page.getByLabel("Old password", { exact: true }).fill(passwordOf("casey"));
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Subject")).toBeFocused();
    await expect(page.getByLabel("Subject")).toHaveValue("Kept over the change");
    await page.keyboard.press("Control+Alt+l");
    await page.getByLabel("Password", { exact: true }).fill("seven blue kettles sing");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Subject")).toBeVisible();
  } finally {
    await server.dispose();
  }
});

test.describe("by an identity provider", () => {
  const provider = new IdentityProvider();
  let server: ServerProcess;
  test.beforeAll(async () => {
    await provider.listen();
    server = new ServerProcess(provider.settings);
    await server.start();
    provider.serve(server.url);
  });
  test.afterAll(async () => {
    await server.dispose();
    provider.close();
  });

  /** Locks, and unlocks through the provider, which must ask again although its own session is still active. */
  async function lockedGoesOn(page: Page, login: string): Promise<void> {
    await page.keyboard.press("Control+Alt+l");
    await expect(page.getByRole("button", { name: "Erase and start clean" })).toHaveCount(0);
    await expect(page.getByRole("dialog", { name: "Locked" })).toContainText("a passphrase of your own");
    await throughPopup(page, login);
  }

  async function throughPopup(page: Page, login: string): Promise<void> {
    const popup = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Continue with Clinic ID" }).click();
    const window = await popup;
    const closed = window.waitForEvent("close");
    await signInThere(window, login);
    await closed;
  }

  /** Fills in the provider's forms; it asks for consent the first time, and again after a sign-out there. */
  async function signInThere(page: Page, login: string, isFirst = false): Promise<void> {
    await page.locator('input[name="login"]').fill(login);
    await page.locator('input[name="password"]').fill("any");
    await page.locator('button[type="submit"]').click();
    if (isFirst) await page.locator('input[name="prompt"][value="consent"] ~ button').click();
  }

  test("links an account by password once, and signs out there", async ({ page }) => {
    await page.goto(`${server.url}/visits`);
    const continueButton = page.getByRole("button", { name: "Continue with Clinic ID" });
    await continueButton.click();
    await signInThere(page, "account 17", true);
    await expect(page.getByRole("alert")).toContainText("provider clinic, account account 17");
    await page.getByRole("link", { name: "Link it with my password" }).click();
    await page.getByLabel("User name").fill("jordan");
    await page.getByLabel("Password", { exact: true }).fill(passwordOf("jordan"));
    await continueButton.click();
    await signInThere(page, "account 17");
    await page.getByRole("button", { name: "Account" }).click();
    await expect(page.getByText("Signed in as jordan")).toBeVisible();
    await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
    // The provider asks whether to end its own session.
    await page.locator('button[name="logout"]').click();
    await expect(page).toHaveURL(`${server.url}/sign-in`);

    await page.goto(`${server.url}/diagnosis?code=J02.9`);
    await continueButton.click();
    await signInThere(page, "account 17", true);
    await expect(page).toHaveURL(`${server.url}/diagnosis?code=J02.9`);
    await shellIsThere(page);

    const provided = { ...process.env, ...provider.settings };
    const command = (...words: string[]) => userCommand(server, words, "", provided);
    expect(command("links", "jordan")).toMatch(/jordan +clinic +account 17/);
    expect(command("unlink", "jordan", "clinic")).toContain("Undid 1 link of jordan; ended 1 session.");
    expect(command("links")).not.toContain("account 17");
  });

  test("refuses an answer that does not fit, and says so", async ({ page }) => {
    await page.goto(`${server.url}/sign-in/callback?state=foreign&code=foreign`);
    await expect(page.getByRole("alert")).toContainText("You are not signed in");
    await page.getByRole("link", { name: "Back to sign-in" }).click();
    await expect(page.getByLabel("User name")).toBeVisible();
  });

  test("asks for a passphrase when needed, resuming after a lock", async ({ page }) => {
    const provided = { ...process.env, ...provider.settings };
    userCommand(server, ["link", "morgan", "clinic", "morgan"], "", provided);
    await page.goto(`${server.url}/visits`);
    await page.getByRole("button", { name: "Continue with Clinic ID" }).click();
    await signInThere(page, "morgan", true);
    await shellIsThere(page);
    await page.getByRole("button", { name: "Add all three examples" }).click();
    // Locked before a passphrase is set: a passer-by gets no further than the provider, and nothing is lost.
    await lockedGoesOn(page, "morgan");
    await expect(page.getByRole("button", { name: "Set a passphrase" })).toBeVisible();
    await page.getByRole("button", { name: "Set a passphrase" }).click();
    await page.getByLabel("Passphrase", { exact: true }).fill("a few words together");
    await page.getByRole("dialog").getByRole("button", { name: "Set passphrase" }).click();
    await expect(page.getByText("The passphrase is set.")).toBeVisible();
    await page.keyboard.press("Escape");

    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Search or jump to" });
    await field.fill("half typed");
    await lockedGoesOn(page, "morgan");
    await page.getByLabel("Passphrase", { exact: true }).fill("a few words together");
    await page.keyboard.press("Enter");
    await expect(field).toHaveValue("half typed");
    await expect(field).toBeFocused();
    await page.keyboard.press("Escape");

    // Asked again, the user signs in the same way once more, and their action continues.
    await proofsAreOld(page, server);
    await go(page, "/account");
    const passphrase = page.getByLabel("Passphrase", { exact: true });
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    await page.getByRole("button", { name: "Sign in again" }).click();
    await throughPopup(page, "morgan");
    await passphrase.fill("a few words together");
    await page.keyboard.press("Enter");
    const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
    const codeOf = (periods: number) =>
      new TOTP({ secret }).generate({ timestamp: Date.now() + periods * 30_000 });
    // The last period's code is good until this one ends.
    await expect.poll(() => Date.now() % 30_000, { timeout: 10_000 }).toBeLessThan(25_000);
    await page.getByLabel("Enter the code").fill(codeOf(-1));
    await page.keyboard.press("Enter");
    await page.getByLabel("I have saved them").check();
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("table", { name: "Your second factors" })).toBeVisible();

    // From then on the provider is the first step and the code the second: here in the window next to the locked page.
    await page.keyboard.press("Control+Alt+l");
    const popup = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Continue with Clinic ID" }).click();
    const window = await popup;
    await signInThere(window, "morgan");
    const closed = window.waitForEvent("close");
    await window.getByLabel("Code from your authenticator app").fill(codeOf(0));
    // The window may be gone before the key is released.
    await window.keyboard.down("Enter");
    await closed;
    await passphrase.fill("a few words together");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("table", { name: "Your second factors" })).toBeVisible();
    // And in place of the page.
    await page.context().clearCookies();
    await page.goto(`${server.url}/account`);
    await page.getByRole("button", { name: "Continue with Clinic ID" }).click();
    await signInThere(page, "morgan", true);
    await page.getByLabel("Code from your authenticator app").fill(codeOf(1));
    await page.keyboard.press("Enter");
    await passphrase.fill("a few words together");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("table", { name: "Your second factors" })).toBeVisible();
  });
});
