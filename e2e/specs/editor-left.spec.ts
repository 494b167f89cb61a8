import { expect, signIn, test } from "#e2e/fixtures.ts";
import { cell, field, importEvents, newVisit, openVisit, reloadAsAsked, saved } from "#e2e/pages/editor.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { passwordOf, ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";

test("the last key is kept, reloaded or handed over", async ({ signedInPage: page }) => {
  for (const left of ["reloaded", "handed over"] as const)
    await test.step(left, async () => {
      const event = buildEvent({ seed: left.length });
      await importEvents(page, [event]);
      await openVisit(page, event.eventId);
      const cpt = cell(page, 1, "cpt");
      await cpt.focus();
      await page.keyboard.press("F2");
      await page.keyboard.press("Backspace");
      if (left === "reloaded") await reloadAsAsked(page);
      else {
        await page.keyboard.press("Control+Alt+l");
        await page.getByRole("button", { name: "Not casey? Use another account" }).click();
        await page.getByLabel("User name").fill("casey");
        await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await expect(page.getByRole("button", { name: "Account" })).toBeVisible();
        await openVisit(page, event.eventId);
      }
      await expect(cpt).toHaveValue("8788");
    });
});

test("a payer typed above the lines outlasts a reload", async ({ page }) => {
  const own = new ServerProcess();
  await own.start();
  const wire = new WireClient(own.url);
  await wire.signIn("casey");
  const named = (id: number, name: string) => ({ kind: "payer" as const, id: buildGuid(12, id), name });
  await wire.call("saveDirectory", {
    version: 0,
    entries: [named(1, "Harbor Mutual"), named(2, "Harbor Health")],
  });
  await signIn(page, own.url);
  await newVisit(page);
  await cell(page, 0, "cpt").focus();
  await page.keyboard.type("99213");
  const payer = field(page, "visitCharged.charges.payerId");
  await payer.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: "Harbor Mutual" })).toBeVisible();
  await page.keyboard.press("Escape");
  for (const [typed, more, shown] of [
    ["harbor h", "ea", "Harbor Health"],
    ["nobody", " else", "nobody else"],
  ] as const) {
    await payer.focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(typed);
    await page.evaluate(() => dispatchEvent(new Event("pagehide")));
    await expect(payer).toHaveValue(typed);
    await page.keyboard.type(more);
    await reloadAsAsked(page);
    await expect(payer).toHaveValue(shown);
  }
  await own.dispose();
});

test("what found no room comes back, in any visit", async ({ signedInPage: page }) => {
  for (const what of ["a visit", "a new visit"])
    await test.step(what, async () => {
      if (what === "a visit") {
        const event = buildEvent({ seed: 0x1e_f7 });
        await importEvents(page, [event]);
        await openVisit(page, event.eventId);
      } else await newVisit(page);
      await page.evaluate(() => {
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (...given) {
          if ("isFull" in window) throw new DOMException("No room", "QuotaExceededError");
          return put.apply(this, given);
        };
        Object.assign(window, { isFull: true });
      });
      const cpt = cell(page, 0, "cpt");
      await cpt.fill("99499");
      await expect(page.getByText(/out of storage space/).first()).toBeVisible();
      await page.getByRole("link", { name: "Codes" }).click();
      await expect(page.getByRole("heading", { name: "Codes", level: 1 })).toBeVisible();
      await page.evaluate(() => Reflect.deleteProperty(window, "isFull"));
      await page.goBack();
      await page.getByRole("button", { name: "Put it back" }).click();
      await expect(cpt).toHaveValue("99499");
      await saved(page);
      await reloadAsAsked(page);
      await expect(cpt).toHaveValue("99499");
    });
});

test("a reload in mid-entry goes on in its cell", async ({ signedInPage: page }) => {
  const event = buildEvent({ seed: 0x1e_f8 });
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  const amount = cell(page, 1, "charge.amount");
  await amount.focus();
  await page.keyboard.type("16");
  await saved(page);
  await reloadAsAsked(page);
  // Half an amount stands open, not as another one.
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue("16");
  await page.keyboard.type("5");
  await page.keyboard.press("Tab");
  await expect(amount).toHaveValue("165.00");
  await saved(page);
  // What was finished is no longer gone on with.
  await reloadAsAsked(page);
  await expect(amount).toHaveValue("165.00");
  await expect(amount).not.toBeFocused();
});

test("what was there before is known wherever it goes on", async ({ signedInPage: page, context }) => {
  for (const way of ["a reload", "a take-over by another tab", "the end of another tab"])
    await test.step(way, async () => {
      const event = buildEvent({ seed: 0x1e_f9 + way.length });
      await importEvents(page, [event]);
      await openVisit(page, event.eventId);
      const typist = cell(page, 1, "charge.amount");
      await typist.fill("128");
      await page.keyboard.press("Tab");
      await expect(cell(page, 1, "arAmount.amount")).toHaveValue("128.00");
      const next = way === "a reload" ? page : await context.newPage();
      if (next !== page) await next.goto(page.url());
      await typist.focus();
      await page.keyboard.type("14");
      await saved(page);
      if (next === page) await reloadAsAsked(page);
      else if (way.startsWith("the end")) await page.close();
      else await next.getByRole("button", { name: "Edit here instead" }).click();
      const [amount, ar] = [cell(next, 1, "charge.amount"), cell(next, 1, "arAmount.amount")];
      await expect(amount).toBeFocused();
      await expect(amount).toHaveValue("14");
      await next.keyboard.press("Escape");
      await expect(amount).toHaveValue("128.00");
      await expect(ar).toHaveValue("128.00");
      await amount.focus();
      await next.keyboard.type("150");
      await next.keyboard.press("Tab");
      await expect(ar).toHaveValue("150.00");
      await next.keyboard.press("Control+z");
      await expect(amount).toHaveValue("128.00");
      await expect(ar).toHaveValue("128.00");
    });
});

test("half an entry is not sent from the list", async ({ signedInPage: page, context }) => {
  const event = buildEvent({ seed: 0x1e_fb });
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  await cell(page, 1, "charge.amount").focus();
  await page.keyboard.type("16");
  await saved(page);
  const list = await context.newPage();
  await page.close();
  await list.goto(`${new URL(page.url()).origin}/visits?in=browser`);
  const row = new VisitsQueue(list).row(event);
  await row.getByRole("checkbox").check();
  await expect(list.getByText("1 has an entry that was never finished: open it first")).toBeVisible();
  await row.getByRole("link").first().click();
  const amount = cell(list, 1, "charge.amount");
  await expect(amount).toBeFocused();
  await list.keyboard.type("5");
  await list.keyboard.press("Tab");
  await expect(amount).toHaveValue("165.00");
  await saved(list);
  await list.getByRole("link", { name: "Visits", exact: true }).first().click();
  await list.getByRole("link", { name: "On this device" }).click();
  await row.getByRole("checkbox").check();
  await expect(list.getByText("1 selected")).toBeVisible();
  await expect(list.getByText("never finished")).toHaveCount(0);
});
