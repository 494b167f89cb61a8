import type { Page } from "playwright/test";
import { expect, signIn, test } from "#e2e/fixtures.ts";
import { cell, field, importEvents, newVisit, openVisit, saved } from "#e2e/pages/editor.ts";
import { killAfter } from "#e2e/pages/killed-tab.ts";
import { buildEvent } from "#room/testing/builders.ts";

/** KILL_TURNS=200 kills more often and KILL_SEED at other moments (`npm run long`). */
const { KILL_TURNS = "6", KILL_SEED = "1" } = process.env;
const turns = Number(KILL_TURNS);
const seed = Number(KILL_SEED);

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test(`a tab killed ${turns} times (seed ${seed}) loses little`, async ({ signedInPage: page, context }) => {
  // Each round opens a new page: a limit for a busy machine, not a wait.
  test.setTimeout(turns * 12_000);
  const random = randomsOf(seed);
  const eventId = await newVisit(page);
  await field(page, "visitCharged.practiceId").fill("9".repeat(32));
  await cell(page, 0, "cpt").fill("99213");
  await field(page, "audit.withholdReason").focus();
  await saved(page);
  let tab = page;
  let text = "";
  let checked = 0;
  // Each share of the time between two saves is hit, so few turns say what many random moments would.
  const moments = Array.from({ length: turns }, (_, turn) => 100 + ((turn + random()) / turns) * 1300);
  for (const [turn, moment] of moments.entries()) {
    const reason = field(tab, "audit.withholdReason");
    await reason.press("End");
    const killed = killAfter(tab, "audit.withholdReason", moment);
    const end = new AbortController();
    const type = async () => {
      while (!end.signal.aborted)
        await tab.keyboard.type(String.fromCharCode(97 + Math.floor(random() * 26)), { delay: 20 });
    };
    // The last key goes to a tab that no longer answers.
    type().catch(() => undefined);
    const { typed, late } = await killed;
    end.abort();
    tab = await context.newPage();
    await openVisit(tab, eventId);
    const restored = await field(tab, "audit.withholdReason").inputValue();
    const must = typed.findLast(({ age }) => age > 500 + late)?.text ?? text;
    const last = typed.at(-1)?.text ?? text;
    const said = `seed ${seed}, turn ${turn}, ${late.toFixed(0)} ms late`;
    expect(restored.startsWith(must), `${said}: "${restored}" begins with "${must}"`).toBe(true);
    expect(last.startsWith(restored), `${said}: "${restored}" is what was typed: "${last}"`).toBe(true);
    if (must !== text) checked += 1;
    text = restored;
  }
  expect(checked, "turns in which something had to be kept").toBeGreaterThan(turns / 4);
});

test("a payer being typed outlasts a killed tab", async ({ signedInPage: page, context }) => {
  const eventId = await newVisit(page);
  await field(page, "visitCharged.charges.payerId").focus();
  await page.keyboard.type("Harb");
  await expect(page).toHaveURL(new RegExp(eventId));
  await saved(page);
  await killAfter(page, "visitCharged.charges.payerId", 0);
  const tab = await context.newPage();
  await openVisit(tab, eventId);
  const payer = field(tab, "visitCharged.charges.payerId");
  await expect(payer).toBeFocused();
  await expect(payer).toHaveValue("Harb");
  await tab.keyboard.type("or");
  await expect(payer).toHaveValue("Harbor");
});

test("drafts say what changed, and merge a newer import", async ({ signedInPage: page }) => {
  await test.step("a reloaded draft says what changed since import", async () => {
    const event = buildEvent({ charges: 3, seed: 41 });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    await cell(page, 1, "cpt").fill("87881");
    await saved(page);
    await page.reload();
    await expect(cell(page, 1, "cpt")).toHaveValue("87881");
    await expect(page.getByText("1 change made here since import")).toBeVisible();
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect(page.getByRole("dialog")).toContainText("87880 became 87881");
    await page.getByRole("button", { name: "Revert all changes" }).click();
    await expect(cell(page, 1, "cpt")).toHaveValue("87880");
    await page.keyboard.press("Control+z");
    await expect(cell(page, 1, "cpt")).toHaveValue("87881");
  });
  await test.step("a newer import and an older draft merge by field", async () => {
    const event = buildEvent({ charges: 2, seed: 43 });
    await importEvents(page, [event]);
    await openVisit(page, event.eventId);
    const balance = page.getByRole("region", { name: "Balance" });
    await field(page, "visitCharged.createdOn").fill("");
    await expect(balance).toContainText("Will be charged (without a date of service)");
    await page.keyboard.press("Control+z");
    await expect(balance).not.toContainText("without a date of service");
    await cell(page, 0, "cpt").fill("99214");
    await saved(page);
    const [first, second] = event.visitCharged.charges;
    const newer = {
      ...event,
      visitCharged: { ...event.visitCharged, version: "2", charges: [{ ...first, cpt: "99215" }, second] },
    };
    await importEvents(page, [newer]);
    await expect(page.getByText("was changed here and in the file").first()).toBeVisible();
    await openVisit(page, event.eventId);
    await expect(balance).toContainText("merge the newer version first");
    await page.getByRole("button", { name: "Merge…" }).click();
    await expect(page.getByRole("dialog")).toContainText("99215");
  });
});

test("a second tab follows and takes over, never writing too", async ({
  signedInPage: page,
  context,
  server,
}) => {
  const event = buildEvent({ charges: 2, seed: 42 });
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  await cell(page, 0, "cpt").fill("99214");
  const second = await context.newPage();
  await second.goto(`${server.url}/visits/${event.eventId}`);
  if (second.url().includes("sign-in")) await signIn(second, server.url);
  await expect(second.getByText("This visit is open for editing in another tab")).toBeVisible();
  await expect(cell(second, 0, "cpt")).toHaveValue("99214");
  await expect(cell(second, 0, "cpt")).toBeDisabled();
  await cell(page, 0, "cpt").fill("99215");
  await expect(cell(second, 0, "cpt")).toHaveValue("99215");
  await second.getByRole("button", { name: "Edit here instead" }).click();
  await expect(cell(second, 0, "cpt")).toBeEnabled();
  await expect(page.getByText("This visit is open for editing in another tab")).toBeVisible();
  await expect(cell(page, 0, "cpt")).toBeDisabled();
  await cell(second, 0, "cpt").fill("99202");
  await expect(cell(page, 0, "cpt")).toHaveValue("99202");
});

test("typed while another tab took over, it is put back", async ({ signedInPage: page, context }) => {
  const eventId = await newVisit(page);
  await cell(page, 0, "cpt").fill("99213");
  await saved(page);
  const second = await context.newPage();
  await second.goto(`/visits/${eventId}`);
  await expect(second.getByText("This visit is open for editing in another tab")).toBeVisible();
  // From here on nothing is encrypted, and so nothing stored, in the first tab.
  await page.evaluate(() => {
    const { subtle } = crypto;
    const encrypt = subtle.encrypt.bind(subtle);
    const gate = new Promise((resolve) => addEventListener("let-go", resolve, { once: true }));
    subtle.encrypt = async (...of) => {
      await gate;
      return encrypt(...of);
    };
  });
  await cell(page, 0, "cpt").fill("99214");
  await second.getByRole("button", { name: "Edit here instead" }).click();
  await expect(cell(second, 0, "cpt")).toBeEnabled();
  await cell(second, 0, "cpt").fill("99215");
  await saved(second);
  await expect(cell(page, 0, "cpt")).toHaveValue("99215");
  await page.evaluate(() => dispatchEvent(new Event("let-go")));
  await expect(
    page.getByRole("alert").filter({ hasText: "What you typed here last wasn’t saved" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Edit here instead" }).click();
  await page.getByRole("button", { name: "Put it back" }).click();
  await expect(cell(page, 0, "cpt")).toHaveValue("99214");
  await expect(cell(second, 0, "cpt")).toHaveValue("99214");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(cell(page, 0, "cpt")).toHaveValue("99215");
});

test("a reloaded tab goes on editing, the other follows", async ({ signedInPage: page, context }) => {
  const event = buildEvent({ charges: 2, seed: 44 });
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  await cell(page, 0, "cpt").fill("99214");
  await saved(page);
  const second = await context.newPage();
  await openVisit(second, event.eventId);
  const elsewhere = (tab: Page) => tab.getByText("This visit is open for editing in another tab");
  await expect(elsewhere(second)).toBeVisible();
  await page.reload();
  await expect(cell(page, 0, "cpt")).toBeEnabled();
  await cell(page, 0, "cpt").fill("99215");
  await expect(cell(second, 0, "cpt")).toHaveValue("99215");
  await expect(elsewhere(second)).toBeVisible();
  // What was taken over stays so.
  await second.getByRole("button", { name: "Edit here instead" }).click();
  await expect(elsewhere(page)).toBeVisible();
  await page.reload();
  await expect(elsewhere(page)).toBeVisible();
  await expect(cell(second, 0, "cpt")).toBeEnabled();
});
