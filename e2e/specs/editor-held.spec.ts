import { expect, expectAccessible, needs, partRules, test } from "#e2e/fixtures.ts";
import { cell, field, importEvents, openVisit, saved, submit } from "#e2e/pages/editor.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";

test("F8 leads to why; changes never lift what rules said", async ({ signedInPage: page }) => {
  const audit = { manualReviewNeeded: true, withholdReason: "Authorization missing", canAutoCharge: false };
  const event = buildEvent({ charges: 2, seed: 0x26_0301, audit });
  const charges = event.visitCharged.charges.map((line) => ({ ...line, modifier: ["59", "59"] }));
  await importEvents(page, [{ ...event, visitCharged: { ...event.visitCharged, charges } }]);
  await openVisit(page, event.eventId);
  const why = page.getByRole("region", { name: "Why it was withheld" });
  const balance = page.getByRole("region", { name: "Balance" });
  await page.keyboard.press("F8");
  await expect(page.locator(":focus")).toContainText("Authorization missing");
  await page.keyboard.press("F8");
  await expect(cell(page, 0, "modifier")).toBeFocused();
  await page.keyboard.press("F8");
  await expect(cell(page, 1, "modifier")).toBeFocused();
  await page.keyboard.press("Shift+F8");
  await page.keyboard.press("Shift+F8");
  await expect(page.locator(":focus")).toContainText("Authorization missing");
  await page.keyboard.press("Shift+F8");
  await expect(page.locator(":focus")).toHaveAttribute("name", /./);
  // From wherever a person has gone meanwhile.
  await cell(page, 0, "modifier").focus();
  await page.keyboard.press("F8");
  await expect(cell(page, 1, "modifier")).toBeFocused();
  await cell(page, 0, "modifier").fill("25");
  await cell(page, 1, "modifier").fill("");
  await expect(balance).not.toContainText("to fix");
  await field(page, "visitCharged.authNumberFlag").click();
  await saved(page);
  await expect(balance).toContainText(
    "Will be withheld until you approve it: the rules engine said “Authorization missing” before your changes",
  );
  await expect(why).toContainText("only it checks this");
  // After a reload it is told the same.
  await page.reload();
  await expect(balance).toContainText("before your changes");
  await page.getByRole("button", submit).click();
  const anyway = page.getByRole("button", { name: "Send anyway" });
  await expect(anyway.or(page.getByText("Withheld: no invoice was created"))).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(page.getByText("Withheld: no invoice was created")).toBeVisible();
  // A person's own reason is nobody else's.
  await field(page, "audit.withholdReason").fill("Ask Dana");
  await field(page, "audit.withholdReason").press("Tab");
  await expect(balance).toContainText("Will be withheld: Ask Dana");
  await expect(why).not.toContainText("only it checks this");
});

test("it is taken later; text typed elsewhere keeps its place", async ({ signedInPage: page, wire }) => {
  await test.step("typed in without the service it is taken later", async () => {
    needs("a queue");
    const event = buildEvent({ charges: 1, seed: 0x0ff1, audit: { canAutoCharge: false } });
    const { visitId } = event.visitCharged;
    await wire.call("chargeVisit", { AutoChargedEvent: event });
    await openVisit(page, event.eventId);
    await expect(page.getByRole("button", { name: "Work on this visit" })).toBeVisible();
    const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("TakeVisit"));
    await page.route("**/TakeVisitRequest", (route) => route.abort(), { times: 1 });
    await cell(page, 0, "cpt").fill("99214");
    await failed;
    await expect.poll(async () => (await wire.call("getVisit", { visitId })).visit.takenBy).toBe("casey");
  });
  await test.step("text after a click on something gone keeps its place", async () => {
    needs("a queue");
    const event = buildEvent({ charges: 1, seed: 0x0ff3, audit: { canAutoCharge: false } });
    await wire.call("chargeVisit", { AutoChargedEvent: event });
    await openVisit(page, event.eventId);
    await expect(page.getByRole("button", { name: "Add note…" })).toBeVisible();
    await page.route("**/action-dialogs-*.js", async (route) => {
      await page.waitForFunction(() => document.getElementById("toast") === null);
      await route.continue();
    });
    await page.evaluate(() => {
      const gone = document.createElement("div");
      gone.id = "toast";
      gone.style.cssText = "position:fixed;inset:0 auto auto 0;width:40px;height:40px;z-index:99";
      document.body.append(gone);
    });
    await page.getByRole("button", { name: "Add note…" }).click();
    await page.keyboard.type("Fax");
    await page.mouse.click(20, 20);
    await page.keyboard.type(" sent");
    await page.evaluate(() => document.getElementById("toast")?.remove());
    await expect(page.getByRole("dialog").getByRole("textbox")).toHaveValue("Fax sent");
  });
});

test("what is clicked behind a closing dialog keeps its text", async ({ signedInPage: page, wire }) => {
  needs("a queue");
  const event = buildEvent({ charges: 1, seed: 0x0ff2, audit: { canAutoCharge: false } });
  await wire.call("chargeVisit", { AutoChargedEvent: event });
  await openVisit(page, event.eventId);
  await page.getByRole("button", { name: "Work on this visit" }).click();
  await expect(page.getByText("You have this visit until")).toBeVisible();
  const code = cell(page, 0, "cpt");
  const box = await code.boundingBox();
  if (!box) throw new Error("No cell");
  // The dialog comes after all was typed, and closes when the service has answered.
  let load = () => {};
  const isTyped = new Promise<void>((resolve) => (load = resolve));
  await page.route("**/action-dialogs-*.js", async (route) => {
    await isTyped;
    await route.continue();
  });
  await page.route("**/NoteVisitRequest*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  // After half a second a dialog would say “Loading”, and have the keys: no such time passes here.
  await page.evaluate(() => {
    const { setTimeout: later } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms: number) => later(run, ms === 500 ? 20_000 : ms),
    });
  });
  await page.getByRole("button", { name: "Add note…" }).click();
  await page.keyboard.type("Fax");
  await page.keyboard.press("Control+Enter");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Alt+Enter");
  load();
  await expect(page.getByRole("alert")).toContainText("Not sent: 1 problem to fix");
  await expect(code).toHaveValue("1");
  await expect(page.getByText("Fax", { exact: true })).toBeVisible();
});

test("by keys the focus goes on, and words are read", async ({ signedInPage: page, wire }) => {
  needs("a queue");
  const event = buildEvent({ charges: 1, seed: 0x0ff3, audit: { canAutoCharge: false } });
  const { visitId } = event.visitCharged;
  await wire.call("chargeVisit", { AutoChargedEvent: event });
  await page.getByRole("searchbox", { name: "Find visits" }).fill(visitId);
  await expect(page.getByRole("button", { name: `Take ${shortGuid(visitId)}, 11/02/2026` })).toBeVisible();
  await openVisit(page, event.eventId);
  const take = page.getByRole("button", { name: "Work on this visit" });
  await take.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "You have this visit until" })).toBeVisible();
  await expect(page.getByRole("status").getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Submit and take next" })).toBeFocused();
  await page.getByRole("button", { name: "Release" }).press("Enter");
  await expect(take).toBeFocused();
  await wire.signIn("robin");
  await wire.call("takeVisit", { visitId });
  await page.getByRole("button", { name: "Take over…" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Take over" }).press("Enter");
  await expect(page.getByRole("button", { name: "Submit and take next" })).toBeFocused();

  // What a cell offers is said where something was before; the cell says that it offers something.
  await expect(cell(page, 0, "cpt")).toHaveRole("combobox");
  await expect(cell(page, 0, "cpt")).toHaveAttribute("aria-expanded", "false");
  await page.evaluate(() => {
    for (const live of document.querySelectorAll("[role=status]")) live.setAttribute("data-was-there", "");
  });
  await field(page, "audit.finalStatus").fill("c");
  await expect(page.locator("[data-was-there]").filter({ hasText: /^2 found/ })).toHaveCount(1);
  await expect(page.getByRole("combobox", { name: "Rules status" })).toHaveAttribute("aria-expanded", "true");
});

test("a charged visit is read by keys, never edited", async ({ signedInPage: page, wire }) => {
  needs("a queue");
  const event = buildEvent({ charges: 2, seed: 0x0ff4 });
  await wire.call("chargeVisit", { AutoChargedEvent: event });
  await page.setViewportSize({ width: 700, height: 800 });
  await page.goto(`/visits/${event.eventId}`);
  const charges = page.getByRole("group", { name: "charge table" });
  await page.getByRole("group", { name: "Charge form" }).focus();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await charges.evaluate((box) => box === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(charges).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => charges.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  await expect(page.getByText("F2 edits")).toBeHidden();
  await expect(page.getByRole("button", { name: "Remove charge 1" })).toBeHidden();
  await expectAccessible(page, partRules);
});
