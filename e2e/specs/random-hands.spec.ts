import fc from "fast-check";
import type { Page } from "playwright/test";
import { expect, needs, test } from "#e2e/fixtures.ts";
import { go } from "#e2e/pages/go.ts";
import { numRuns, walk } from "#e2e/pages/walk.ts";
import { ServerProcess } from "#e2e/server-process.ts";

needs("a server of ours");

const texts = [
  "99213",
  "25",
  "J06.9",
  "1",
  "-5",
  "1e3",
  "12.50",
  "11/2/26",
  "2/30/2026",
  "1:05 pm",
  "t",
  " ",
];
const odd = ["O’Neil, “Q”", "😀 é", "مرحبا", "<b>x</b>", "robin@direct.example", "x".repeat(300)];
const keys =
  "Tab Shift+Tab Enter Escape ArrowDown ArrowUp ArrowRight Space Delete F2 Control+z Control+Shift+z Control+Enter Control+k Control+d Control+a Control+c Control+v ? j k x e n g / [ ]";
const pages = [
  "/visits",
  "/visits/new",
  "/messages",
  "/messages/compose",
  "/diagnosis",
  "/directory",
  "/admin/clinic",
];
/** They end the session, leave the page or wait for a file. */
const left = /sign out|^lock|download|print|export|second factor|passkey|password|choose .*file|attach/i;

const hand = fc.oneof(
  { weight: 9, arbitrary: fc.record({ click: fc.nat(999), text: fc.constantFrom("", ...texts) }) },
  { weight: 4, arbitrary: fc.record({ text: fc.constantFrom(...texts, ...odd) }) },
  {
    weight: 4,
    arbitrary: fc.record({ keys: fc.array(fc.constantFrom(...keys.split(" ")), { maxLength: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ to: fc.constantFrom(...pages) }) },
  { weight: 2, arbitrary: fc.constantFrom("reload", "back", "offline", "online", "fails") },
);

/** The middles of what can be pressed: within a dialog, where one is open. */
function targetsOn(page: Page) {
  return page.evaluate((source) => {
    const isLeft = new RegExp(source, "i");
    const shown = document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") ?? document.body;
    const all = shown.querySelectorAll<HTMLElement>(
      "button, a[href], input:not([type=file]), textarea, select, summary, [contenteditable=true], [role=gridcell], [role=option], [role^=menuitem]",
    );
    return [...all].flatMap((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const [x, y] = [left + Math.min(width / 2, 30), top + height / 2];
      const at = document.elementFromPoint(x, y);
      const isFree = at !== null && (one.contains(at) || at.contains(one));
      return isFree && !isLeft.test(one.ariaLabel ?? one.innerText) ? [{ x, y }] : [];
    });
  }, left.source);
}

async function press(page: Page, nth: number): Promise<void> {
  // A page that is just being loaded has none.
  const targets = await targetsOn(page).catch(() => []);
  const at = targets[nth % Math.max(1, targets.length)];
  if (at) await page.mouse.click(at.x, at.y);
}

/** What stands in the visit’s fields, by their names. */
function typedIn(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>("input[name^='visitCharged']:not([type=checkbox])")].map(
      ({ name, value }) => [name, value] as const,
    ),
  );
}

async function reload(page: Page): Promise<void> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  const isSaved = page.getByText("Saved on this device").first();
  if (await isSaved.isVisible()) await page.waitForTimeout(800);
  const [address, before] = [page.url(), await typedIn(page)];
  await page.reload();
  // An untouched new visit is another one each time.
  if (before.length === 0 || page.url() !== address || address.endsWith("/new")) return;
  await page.locator("input[name^='visitCharged']").first().waitFor();
  await expect.poll(async () => (await typedIn(page)).length).toBeGreaterThan(0);
  const after = new Map(await typedIn(page));
  const kept = before.filter(([name]) => after.has(name));
  expect(kept.map(([name]) => [name, after.get(name)])).toEqual(kept);
}

test("whatever hands do anywhere, pages stand and keep texts", async ({ page }) => {
  test.setTimeout(60_000 + numRuns * 60_000);
  const server = new ServerProcess({ FIRST_USER: "" });
  await server.start(["--demo"]);
  await page.goto(`${server.url}/sign-in`);
  await page.getByLabel("User name").fill("casey");
  await page.getByLabel("Password", { exact: true }).fill("try it out 1");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/visits/);
  const context = page.context();
  page.on("dialog", (dialog) => void dialog.accept());
  await fc.assert(
    fc.asyncProperty(fc.array(hand, { minLength: 25, maxLength: 25 }), async (hands) => {
      for (const one of hands)
        await test.step(JSON.stringify(one), async () => {
          if (one === "reload") {
            await context.setOffline(false);
            await reload(page);
          } else if (one === "back") {
            // Not out of the console.
            await page.evaluate(() => {
              if (Number(history.state?.["__TSR_index"]) > 0) history.back();
            });
          } else if (one === "offline" || one === "online") await context.setOffline(one === "offline");
          else if (one === "fails")
            await context.route("**/json/reply/**", (route) => route.abort(), { times: 1 });
          else if ("to" in one) await go(page, one.to);
          else if ("keys" in one) for (const key of one.keys) await page.keyboard.press(key);
          else {
            if ("click" in one) await press(page, one.click);
            await page.keyboard.type(one.text);
          }
          await expect(page.locator("body")).not.toContainText(
            /couldn’t be shown|\bNaN\b|\[object |Invalid Date/,
          );
          await expect(page.getByRole("main").or(page.getByRole("dialog")).first()).not.toBeEmpty();
        });
      await context.setOffline(false);
    }),
    walk,
  );
  await server.dispose();
});
