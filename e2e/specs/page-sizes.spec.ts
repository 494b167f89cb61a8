import type { Page } from "playwright/test";
import { cell } from "#e2e/pages/editor.ts";
import { loadedScripts } from "#e2e/pages/loaded-scripts.ts";
import { expect, needs, test } from "#e2e/fixtures.ts";

const heading = (name: string) => (page: Page) => page.getByRole("heading", { name, level: 1 });

/** With what follows in the next moment: the rail's counts, what takes drafts along. */
const sizes = [
  ["an empty visit", "/visits/new", (page: Page) => cell(page, 0, "cpt"), 320],
  ["the list of visits", "/visits", heading("Visits"), 278],
  ["the inbox", "/messages", heading("Messages"), 272],
  ["a new message", "/messages/compose", heading("New message"), 280],
  ["a code looked up", "/diagnosis?code=J02.9", heading("Codes"), 271],
  ["the clinic", "/admin/clinic", heading("Clinic"), 264],
  ["the directory", "/directory", heading("Directory"), 272],
  ["the people", "/admin/people", heading("People"), 249],
] as const;

test("each page loads no more JavaScript than it may", async ({ signedInPage: page }) => {
  needs("the trail and the pages of administrators");
  // What is loaded ahead, for later, is none of it.
  await page.addInitScript(() => (globalThis.requestIdleCallback = () => 0));
  for (const [name, address, sign, most] of sizes) {
    await page.goto(address);
    await expect(sign(page)).toBeVisible();
    let loaded = -1;
    const more = async () => {
      const before = loaded;
      loaded = await loadedScripts(page);
      return loaded - before;
    };
    await expect.poll(more, { intervals: [500] }).toBe(0);
    expect.soft(loaded, `${name}, in bytes`).toBeLessThanOrEqual(most * 1000);
  }
});
