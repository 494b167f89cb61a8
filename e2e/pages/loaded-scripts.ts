import { gzipSync } from "node:zlib";
import type { Page } from "playwright/test";

/** By address, which names the content. */
const sizes = new Map<string, Promise<number>>();

async function sizeOf(page: Page, address: string): Promise<number> {
  const body = await (await page.request.get(address)).body();
  return gzipSync(body).length;
}

/** The size of the scripts that the page has loaded so far, in bytes, gzipped. */
export async function loadedScripts(page: Page): Promise<number> {
  const addresses = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => name.endsWith(".js")),
  );
  const each = [...new Set(addresses)].map((address) => {
    const size = sizes.get(address) ?? sizeOf(page, address);
    sizes.set(address, size);
    return size;
  });
  return (await Promise.all(each)).reduce((sum, size) => sum + size, 0);
}
