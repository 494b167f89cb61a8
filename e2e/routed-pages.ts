import type { BrowserContext, Page } from "playwright/test";

const probe = "/is-routed";

/**
 * Chromium answers that a page's requests are intercepted before the page itself knows: under load, what a key sends
 * right after still passes by (5 of 40 on a busy page). A route set on an open page is waited for until a request meets one.
 */
function waitsForRoutes(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...given) => {
    const set = await route(...given);
    if (!page.url().startsWith("http")) return set;
    await route(`**${probe}`, (met) => met.fulfill({ status: 204 }));
    await page
      .evaluate(async (address) => {
        const isMet = () =>
          fetch(address).then(
            ({ status }) => status === 204,
            () => false,
          );
        // Without a pause: the page's clock may stand still.
        while (!(await isMet()));
      }, probe)
      // A page that is left meanwhile has its routes when it is there again.
      .catch(() => undefined);
    await page.unroute(`**${probe}`);
    return set;
  };
}

/** For pages of this context, open or to come. */
export function waitForRoutes(context: BrowserContext): void {
  for (const page of context.pages()) waitsForRoutes(page);
  context.on("page", waitsForRoutes);
}
