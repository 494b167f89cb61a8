import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { default as axeCore, RunOnly } from "axe-core";
import { type BrowserContext, test as base, expect, type Page } from "playwright/test";
import { OldService } from "./old-service.ts";
import { type BrowserStorage, readStorage, writeStorage } from "./browser-storage.ts";
import { go } from "./pages/go.ts";
import { waitForRoutes } from "./routed-pages.ts";
import { SharedContext } from "./shared-context.ts";
import { passwordOf, ServerProcess, type UserName } from "./server-process.ts";
import { WireClient } from "./wire-client.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The browser's own console messages for failed requests; the console reports those to the user in its own words. */
const browserOwnWords = /^Failed to load resource:|^An unknown error occurred when fetching the script/;

/** True: the tests' console stands in front of a service as ServiceStack 3.9 hosts it (`E2E_UPSTREAM=1`). */
export const isBeforeOldService = process.env["E2E_UPSTREAM"] === "1";

/** Says what a test, or all of a file or group, needs that a service with only the interface's operations has not. */
export function needs(what: string): void {
  base.skip(isBeforeOldService, `needs ${what}, which an old service has not`);
}

interface WorkerFixtures {
  /** This worker's server, with its own store. A spec that stops a server starts its own `ServerProcess` instead. */
  server: ServerProcess;
  /** The browser of a test, and another one. */
  sharedContexts: Readonly<Record<"here" | "elsewhere", SharedContext>>;
}

interface TestFixtures {
  /** False: the console sees a service without the clinic's queue, and lists only this browser's visits. */
  hasQueue: boolean;
  /** False: the console sees a service that does not tell what is new in a mailbox, only all of it. */
  hasMailChanges: boolean;
  /** True: a service worker stores all pages in idle time, as for a user. That is half of a test's work. */
  loadsAhead: boolean;
  /** True: a context of its own, which has loaded nothing yet (`SharedContext`). */
  isFresh: boolean;
  /** The test fails when a page logs an error to the browser console; add a pattern to expect one. */
  expectedConsoleErrors: RegExp[];
  /** A wire client of this worker's server, signed in as casey. */
  wire: WireClient;
  /** A page in another browser: another person's, or at another computer. Nobody is signed in. */
  elsewhere: Page;
  /** A page signed in as casey, on /visits, as after a reload: the session of an earlier test continues. */
  signedInPage: Page;
}

/** Signs in through the form, as a user does; the workspace's key is derived from the password. */
export async function signIn(page: Page, url: string, userName: UserName = "casey"): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("User name").fill(userName);
  await page.getByLabel("Password", { exact: true }).fill(passwordOf(userName));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/visits/);
  // The address changes before the page is ready, and keys pressed in between are lost.
  await page.getByRole("heading", { name: "Visits", level: 1 }).waitFor();
}

/** By server: what the browser stores after signing in as casey. */
const kept = new Map<string, BrowserStorage>();

/**
 * Opens a page as casey, as after a reload: the session of an earlier test of this worker continues. For the first
 * page of a context, in tests that are not about signing in. A later step of a test goes there within the page.
 */
export async function enter(page: Page, url: string, address = "/visits"): Promise<void> {
  const inside =
    address === "/visits"
      ? page.getByRole("heading", { name: "Visits", level: 1 })
      : page.getByRole("button", { name: "Account" });
  if (page.url().startsWith(`${url}/`) && (await page.getByRole("button", { name: "Account" }).isVisible())) {
    await go(page, address);
    return inside.waitFor();
  }
  // What an old service has ended, a copy of its cookies doesn’t know.
  const state = isBeforeOldService ? undefined : kept.get(url);
  if (state) {
    await writeStorage(page, url, state);
    await page.goto(`${url}${address}`);
    await inside.or(page.getByLabel("User name")).first().waitFor();
    if (await inside.isVisible()) return;
  }
  // The first time, or an earlier test ended the session.
  await signIn(page, url);
  kept.set(url, await readStorage(page));
  if (address !== "/visits") await page.goto(`${url}${address}`);
}

function watchConsole(context: BrowserContext, expected: readonly RegExp[]): string[] {
  const errors: string[] = [];
  const note = (text: string) => {
    if (browserOwnWords.test(text) || expected.some((pattern) => pattern.test(text))) return;
    errors.push(text);
  };
  context.on("console", (message) => {
    if (message.type() === "error") note(message.text());
  });
  context.on("weberror", (error) => note(error.error().message));
  return errors;
}

/** `/config.json` without these extensions. */
export async function withoutExtensions(context: BrowserContext, missing: RegExp): Promise<void> {
  await context.route("**/config.json", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    // The file is ours; the server's own tests check its shape.
    const config = (await response.json()) as { extensions: string[] };
    const extensions = config.extensions.filter((name) => !missing.test(name));
    await route.fulfill({ response, json: { ...config, extensions } });
  });
}

const ofQueue = /^(?!GetVisitInvoice).*Visit|^Changes/;
const ofMailChanges = /^MessageChanges/;

/** A service that has only the operations of the interface and the invoice. */
export const withoutQueue = (context: BrowserContext) => withoutExtensions(context, ofQueue);

/**
 * Stores no files, which waits for an idle moment. Call it after `clock.install`, which has its own idle callback.
 */
export async function neverIdle(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = isBeforeOldService ? await OldService.open() : new ServerProcess();
      if (!isBeforeOldService) await server.start();
      await use(server);
      await server.dispose();
    },
    { scope: "worker" },
  ],
  sharedContexts: [
    async ({ browser }, use) => {
      const open = () => new SharedContext(browser, neverIdle);
      const shared = { here: open(), elsewhere: open() };
      await use(shared);
      for (const one of Object.values(shared)) await one.close();
    },
    { scope: "worker" },
  ],
  expectedConsoleErrors: async ({}, use) => {
    await use([]);
  },
  hasQueue: [true, { option: true }],
  hasMailChanges: [true, { option: true }],
  loadsAhead: [false, { option: true }],
  isFresh: [false, { option: true }],
  context: async (
    {
      browser,
      sharedContexts: { here },
      expectedConsoleErrors,
      hasQueue,
      hasMailChanges,
      loadsAhead,
      isFresh,
      isMobile,
      timezoneId,
    },
    use,
  ) => {
    const isOwn = isFresh || loadsAhead || isMobile || timezoneId !== "America/New_York";
    const context = isOwn ? await browser.newContext() : await here.take();
    if (isOwn && !loadsAhead) await neverIdle(context);
    const missing = [...(hasQueue ? [] : [ofQueue]), ...(hasMailChanges ? [] : [ofMailChanges])];
    if (missing.length > 0)
      await withoutExtensions(context, new RegExp(missing.map(({ source }) => source).join("|")));
    const errors = watchConsole(context, expectedConsoleErrors);
    waitForRoutes(context);
    await use(context);
    await (isOwn ? context.close() : here.giveBack());
    expect(errors, "errors in the page's console").toEqual([]);
  },
  page: async ({ context }, use) => {
    await use(context.pages()[0] ?? (await context.newPage()));
  },
  elsewhere: async ({ sharedContexts: { elsewhere }, expectedConsoleErrors }, use) => {
    const context = await elsewhere.take();
    const errors = watchConsole(context, expectedConsoleErrors);
    waitForRoutes(context);
    const [page] = context.pages();
    if (page) await use(page);
    await elsewhere.giveBack();
    expect(errors, "errors in the other browser's console").toEqual([]);
  },
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
  wire: async ({ server }, use) => {
    const wire = new WireClient(server.url);
    await wire.signIn("casey");
    await use(wire);
  },
  signedInPage: async ({ page, server }, use) => {
    await enter(page, server.url);
    await use(page);
  },
});

const wcag: RunOnly = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };
/** What a page that passed all rules in one color scheme may still break in another. */
export const colorRules: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** What assistive technology is told of a page's parts, which no WCAG level asks for. */
export const partRules: RunOnly = { type: "rule", values: ["region", "landmark-unique", "aria-dialog-name"] };

/** Fails with a readable list if axe finds a violation of WCAG 2.2 AA on the page. */
export async function expectAccessible(page: Page, runOnly: RunOnly = wcag): Promise<void> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (only) => {
    // axe-core was injected just above; the page's own types do not include it.
    const { axe } = globalThis as unknown as { axe: typeof axeCore };
    const result = await axe.run(document, {
      runOnly: only,
      // What passed is counted, not described.
      resultTypes: ["violations"],
      // A rule outside these would have all style sheets loaded once more.
      preload: { assets: ["media"] },
    });
    return result.violations.map((violation) => ({
      rule: violation.id,
      help: violation.help,
      where: violation.nodes.slice(0, 5).map((node) => node.target.join(" ")),
    }));
  }, runOnly);
  expect(violations).toEqual([]);
}

export { expect };
