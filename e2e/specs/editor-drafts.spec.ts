import { expect, signIn, test } from "#e2e/fixtures.ts";
import { cell, field, importEvents, newVisit, openVisit, saved } from "#e2e/pages/editor.ts";
import { buildEvent } from "#room/testing/builders.ts";

/** Each turn costs a crash and a sign-in by reload, so a run of the suite takes fewer of them. */
const turns = Number(process.env["KILLED_TABS"] ?? 20);

test("a tab killed while typing loses at most the last half second, again and again", async ({
  signedInPage: page,
  context,
}) => {
  test.setTimeout(turns * 12_000);
  const eventId = await newVisit(page);
  await field(page, "visitCharged.practiceId").fill("9".repeat(32));
  await cell(page, 0, "cpt").fill("99213");
  await field(page, "audit.withholdReason").focus();
  await saved(page);
  let tab = page;
  let text = "";
  // A pause of its own for every turn, the same in every run.
  for (let turn = 0; turn < turns; turn += 1) {
    const typed: { readonly text: string; readonly at: number }[] = [{ text, at: 0 }];
    const pause = (turn * 37) % 450;
    await field(tab, "audit.withholdReason").press("End");
    for (let key = 0; key < 4; key += 1) {
      text += String.fromCharCode(97 + ((turn + key) % 26));
      await tab.keyboard.type(text.slice(-1));
      typed.push({ text, at: Date.now() });
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    const killedAt = Date.now();
    const next = await context.newPage();
    // A crash gives the page no chance to save.
    const crash = await context.newCDPSession(tab);
    const crashed = tab.waitForEvent("crash");
    void crash.send("Page.crash").catch(() => undefined);
    await crashed;
    await tab.close();
    tab = next;
    await openVisit(tab, eventId);
    const restored = await field(tab, "audit.withholdReason").inputValue();
    const must = typed.filter(({ at }) => killedAt - at > 500).at(-1)?.text ?? "";
    expect(restored.startsWith(must), `turn ${turn}: ${restored} begins with ${must}`).toBe(true);
    text = restored;
  }
});

test("a draft comes back after a reload with what changed since the file came in", async ({
  signedInPage: page,
}) => {
  const event = buildEvent({ charges: 3, seed: 41 });
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  await cell(page, 1, "cpt").fill("87881");
  await saved(page);
  await page.reload();
  await expect(cell(page, 1, "cpt")).toHaveValue("87881");
  await expect(page.getByText("1 change since the file came in")).toBeVisible();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("87880 became 87881");
  await page.getByRole("button", { name: "Put everything back" }).click();
  await expect(cell(page, 1, "cpt")).toHaveValue("87880");
  await page.keyboard.press("Control+z");
  await expect(cell(page, 1, "cpt")).toHaveValue("87881");
});

test("a second tab follows, and takes over when asked; there are never two writers", async ({
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

test("a newer import and an older draft are merged field by field", async ({ signedInPage: page }) => {
  const event = buildEvent({ charges: 2, seed: 43 });
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  await cell(page, 0, "cpt").fill("99214");
  await saved(page);
  const [first, second] = event.visitCharged.charges;
  const newer = {
    ...event,
    visitCharged: { ...event.visitCharged, version: "2", charges: [{ ...first, cpt: "99215" }, second] },
  };
  await page.goto("/visits");
  await importEvents(page, [newer]);
  await expect(page.getByText("differs from the draft that was changed here").first()).toBeVisible();
  await openVisit(page, event.eventId);
  await page.getByRole("button", { name: "Merge…" }).click();
  await expect(page.getByRole("dialog")).toContainText("99215");
});
