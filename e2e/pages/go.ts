import type { Page } from "playwright/test";

/** Opens an address in the console that the page shows, as a link of it does: `goto` loads the console anew, which costs a second. */
export async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, "", to), address);
}
