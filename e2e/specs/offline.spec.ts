import { enter, expect, needs, test } from "#e2e/fixtures.ts";
import { filesStored, storedFiles } from "#e2e/pages/stored-files.ts";
import { addressOf, passwordOf, ServerProcess } from "#e2e/server-process.ts";
import { UpdatedBuild } from "#e2e/updated-build.ts";

const lockKey = "Control+Alt+l";

// A page whose code is loaded already would lack nothing.
test.use({ isFresh: true });

test.describe("with its files stored", () => {
  test.use({ loadsAhead: true });

  test("without the service pages open, and a reload waits", async ({ page }) => {
    const server = new ServerProcess();
    try {
      await server.start();
      await enter(page, server.url);
      await filesStored(page);
      // Only the build's own files, and not those of pages that few people open.
      const files = await storedFiles(page);
      expect(files.filter((path) => path !== "/" && !path.startsWith("/assets/"))).toEqual([]);
      expect(files.filter((path) => path.includes("trail-page"))).toEqual([]);
      await page.keyboard.press("c");
      await page.getByLabel("Subject").fill("Before the outage");
      await page.keyboard.press("Escape");

      await server.stop("SIGKILL");
      const strip = page.getByText("The service can’t be reached.", { exact: true });
      await expect(strip).toBeVisible();
      const main = page.getByRole("navigation", { name: "Main" });
      for (const name of ["Codes", "Messages", "Overview"]) {
        await main.getByRole("link", { name }).click();
        await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
      }
      await expect(page.getByRole("alert")).toContainText("can’t be reached");
      await expect(page.getByText("Loading")).toHaveCount(0);
      // Back, every page goes on by itself.
      await server.start();
      await expect(page.getByRole("alert")).toHaveCount(0);
      await expect(strip).toHaveCount(0);
      await server.stop("SIGKILL");
      await expect(strip).toBeVisible();
      await page.reload();
      await expect(page.getByRole("heading", { name: "The service can’t be reached" })).toBeVisible();
      await expect(page.getByText("Your work is kept on this device.")).toBeVisible();

      await server.start();
      await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
      await main.getByRole("link", { name: "Messages" }).click();
      await page.getByRole("link", { name: /^Drafts/ }).click();
      await expect(page.getByRole("row", { name: /Before the outage/ })).toBeVisible();
    } finally {
      await server.dispose();
    }
  });

  test("a new version is offered, never forced; open pages stay", async ({ page }) => {
    const build = new UpdatedBuild();
    const server = new ServerProcess({}, build.server);
    try {
      await server.start();
      await enter(page, server.url);
      await filesStored(page);
      await page.goto(`${server.url}/messages/compose`);
      await page.getByLabel("Subject").fill("Before the update");
      build.update("index", "diagnosis-page", "overview-page");

      const offer = page.getByText("New version available.");
      await expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event("online")));
        await expect(offer).toBeVisible({ timeout: 500 });
      }).toPass();
      await expect(page.getByLabel("Subject")).toHaveValue("Before the update");
      await page.getByRole("button", { name: "Close", exact: true }).click();
      // The service no longer has the file of this page; the browser does.
      const main = page.getByRole("navigation", { name: "Main" });
      await main.getByRole("link", { name: "Codes" }).click();
      await expect(page.getByRole("heading", { name: "Codes", level: 1 })).toBeVisible();

      await page.getByRole("button", { name: "Reload", exact: true }).click();
      await expect(page.locator('script[src$="NEXTNEXT.js"]')).toBeAttached();
      await expect(page.getByRole("heading", { name: "Codes", level: 1 })).toBeVisible();
      const storedAnew = async () => (await storedFiles(page)).filter((path) => path.includes("NEXTNEXT"));
      await expect.poll(storedAnew).toHaveLength(3);
      // Nothing of the old build is left to open with.
      const left = async () => {
        const paths = await storedFiles(page);
        const answers = await Promise.all(paths.map((path) => fetch(`${server.url}${path}`)));
        return paths.filter((_path, at) => answers[at]?.ok !== true);
      };
      await expect.poll(left).toEqual([]);
      await main.getByRole("link", { name: "Messages" }).click();
      await page.getByRole("link", { name: /^Drafts/ }).click();
      await expect(page.getByRole("row", { name: /Before the update/ })).toBeVisible();
      await server.stop("SIGKILL");
      await page.reload();
      await expect(page.getByRole("heading", { name: "The service can’t be reached" })).toBeVisible();
      await expect(page.locator('script[src$="NEXTNEXT.js"]')).toBeAttached();
    } finally {
      await server.dispose();
      build.dispose();
    }
  });
});

test("a page whose code is lost opens by itself", async ({ signedInPage: page, context }) => {
  await context.setOffline(true);
  // A dialog that is late says so, and leaves the page alone.
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "Loading" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Codes" }).click();
  await expect(page.getByText("Loading. This page opens as soon as")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Codes", level: 1 })).toBeVisible();
  // A connection that comes and goes: the service can be reached before and after.
  let lost = 0;
  await page.route(/messages-page-[^/]*\.js$/, (route) => {
    lost += 1;
    return lost < 3 ? route.abort() : route.fallback();
  });
  await main.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible({ timeout: 20_000 });
  expect(lost).toBe(3);
});

test("keys pressed while a dialog loads are typed into it", async ({ signedInPage: page }) => {
  let answer = () => {};
  const isTyped = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/palette-[^/]*\.js$/, async (route) => {
    await isTyped;
    await route.fallback();
  });
  await page.keyboard.press("Control+k");
  // Alone they would leave the page.
  await page.keyboard.type("gm");
  // Who types on means what is awaited, not the button of the dialog that says so.
  await expect(page.getByRole("dialog", { name: "Loading" })).toBeVisible();
  await page.keyboard.type(" shortcuts");
  await page.keyboard.press("Backspace");
  answer();
  await expect(page.getByRole("combobox", { name: "Search or jump to" })).toHaveValue("gm shortcut");
  await expect(page).toHaveURL(/\/visits$/);
});

test("keys after the last held one are not held", async ({ signedInPage: page }) => {
  needs("the trail and the pages of administrators");
  await page.goto("/admin/people");
  let answer = () => {};
  const isTyped = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/shared-mailbox-dialog-[^/]*\.js$/, async (route) => {
    await isTyped;
    await route.fallback();
  });
  await page.getByRole("button", { name: "Add a shared mailbox" }).click();
  await page.keyboard.type(addressOf("robin"));
  await page.keyboard.press("Enter");
  // As on a machine that draws late.
  await page.evaluate(() => {
    const draw = requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (run) => Number(setTimeout(() => draw(run), 800));
  });
  answer();
  const dialog = page.getByRole("dialog", { name: "Add a shared mailbox" });
  await expect(dialog).toContainText("Choose at least one person.");
  for (const name of ["casey", "robin"]) await dialog.getByRole("checkbox", { name }).press("Space");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("An address belongs to one person.");
});

test("keys after those that change pages wait for the page", async ({ signedInPage: page }) => {
  // Alone "n" takes the next visit of the list.
  await page.keyboard.type("gnnorth");
  await expect(page.locator("input:focus")).toHaveValue(/^north$/i);
  await page.getByRole("link", { name: /^Messages/ }).click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await page.keyboard.type("crobin");
  await expect(page.getByRole("combobox", { name: "To" })).toHaveValue("robin");
});

test("the lock works while a dialog waits to load", async ({ signedInPage: page }) => {
  await page.route(/palette-[^/]*\.js$/, () => {});
  await page.getByRole("button", { name: "Search or jump to" }).click();
  await expect(page.getByRole("dialog", { name: "Loading" })).toBeVisible();
  await page.keyboard.press(lockKey);
  await expect(page.getByRole("dialog", { name: "Locked" })).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Loading" })).toBeHidden();
  await page.getByLabel("Password").click();
  await page.keyboard.type(passwordOf("casey"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Locked" })).toBeHidden();
});

test("a page that an update removed says so", async ({ signedInPage: page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/dynamically imported module/);
  await page.route(/diagnosis-page-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.route(
    (url) => url.pathname === "/",
    (route) => route.fulfill({ body: "<script src=/assets/index-another.js>" }),
  );
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Codes" }).click();
  await expect(page.getByRole("heading", { name: "This page couldn’t be loaded" })).toBeVisible();
  await expect(page.getByText("The console was updated after you opened it")).toBeVisible();
  await page.unroute(/diagnosis-page-[^/]*\.js$/);
  await page.getByRole("button", { name: "Reload page" }).click();
  await expect(page.getByRole("heading", { name: "Codes", level: 1 })).toBeVisible();
});
