import type { Page } from "playwright/test";
import { expect, signIn } from "#e2e/fixtures.ts";
import { passwordOf, type UserName } from "#e2e/server-process.ts";
import { expectCovered, expectUnseen, lookOf, settledLookOf } from "./look.ts";
import type { Desk, Reached } from "./step.ts";

/** How the session is lost midway through a step, and how it comes back. */
export type Interruption = (desk: Desk, reached: Reached) => Promise<void>;

const boxOf = (page: Page) =>
  page.getByRole("dialog", { name: /Locked|Signed out|session has ended|Someone else/ });

async function shellIsThere(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Account" })).toBeVisible();
}

async function giveBack(page: Page): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
  await page.keyboard.press("Enter");
  await expect(boxOf(page)).toBeHidden();
}

async function signInAs(page: Page, userName: UserName): Promise<void> {
  await page.getByLabel("User name").fill(userName);
  await page.getByLabel("Password", { exact: true }).fill(passwordOf(userName));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await shellIsThere(page);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  // While something is not sent, it asks.
  const anyway = page.getByRole("button", { name: "Sign out anyway" });
  await expect(anyway.or(page.getByLabel("User name"))).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(page).toHaveURL(/\/sign-in/);
}

/** Advances the page's clock without running its timers, as on a machine that was asleep. */
async function sleepFor(page: Page, minutes: number): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.setSystemTime(now + minutes * 60_000);
}

/** Ends all of casey's sessions outside the console, as an administrator would. */
async function endOnService({ casey }: Desk): Promise<void> {
  const wire = await casey();
  await wire.call("authenticate", { provider: "logout", state: "everywhere" });
}

/** The page stays in place under its cover; the same user continues in it. */
function inPlace(cover: (desk: Desk) => Promise<void>): Interruption {
  return async (desk, reached) => {
    const { page } = desk;
    const before = reached.isMoving ? undefined : await settledLookOf(page);
    await cover(desk);
    await expect(boxOf(page)).toBeVisible();
    await expectCovered(page, reached.words);
    await giveBack(page);
    if (before) await expect.poll(() => lookOf(page)).toEqual(before);
    await reached.resume();
  };
}

/** The user's next action is refused because of the session, and is repeated once they are back. */
const actionRefused: Interruption = async (desk, reached) => {
  const { page } = desk;
  await endOnService(desk);
  const doing = reached.action?.();
  await expect(boxOf(page)).toBeVisible();
  await expectCovered(page, reached.words);
  await giveBack(page);
  await doing;
  await reached.done?.();
};

/** Another user on the same machine sees nothing of the first one's work anywhere, and may even erase it. */
async function asRobin({ page, server }: Desk, { words }: Reached, address: string, erases: boolean) {
  await signInAs(page, "robin");
  const list = `${server.url}/visits`;
  for (const place of [address, list]) {
    if (place === address) await page.goto(place);
    else await page.getByRole("link", { name: "Visits", exact: true }).first().click();
    // An event that the service does not have is looked for as a visit.
    await expect(page).toHaveURL((url) => url.href.replace("/by-visit/", "/") === place);
    await shellIsThere(page);
    await expect(page.getByRole("heading").first()).toBeVisible();
    // Opening the first user's exact address shows them nothing but what the address contains.
    const told = decodeURIComponent(place.replaceAll("+", " "));
    await expectUnseen(
      page,
      words.filter((word) => !told.includes(word)),
    );
  }
  if (!erases) {
    await signOut(page);
    return;
  }
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Workspace and storage" }).click();
  await page.getByLabel("Type robin to confirm").fill("robin");
  await page.getByRole("button", { name: "Erase workspace" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
}

/** Someone else takes over from the lock box, then leaves. */
function otherUser({ erases }: { erases: boolean }): Interruption {
  return async (desk, reached) => {
    const { page } = desk;
    const address = page.url();
    await page.keyboard.press("Control+Alt+l");
    await expectCovered(page, reached.words);
    await page.getByRole("button", { name: "Not casey? Use another account" }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await expectUnseen(page, reached.words);
    await asRobin(desk, reached, address, erases);
    await signInAs(page, "casey");
    await reached.kept();
  };
}

const reload: Interruption = async ({ page }, reached) => {
  await reached.saved?.();
  await page.reload();
  await shellIsThere(page);
  await reached.kept();
};

const lockAndReload: Interruption = async ({ page }, reached) => {
  await reached.saved?.();
  const ended = page.waitForResponse(/\/Auth$/);
  await page.keyboard.press("Control+Alt+l");
  await ended;
  await page.reload();
  await expect(page).toHaveURL(/\/sign-in/);
  await expectUnseen(page, reached.words);
  await signInAs(page, "casey");
  await reached.kept();
};

async function inAnotherTab({ page, server }: Desk, work: (other: Page) => Promise<void>): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(`${server.url}/diagnosis`);
  await shellIsThere(other);
  await work(other);
  await other.close();
}

const robinInAnotherTab = (words: readonly string[]) => (desk: Desk) =>
  inAnotherTab(desk, async (other) => {
    await signIn(other, desk.server.url, "robin");
    await shellIsThere(other);
    await expectUnseen(other, words);
  });

/** Each ends with the same user back. */
const quick: Readonly<Record<string, Interruption>> = {
  "lock by key": inPlace(({ page }) => page.keyboard.press("Control+Alt+l")),
  "idle lock": inPlace(({ page }) => sleepFor(page, 31)),
  "ended on the service, found by the console itself": inPlace(async (desk) => {
    await endOnService(desk);
    await sleepFor(desk.page, 5);
    await desk.page.keyboard.press("Shift");
  }),
  "ended on the service, found by the next action": actionRefused,
  reload,
};

/** These open pages anew or sign others in, which is three times the work. */
const costly: Readonly<Record<string, Interruption>> = {
  "another user, who erases their workspace": otherUser({ erases: true }),
  "another user by the box": otherUser({ erases: false }),
  "another user in another tab": (desk, reached) => inPlace(robinInAnotherTab(reached.words))(desk, reached),
  "sign-out in another tab": inPlace((desk) => inAnotherTab(desk, signOut)),
  "lock and reload": lockAndReload,
};

export const interruptions: Readonly<Record<string, Interruption>> = { ...quick, ...costly };
export const quickOnes = Object.keys(quick);
export const costlyOnes = Object.keys(costly);

/** Everything that can happen to a step. An action can be refused only where the step has one. */
export function mayBefall(name: string, { action }: Reached): boolean {
  return interruptions[name] !== actionRefused || action !== undefined;
}
