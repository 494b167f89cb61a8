import { colorRules, expect, expectAccessible, test } from "#e2e/fixtures.ts";
import { loadedScripts } from "#e2e/pages/loaded-scripts.ts";
import { passwordOf, ServerProcess } from "#e2e/server-process.ts";

test.describe("signing in", () => {
  test("wrong names and passwords get one answer; the name stays", async ({ page }) => {
    await page.goto("/sign-in");
    const said: string[] = [];
    const button = page.getByRole("button", { name: "Sign in", exact: true });
    for (const [userName, send] of [
      ["nobody-here", () => button.click()],
      ["casey", () => page.keyboard.press("Enter")],
    ] as const) {
      await page.getByLabel("User name").fill(userName);
      await page.getByLabel("Password", { exact: true }).fill("wrong");
      const answered = page.waitForResponse(/Auth$/);
      await send();
      await answered;
      // Until the page has taken the answer in, the alert may be that of the name before.
      await expect(page.getByRole("button", { name: "Signing in" })).toBeHidden();
      said.push(await page.getByRole("alert").innerText());
      await expect(page.getByLabel("User name")).toHaveValue(userName);
      await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    }
    expect(said[0]).toContain("Wrong user name or password");
    expect(said[1]).toBe(said[0]);
    await expectAccessible(page);
  });

  test("after too many failures says when to try again", async ({ page }) => {
    const server = new ServerProcess();
    await server.start();
    try {
      await page.goto(`${server.url}/sign-in`);
      await page.getByLabel("User name").fill("robin");
      for (let count = 0; count < 11; count += 1) {
        await page.getByLabel("Password", { exact: true }).fill(`wrong ${String(count)}`);
        const answered = page.waitForResponse(/Auth$/);
        await page.keyboard.press("Enter");
        await answered;
        // Until the page has taken the answer in, it is still signing in, and Enter does nothing.
        await expect(page.getByRole("button", { name: "Signing in" })).toBeHidden();
      }
      await expect(page.getByRole("alert")).toContainText(/Too many attempts[\s\S]*Try again at \d/);
      await expect(page.getByRole("button", { name: /^Wait \d+/ })).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("status").filter({ hasText: "Not yet" })).toBeVisible();
      // A short refusal, as when the service is busy, resolves by itself into the wanted sign-in.
      await page.clock.install();
      await page.reload();
      await page.getByLabel("User name").fill("casey");
      await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
      let calls = 0;
      await page.route(/Auth$/, (route) =>
        (calls += 1) === 1
          ? route.fulfill({
              status: 503,
              headers: { "Retry-After": "50" },
              json: { responseStatus: { errorCode: "ServiceUnavailable", message: "Not now." } },
            })
          : route.continue(),
      );
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alert")).toContainText("The service is unavailable right now");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("status").filter({ hasText: "as soon as the wait is over" })).toBeVisible();
      await page.clock.fastForward(50_000);
      await expect(page).toHaveURL(/\/visits/);
    } finally {
      await server.dispose();
    }
  });

  test("a deep address survives sign-in, a foreign one does not", async ({ page }) => {
    // Finding out who is signed in does not cause a response that the browser logs as a failure.
    const failed: string[] = [];
    page.on("response", (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
    });
    await page.goto("/diagnosis?code=250.00");
    await expect(page).toHaveURL(/\/sign-in\?continue=/);
    await expect(page.getByLabel("User name")).toBeVisible();
    expect(failed).toEqual([]);
    await page.getByLabel("User name").fill("casey");
    await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/diagnosis\?code=250\.00$/);

    await page.context().clearCookies();
    await page.goto("/sign-in?continue=//evil.example/visits");
    await page.getByLabel("User name").fill("casey");
    await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/visits/);
  });

  test("is small, works by keyboard and with a password manager", async ({ page }) => {
    await page.goto("/sign-in");
    await page.getByLabel("User name").waitFor();
    await page.waitForLoadState("networkidle");
    expect(await loadedScripts(page)).toBeLessThanOrEqual(115_000);
    const userName = page.getByLabel("User name");
    const password = page.getByLabel("Password", { exact: true });
    await expect(userName).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(userName).toHaveAccessibleDescription("Enter your user name.");
    await expect(password).toHaveAccessibleDescription("Enter your password.");
    await expect(userName).toBeFocused();
    await page.keyboard.type("casey");
    await expect(userName).toHaveAccessibleDescription("");
    await page.keyboard.press("Enter");
    await expect(password).toBeFocused();
    await page.keyboard.type("Secret");
    await expect(password).toHaveAttribute("type", "password");
    await expect(password).toHaveAttribute("autocomplete", "current-password");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect(password).toHaveAttribute("type", "text");
    await password.evaluate((field) =>
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "A", bubbles: true, modifierCapsLock: true })),
    );
    await expect(page.getByText("Caps lock is on.")).toBeVisible();
    // What a password manager fills in silently is sent.
    await page.reload();
    await page.getByLabel("User name").waitFor();
    await page.evaluate(() => {
      for (const [name, text] of [
        ["userName", "filled-in"],
        ["password", "by a manager"],
      ] as const) {
        const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
        if (field) field.value = text;
      }
    });
    const request = page.waitForRequest(/Auth$/);
    await page.keyboard.press("Enter");
    expect((await request).postDataJSON()).toMatchObject({ userName: "filled-in", password: "by a manager" });
  });

  test("passes axe, light and dark, wide and narrow", async ({ page }) => {
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/sign-in");
      await page.getByLabel("User name").waitFor();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await expectAccessible(page, colorScheme === "dark" ? colorRules : undefined);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      }
    }
  });
});
