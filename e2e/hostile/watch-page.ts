import type { BrowserContext, Page } from "playwright/test";

/** Records what a page does beyond the service: requests to others, windows and dialogs, as they happen. */
export function watchPage(page: Page, context: BrowserContext, url: string) {
  const foreign: string[] = [];
  const opened: string[] = [];
  const dialogs: string[] = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(url) && !/^(?:blob|data|about):/.test(request.url()))
      foreign.push(request.url());
  });
  context.on("page", (other) => opened.push(other.url()));
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return { foreign, opened, dialogs };
}

/** Waits until the page has been drawn twice and everything that triggered has run. */
export function drawnTwice(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );
}
