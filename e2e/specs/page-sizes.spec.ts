import type { Page } from "playwright/test";
import { cell } from "#e2e/pages/editor.ts";
import { loadedScripts } from "#e2e/pages/loaded-scripts.ts";
import { expect, test } from "#e2e/fixtures.ts";

const heading = (name: string) => (page: Page) => page.getByRole("heading", { name, level: 1 });

/** With what follows in the next moment (the rail's counts, 11 kB), whether or not it is there yet. */
const sizes = [
  ["an empty visit", "/visits/new", (page: Page) => cell(page, 0, "cpt"), 328],
  ["the list of visits", "/visits", heading("Visits"), 313],
  ["the inbox", "/messages", heading("Messages"), 384],
  ["a new message", "/messages/compose", heading("New message"), 461],
  ["a code looked up", "/diagnosis?code=J02.9", heading("Codes"), 315],
  ["the clinic", "/admin/clinic", heading("Clinic"), 284],
] as const;

for (const [name, address, sign, most] of sizes) {
  test(`${name} loads at most ${most} kB of JavaScript`, async ({ signedInPage: page }) => {
    await page.goto(address);
    await expect(sign(page)).toBeVisible();
    expect(await loadedScripts(page)).toBeLessThanOrEqual(most * 1000);
  });
}
