import { expect } from "#e2e/fixtures.ts";
import type { Page } from "playwright/test";

/** The addresses of all that the browser stores for the console outside its databases. */
export const storedFiles = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(stores.map((store) => store.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/** Waits until the console's files are stored and the page is served from there. */
export async function filesStored(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  expect(await storedFiles(page)).toContain("/");
}
