import { colorRules, expect, expectAccessible, needs, partRules, test } from "#e2e/fixtures.ts";
import { go } from "#e2e/pages/go.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { buildEvent } from "#room/testing/builders.ts";

const pages = [
  ["/visits", "Visits"],
  ["/messages", "Messages"],
  ["/diagnosis", "Codes"],
] as const;

/** The shell's code loads after the address changes: shortcuts work from here on. */
test.beforeEach(async ({ signedInPage }) => {
  await expect(signedInPage.getByRole("navigation", { name: "Main" })).toBeVisible();
});

test.describe("the frame", () => {
  test("every page has title and links; unknown addresses lead back", async ({ signedInPage: page }) => {
    await test.step("every page has title and links, at any width", async () => {
      for (const [address, name] of pages) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await go(page, address);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await expect(page).toHaveTitle(new RegExp(`^(?:\\(\\d+\\) )?${name} · Visit Charge$`));
          const links = page.getByRole("navigation", { name: "Main" });
          await expect(links.getByRole("link", { name, exact: true })).toHaveAttribute(
            "aria-current",
            "page",
          );
          await expectAccessible(page, colorScheme === "dark" ? colorRules : undefined);
        }
        await expectAccessible(page, partRules);
        // 720 px are also 1440 at 200 %.
        for (const width of [720, 360]) {
          await page.setViewportSize({ width, height: 640 });
          const link = page.getByRole("link", { name, exact: true });
          await expect(link).toBeVisible();
          const box = await link.boundingBox();
          expect(box?.height ?? 0).toBeGreaterThanOrEqual(24);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow).toBeLessThanOrEqual(0);
        }
      }
    });
    await test.step("a menu is named as its button is", async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole("button", { name: "Account" }).press("Enter");
      await expect(page.getByRole("menuitem").first()).toBeVisible();
      await expectAccessible(page, partRules);
      await page.keyboard.press("Escape");
    });
    await test.step("unknown addresses lead back; the first is the visits", async () => {
      for (const address of ["/visits/a/b/c", "/messages/a/b", "/nowhere/at-all"]) {
        await go(page, address);
        await expect(page.getByRole("heading", { name: "There’s no page at this address" })).toBeVisible();
        await expect(page.getByRole("main")).toHaveCount(1);
      }
      await expectAccessible(page);
      await page.getByRole("link", { name: "Go to Visits" }).click();
      await expect(page).toHaveURL(/\/visits$/);
      await page.goto("/");
      await expect(page).toHaveURL(/\/visits$/);
      // A change of the page moves the focus.
      await page.getByRole("link", { name: "Messages", exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeFocused();
    });
  });

  test("the palette finds pages, codes and GUIDs by keyboard", async ({ signedInPage: page }) => {
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Search or jump to" });
    await expect(field).toBeFocused();
    await expectAccessible(page);
    await field.fill("mess");
    await expect(
      page.getByRole("option").first(),
      "nothing stays of what was shown before",
    ).toHaveAccessibleName("Messages");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/messages$/);

    await page.keyboard.press("Control+k");
    await field.fill("J029");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/diagnosis\?code=J02\.9&codeSystemName=ICD-10-CM$/);

    await page.keyboard.press("Control+k");
    const found = page.getByRole("listbox", { name: "Found" }).getByRole("option");
    needs("codes that can be searched and described");
    // Why no procedure was found comes after what was.
    await field.fill("food poisoning");
    await expect(found.first()).toContainText("A05.9");
    await expect(found.last()).toContainText("CPT codes are not loaded");
    await field.fill("flu");
    await expect(found.first()).toContainText("Influenza");
    await expect(found.filter({ hasText: "flush" })).toHaveCount(0);
    // Either could be a procedure or a diagnosis by its form.
    await field.fill("j0696");
    await expect(found.first()).toContainText("ceftriaxone");
    await field.fill("e1165");
    await expect(found.first()).toContainText("Type 2 diabetes mellitus with hyperglycemia");
    await field.fill("nail through foot");
    await expect(found.first()).toContainText("Puncture");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/diagnosis\?code=S91\.3/);

    await page.keyboard.press("Control+k");
    await field.fill("{41d0aa00-77e3-41d0-aa00-77e341d0aa00}");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/visits\/(by-visit\/)?41d0aa0077e341d0aa0077e341d0aa00$/);
    await expect(page.getByRole("heading", { name: /no visit at this address|no such visit/ })).toBeVisible();
  });

  test("the key sheet lists keys, which can be switched off", async ({ signedInPage: page }) => {
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(sheet.getByText("Search or jump to")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await expect(page).toHaveURL(/\/diagnosis$/);

    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Single-key shortcuts" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
    await page.keyboard.press("?");
    // Its code is there: a key that opened it would show it at once, and the next one put another in its place.
    expect(await sheet.count()).toBe(0);
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Search or jump to" })).toBeVisible();
  });

  test("the account’s menu keeps looks and shows the support report", async ({ signedInPage: page }) => {
    const root = page.locator("html");
    await page.getByRole("button", { name: "Account" }).click();
    await expectAccessible(page);
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await expect(root).toHaveAttribute("data-theme", "dark");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitemradio", { name: "Compact" }).click();
    await expect(root).toHaveAttribute("data-density", "compact");
    await page.reload();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await expect(root).toHaveAttribute("data-theme", "dark");
    await expect(root).toHaveAttribute("data-density", "compact");

    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitem", { name: "Support report" }).click();
    const report = page.getByRole("textbox", { name: "Support report" });
    await expect(report).toHaveValue(/Console version/);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy report" }).click();
    await expect(page.getByText("Copied.", { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await report.inputValue());
  });

  test("says that the network is away, silent once back", async ({ signedInPage: page }) => {
    // A part of the rail that fails to load does not take the page down.
    await page.route(/\/rail-[^/]*\.js$/, (route) => route.abort());
    const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/rail-"));
    await page.goto("/diagnosis");
    await failed;
    // The frame is there to notice it.
    await expect(page.getByRole("heading", { name: "Codes", level: 1 })).toBeVisible();
    await expect(page.getByRole("status", { name: "New mail" })).toBeAttached();
    await page.context().setOffline(true);
    await expect(page.getByText("You are offline.")).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText("You are offline.")).toBeHidden();
    await expect(page.getByRole("heading", { name: "Codes", level: 1 })).toBeVisible();
  });
});

test("Visits has no count until the clinic's is known", async ({ signedInPage: page }) => {
  needs("a clinic's queue");
  await new VisitsQueue(page).importEvents([buildEvent({ seed: 0x26_1126 })]);
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Visits/ });
  await expect(link).toHaveText(/^Visits\s*\d/);
  let isAsked = false;
  await page.route("**/ListVisitsRequest", (route) => {
    isAsked = true;
    return route.abort();
  });
  await page.reload();
  await expect.poll(() => isAsked).toBe(true);
  await expect(link).toHaveText("Visits");
});
