import type { Browser, BrowserContext, Page } from "playwright/test";

const heardByTests = [
  "console",
  "weberror",
  "request",
  "response",
  "requestfailed",
  "page",
  "dialog",
] as const;

/**
 * A worker's tests share a context: with it a process, which has compiled the console once (half of what opening a page costs), and
 * the files it loaded. Between two tests all else is removed. A failed test ends its worker, and the context with it.
 */
export class SharedContext {
  readonly #browser: Browser;
  readonly #prepare: (context: BrowserContext) => Promise<void>;
  #context: BrowserContext | undefined;
  #isSpent = false;
  readonly #origins = new Set<string>();

  constructor(browser: Browser, prepare: (context: BrowserContext) => Promise<void>) {
    this.#browser = browser;
    this.#prepare = prepare;
  }

  /** It has one page, which was nowhere yet. */
  async take(): Promise<BrowserContext> {
    const context = (this.#context ??= await this.#open());
    context.on("page", (page) => this.#noteOrigins(page));
    for (const page of context.pages()) this.#noteOrigins(page);
    return context;
  }

  async giveBack(): Promise<void> {
    const context = this.#context;
    if (!context) return;
    for (const event of heardByTests) context.removeAllListeners(event);
    if (this.#isSpent) return this.close();
    const before = context.pages();
    // Opened while the others are, it has their process.
    const next = await context.newPage();
    for (const page of before) await page.close();
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.clearCookies();
    await context.clearPermissions();
    await context.setOffline(false);
    const devtools = await context.newCDPSession(next);
    for (const origin of this.#origins)
      await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await devtools.detach();
    this.#origins.clear();
  }

  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
    this.#isSpent = false;
    this.#origins.clear();
  }

  async #open(): Promise<BrowserContext> {
    const context = await this.#browser.newContext();
    await this.#prepare(context);
    const spend = () => (this.#isSpent = true);
    context.once("close", spend);
    // What these do to all pages to come has no opposite.
    const { clock } = context;
    const [install, setFixedTime] = [clock.install.bind(clock), clock.setFixedTime.bind(clock)];
    clock.install = (options) => (spend(), install(options));
    clock.setFixedTime = (time) => (spend(), setFixedTime(time));
    const addInitScript = context.addInitScript.bind(context);
    context.addInitScript = (script, value) => (spend(), addInitScript(script, value));
    await context.newPage();
    return context;
  }

  #noteOrigins(page: Page): void {
    page.on("framenavigated", (frame) => {
      if (frame.url().startsWith("http")) this.#origins.add(new URL(frame.url()).origin);
    });
  }
}
