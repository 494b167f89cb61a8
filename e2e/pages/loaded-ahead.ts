import type { Page } from "playwright/test";

/** Waits until the files of all pages but one are loaded. The browser reports each as it finishes. */
export async function loadedAhead(page: Page, { but }: { readonly but: string }): Promise<void> {
  const chunks: string[] = await (await page.request.get("/chunks.json")).json();
  await page.waitForFunction(
    (paths) => {
      const come = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
      return paths.every((path) => come.includes(path));
    },
    chunks.filter((path) => !path.includes(but)),
    { timeout: 20_000 },
  );
}
