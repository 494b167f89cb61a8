import type { Page } from "playwright/test";
import { expect, expectAccessible, needs, signIn, test, withoutExtensions } from "#e2e/fixtures.ts";
import { cell, newVisit, openVisit } from "#e2e/pages/editor.ts";
import { passwordOf } from "#e2e/server-process.ts";
import { go } from "#e2e/pages/go.ts";

const lockKey = "Control+Alt+l";

async function giveBack(page: Page, password: string): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Ends the browser's session outside the console, as an administrator or the service's timeout would. */
async function endSessionBehind(page: Page): Promise<void> {
  const answer = await page.request.post("/json/reply/Auth", { data: { provider: "logout" } });
  expect(answer.ok()).toBe(true);
}

/** The shell's code loads after the address changes: shortcuts work from here on. */
async function untilReady(page: Page): Promise<void> {
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
}

test.describe("a lock", () => {
  test.beforeEach(({ signedInPage }) => untilReady(signedInPage));

  test("covers the page, unchanged; another user starts clean", async ({ signedInPage: page }) => {
    await test.step("it covers the page until the password, leaving it unchanged", async () => {
      await page.keyboard.press(lockKey);
      await expect(page.getByRole("dialog", { name: "Locked" })).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
      await expectAccessible(page);
      for (let count = 0; count < 8; count += 1) {
        await page.keyboard.press("Tab");
        expect(await page.evaluate(() => document.activeElement?.closest("#root") ?? null)).toBeNull();
      }
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("dialog")).toHaveCount(1);

      await giveBack(page, "wrong");
      await expect(page.getByRole("alert")).toContainText("Wrong password");
      await giveBack(page, passwordOf("casey"));
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();

      // Dialog, half-typed text, caret and focus are unchanged.
      await page.keyboard.press("Control+k");
      const field = page.getByRole("combobox", { name: "Search or jump to" });
      await field.pressSequentially("half typed");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press(lockKey);
      await expect(field).toBeHidden();
      await giveBack(page, passwordOf("casey"));
      await expect(field).toBeFocused();
      await page.keyboard.type("-");
      await expect(field).toHaveValue("half typ-ed");
      await page.keyboard.press("Escape");
      await expect(field).toBeHidden();

      // The session has ended, so that reloading leads to the sign-in.
      const account = page.getByRole("button", { name: "Account" });
      await account.click();
      const ended = page.waitForResponse(/Auth$/);
      await page.getByRole("menuitem", { name: "Lock" }).click();
      await ended;
      // The menu it was locked from is gone; the focus is at its button.
      await giveBack(page, passwordOf("casey"));
      await expect(account).toBeFocused();
      await page.keyboard.press(lockKey);
      await page.reload();
      await expect(page).toHaveURL(/\/sign-in\?continue=%2Fvisits$/);
    });
    await giveBackAs(page, "casey");
    await test.step("another user starts clean, the first finds everything", async () => {
      await page.getByRole("button", { name: "Account" }).click();
      await page.getByRole("menuitemradio", { name: "Dark" }).click();
      await page.keyboard.press("Escape");
      await page.keyboard.press(lockKey);
      await page.getByRole("button", { name: "Not casey? Use another account" }).click();
      await expect(page).toHaveURL(/\/sign-in/);
      await giveBackAs(page, "robin");
      await expect(page.locator("html")).not.toHaveAttribute("data-theme", "dark");
      await page.getByRole("button", { name: "Account" }).click();
      await expect(page.getByText("Signed in as robin")).toBeVisible();
      await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
      await expect(page).toHaveURL(/\/sign-in\?ended=signed-out/);
      await giveBackAs(page, "casey");
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    });
  });

  test("keeps text just typed, also through the sign-in page", async ({ signedInPage: page }) => {
    // As on a slow computer.
    await page.addInitScript(() => {
      const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
      crypto.subtle.encrypt = async (...of) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        return encrypt(...of);
      };
    });
    const leave = async () => {
      await page.keyboard.press(lockKey);
      await page.getByRole("button", { name: "Not casey? Use another account" }).click();
      await giveBackAs(page, "casey");
    };
    await page.goto("/messages/compose");
    await page.getByLabel("Subject").pressSequentially("Typed at the last moment");
    await leave();
    await go(page, "/messages?folder=drafts");
    await expect(page.getByText("Typed at the last moment")).toBeVisible();

    const eventId = await newVisit(page);
    await cell(page, 0, "cpt").focus();
    await page.keyboard.type("99213");
    await leave();
    await openVisit(page, eventId);
    await expect(cell(page, 0, "cpt")).toHaveValue("99213");
  });
});

async function giveBackAs(page: Page, userName: "casey" | "robin"): Promise<void> {
  await page.getByLabel("User name").fill(userName);
  await giveBack(page, passwordOf(userName));
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
}

test.describe("the session", () => {
  test.beforeEach(({ signedInPage }) => untilReady(signedInPage));

  test("is there after a reload, ends in all tabs", async ({ signedInPage: page, server }) => {
    await test.step("it is there after a reload, without the password", async () => {
      await go(page, "/diagnosis");
      await page.reload();
      await expect(page).toHaveURL(/\/diagnosis$/);
      const main = page.getByRole("navigation", { name: "Main" });
      await expect(main).toBeVisible();

      // As the browser's cache for "Back" does, into which a test's browser puts no page.
      const tell = (type: "pagehide" | "pageshow") =>
        page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
      await tell("pagehide");
      await expect(main).toBeHidden();
      await tell("pageshow");
      await expect(main).toBeVisible();
      await tell("pagehide");
      await endSessionBehind(page);
      await tell("pageshow");
      await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
      await expect(main).toBeHidden();
    });
    await giveBack(page, passwordOf("casey"));
    await untilReady(page);
    await test.step("ending in one tab locks others; one password opens both", async () => {
      const other = await page.context().newPage();
      await other.goto(`${server.url}/messages`);
      await expect(other.getByRole("navigation", { name: "Main" })).toBeVisible();
      await page.getByRole("button", { name: "Account" }).click();
      await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
      await expect(other.getByRole("navigation", { name: "Main" })).toBeHidden();
      await expect(other.getByRole("dialog")).toBeVisible();
      await expect(page).toHaveURL(/\/sign-in/);
      await giveBackAs(page, "casey");
      await expect(other.getByRole("navigation", { name: "Main" })).toBeVisible();
    });
    await test.step("another user elsewhere keeps this page covered", async () => {
      const other = await page.context().newPage();
      await signIn(other, server.url, "robin");
      await expect(page.getByRole("dialog", { name: "Someone else signed in" })).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
    });
  });

  test("ends on all machines at once when asked", async ({
    signedInPage: page,
    wire,
    elsewhere: other,
    server,
  }) => {
    needs("an operation that ends all sessions");
    await signIn(other, server.url);
    await untilReady(other);
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitem", { name: "Sign out everywhere" }).click();
    await expect(page).toHaveURL(/\/sign-in\?ended=signed-out/);
    expect((await wire.post("verifyDiagnosis", { code: "I10" })).status).toBe(401);
    await other.goto(`${server.url}/diagnosis`);
    await expect(other).toHaveURL(/\/sign-in/);
  });

  test("ended by the service is the same, resending what failed", async ({ signedInPage: page }) => {
    // Leaving the page ends its pending requests; what waits for changes, or asks for drafts or what was sent, could be
    // told first that the session ended: by a fault in an answer of 200.
    await page.goto("about:blank");
    await withoutExtensions(page.context(), /^(?!Diagnosis)/);
    const response = page.waitForResponse(/GetMessageSummariesRequest$/);
    await page.goto("/diagnosis");
    // The rail has loaded the messages, and looks for new ones now and then; only the user's typing asks the service.
    const json: unknown = await (await response).json();
    await page.route(/GetMessageSummariesRequest$/, (route) => route.fulfill({ json }));
    await page.waitForLoadState("networkidle");
    const refused: string[] = [];
    const answered: string[] = [];
    page.on("response", (response) => {
      const request = response.request();
      const { pathname } = new URL(response.url());
      if (request.method() === "POST" && !pathname.endsWith("/Auth"))
        (response.status() === 401 ? refused : answered).push(`${pathname} ${request.postData() ?? ""}`);
    });
    // Else it may be the sign of a person's activity that is told first.
    await page.route("**/Auth", (route) =>
      route.request().postData() === "{}" ? route.abort() : route.fallback(),
    );
    await endSessionBehind(page);
    await page.getByLabel("Code", { exact: true }).fill("J02.9");
    await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
    await giveBack(page, passwordOf("casey"));
    await expect(page.getByRole("region", { name: "Result" })).toContainText("J02.9");
    expect(refused).not.toEqual([]);
    // The result may be shown before what else was refused has its answer.
    await expect.poll(() => refused.filter((each) => !answered.includes(each))).toEqual([]);
    for (const each of refused) expect(answered.filter((other) => other === each)).toEqual([each]);
  });
});

test.describe("a sign-out without a network", () => {
  test("a lock opens and ends; a sign-out stays covered", async ({ signedInPage: page }) => {
    await test.step("locked offline it opens again by the password alone", async () => {
      await untilReady(page);
      await page.context().setOffline(true);
      await page.keyboard.press(lockKey);
      await giveBack(page, "wrong");
      await expect(page.getByRole("alert")).toBeVisible();
      await giveBack(page, passwordOf("casey"));
      await untilReady(page);
      await page.context().setOffline(false);
      await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
      await giveBack(page, passwordOf("casey"));
      await untilReady(page);
    });
    await test.step("locked offline it ends once online, asking for nothing before", async () => {
      await untilReady(page);
      await page.context().setOffline(true);
      await page.keyboard.press(lockKey);
      await expect(page.getByRole("dialog", { name: "Locked" })).toBeVisible();
      const requests: string[] = [];
      page.on("request", (request) => {
        // The preloaded pages are public files.
        if (request.method() === "POST") requests.push(request.postData() ?? request.url());
      });
      await page.context().setOffline(false);
      const statusOfCookie = async () => (await page.request.post("/json/reply/Auth", { data: {} })).status();
      await expect.poll(statusOfCookie).toBe(401);
      expect(requests).toEqual(['{"provider":"logout"}']);
      await giveBack(page, passwordOf("casey"));
      await untilReady(page);
    });
    await test.step("a sign-out says the service was not reached, staying covered", async () => {
      await untilReady(page);
      await page.getByRole("button", { name: "Account" }).click();
      await expect(page.getByRole("menuitem", { name: "Sign out", exact: true })).toBeVisible();
      await page.context().setOffline(true);
      await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
      await expect(page.getByRole("dialog", { name: "Not signed out yet" })).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
      await page.context().setOffline(false);
      await page.waitForURL(/\/sign-in\?ended=signed-out/);
    });
  });
});

test.describe("an idle session", () => {
  test("is warned of a minute ahead, then covered and locked", async ({ page, server }) => {
    await page.clock.install();
    await signIn(page, server.url);
    await expect(page.getByRole("button", { name: "Account" })).toBeVisible();
    await page.clock.fastForward("28:30");
    await expect(page.getByText("Your work stays as it is")).toBeHidden();
    await page.clock.fastForward("00:40");
    await expect(page.getByText("Your work stays as it is")).toBeVisible();
    // The pointer rests on it, and is pressed a while.
    await page.getByRole("button", { name: "Keep working" }).hover();
    await page.getByRole("button", { name: "Keep working" }).click({ delay: 300 });
    await expect(page.getByText("Your work stays as it is")).toBeHidden();
    await page.clock.fastForward("29:30");
    await expect(page.getByText("Your work stays as it is")).toBeVisible();
    await page.clock.fastForward("00:31");
    await expect(page.getByRole("dialog", { name: "Locked while you were away" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  });
});
