import { gzipSync } from "node:zlib";
import type { Page } from "playwright/test";

/** The size of the scripts that the page has loaded so far, in bytes, gzipped. */
export async function loadedScripts(page: Page): Promise<number> {
  const addresses = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => name.endsWith(".js")),
  );
  const bodies = await Promise.all(
    [...new Set(addresses)].map(async (address) => (await page.request.get(address)).body()),
  );
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
}
