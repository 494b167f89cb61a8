import fc from "fast-check";
import type { Locator, Page } from "playwright/test";
import { expect, signIn, test } from "#e2e/fixtures.ts";
import { passwordOf } from "#e2e/server-process.ts";

/** Where a person may be in the midst of typing. */
const places: Record<string, (page: Page) => Promise<Locator>> = {
  editor: async (page) => {
    await page.goto("/visits/new");
    return page.locator('[name="visitCharged.visitId"]');
  },
  composer: async (page) => {
    await page.goto("/messages/compose");
    return page.getByLabel("Subject");
  },
  diagnosis: async (page) => {
    await page.goto("/diagnosis");
    return page.getByLabel("Code", { exact: true });
  },
  palette: async (page) => {
    await page.goto("/visits");
    await page.getByRole("button", { name: "Account" }).waitFor();
    await page.keyboard.press("Control+k");
    return page.getByRole("combobox", { name: "Search or jump to" });
  },
};

/** What takes the session away in the midst of it. Each ends with the page covered. */
const interruptions: Record<string, (page: Page, url: string) => Promise<void>> = {
  "lock by key": async (page) => {
    await page.keyboard.press("Control+Alt+l");
  },
  "sign-out in another tab": async (page, url) => {
    const other = await page.context().newPage();
    await other.goto(`${url}/diagnosis`);
    await other.getByRole("button", { name: "Account" }).click();
    await other.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(other).toHaveURL(/\/sign-in/);
    await other.close();
  },
  "another user in another tab": async (page, url) => {
    const other = await page.context().newPage();
    await signIn(other, url, "robin");
    await expect(other.getByRole("button", { name: "Account" })).toBeVisible();
    await expect(other.locator("body")).not.toContainText("Half-");
    await other.close();
  },
};

test("an end of the session at any step of any page loses nothing and shows nothing", async ({
  signedInPage: page,
  server,
}) => {
  test.setTimeout(180_000);
  await expect(page.getByRole("button", { name: "Account" })).toBeVisible();
  const step = fc.record({
    place: fc.constantFrom(...Object.keys(places)),
    interruption: fc.constantFrom(...Object.keys(interruptions)),
    typed: fc.integer({ min: 1, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 3 }), async (steps) => {
      for (const { place, interruption, typed } of steps) {
        const field = await places[place]?.(page);
        if (!field) throw new Error(place);
        await field.click();
        await field.fill("");
        const words = "Half-typed";
        await page.keyboard.type(words.slice(0, typed));
        await interruptions[interruption]?.(page, server.url);

        const box = page.getByRole("dialog", { name: /Locked|Signed out|session has ended|Someone else/ });
        await expect(box).toBeVisible();
        await expect(field).toBeHidden();
        expect(await page.locator("body").ariaSnapshot()).not.toContain(words.slice(0, typed).padEnd(3, "~"));
        await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
        await page.keyboard.press("Enter");
        await expect(box).toBeHidden();

        await expect(field).toBeFocused();
        await page.keyboard.type(words.slice(typed));
        await expect(field).toHaveValue(words);
        await page.keyboard.press("Escape");
      }
    }),
    { numRuns: 3 },
  );
});
