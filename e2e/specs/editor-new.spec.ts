import type { Page } from "playwright/test";
import { expect, signIn, test } from "#e2e/fixtures.ts";
import { cell, field, newVisit, saved } from "#e2e/pages/editor.ts";

test.use({ hasQueue: false });

const rows = (page: Page) =>
  page.getByRole("table", { name: "Visit charges" }).locator('a[href*="/visits/"]');

const row = (page: Page, eventId: string) =>
  page.getByRole("table", { name: "Visit charges" }).locator(`a[href$="/visits/${eventId}"]`);

const none = (page: Page) => expect(page.getByText("No visits here yet")).toBeVisible();

test("a new visit leaves nothing, or all that was typed", async ({ signedInPage: page }) => {
  await test.step("untouched, or undone to nothing, it leaves nothing", async () => {
    await page.getByRole("button", { name: "New visit charge" }).click();
    await expect(cell(page, 0, "cpt")).toBeVisible();
    const first = await field(page, "eventId").inputValue();
    await cell(page, 0, "cpt").focus();
    await page.keyboard.press("Tab");
    await page.getByRole("navigation").getByRole("link", { name: "Visits" }).click();
    await none(page);
    await page.goBack();
    await expect(page).toHaveURL(/\/visits\/new$/);
    await expect(field(page, "eventId")).not.toHaveValue(first);
    await page.reload();
    await expect(cell(page, 0, "cpt")).toBeVisible();
    await page.goto("/visits");
    await none(page);

    for (const isWaiting of [true, false]) {
      const eventId = await newVisit(page);
      await cell(page, 0, "cpt").focus();
      await page.keyboard.type("9");
      if (isWaiting) {
        await expect(page).toHaveURL(new RegExp(eventId));
        await saved(page);
      }
      await page.keyboard.press("Control+z");
      await expect(cell(page, 0, "cpt")).toHaveValue("");
      if (isWaiting) await saved(page);
      await page.getByRole("navigation").getByRole("link", { name: "Visits" }).click();
      await none(page);
      await page.reload();
      await none(page);
    }
  });
  await test.step("the first key gives it its own address", async () => {
    await page.getByRole("button", { name: "New visit charge" }).click();
    await cell(page, 0, "cpt").focus();
    await page.keyboard.type("9");
    const eventId = await field(page, "eventId").inputValue();
    await expect(page).toHaveURL(new RegExp(eventId));
    await expect(cell(page, 0, "cpt")).toBeFocused();
    await page.keyboard.type("9213");
    await expect(cell(page, 0, "cpt")).toHaveValue("99213");
    await saved(page);
    await page.keyboard.press("Control+z");
    await expect(cell(page, 0, "cpt")).toHaveValue("");
    await page.keyboard.press("Control+Shift+z");
    await expect(cell(page, 0, "cpt")).toHaveValue("99213");
    await saved(page);
    await page.reload();
    await expect(cell(page, 0, "cpt")).toHaveValue("99213");
    // The address of the new visit replaced /visits/new.
    await page.goBack();
    await expect(page).toHaveURL(/\/visits$/);
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, eventId)).toHaveCount(1);
  });
  await test.step("so does a provider chosen before any charge", async () => {
    const eventId = await newVisit(page);
    const provider = page.getByLabel("Provider", { exact: true });
    await provider.fill("Dr. Who");
    await page.getByRole("navigation").getByRole("link", { name: "Visits" }).click();
    await row(page, eventId).click();
    await expect(provider).toHaveValue("Dr. Who");
    await page.reload();
    await expect(provider).toHaveValue("Dr. Who");
  });
  await test.step("and one that is still being typed", async () => {
    const eventId = await newVisit(page);
    const payer = page.getByLabel("Payer", { exact: true });
    await payer.focus();
    await page.keyboard.type("Harb");
    await expect(page).toHaveURL(new RegExp(eventId));
    await saved(page);
    await expect(payer).toBeFocused();
    await page.reload();
    await expect(payer).toHaveValue("Harb");
  });
  await test.step("text typed just before leaving is kept", async () => {
    const eventId = await newVisit(page);
    await cell(page, 0, "cpt").focus();
    await page.keyboard.type("99");
    await page.getByRole("navigation").getByRole("link", { name: "Visits" }).click();
    await expect(row(page, eventId)).toHaveCount(1);
    await expect(page).toHaveURL(/\/visits$/);
    await row(page, eventId).click();
    await expect(cell(page, 0, "cpt")).toHaveValue("99");
    // In the same tab it can still be undone.
    await cell(page, 0, "cpt").focus();
    await page.keyboard.press("Control+z");
    await expect(cell(page, 0, "cpt")).toHaveValue("");
  });
  await test.step("undone to nothing it returns by a redo", async () => {
    const eventId = await newVisit(page);
    await cell(page, 0, "cpt").focus();
    await page.keyboard.type("9");
    await saved(page);
    await page.keyboard.press("Control+z");
    await expect(cell(page, 0, "cpt")).toHaveValue("");
    await saved(page);
    await page.keyboard.press("Control+Shift+z");
    await expect(cell(page, 0, "cpt")).toHaveValue("9");
    await page.getByRole("navigation").getByRole("link", { name: "Visits" }).click();
    await expect(row(page, eventId)).toHaveCount(1);
    await page.reload();
    await row(page, eventId).click();
    await expect(cell(page, 0, "cpt")).toHaveValue("9");
  });
  await test.step("a press outside an empty field survives the field’s message", async () => {
    await newVisit(page);
    // It has the practice of the visits that other tests charged, if that is one.
    await field(page, "visitCharged.practiceId").fill("");
    await page.getByRole("button", { name: "Add diagnosis" }).click();
    await expect(field(page, "visitCharged.diagnosis.0.icd10DiagCode")).toBeFocused();
    await expect(page.getByText("The practice is missing.").first()).toBeVisible();
  });
  await test.step("what was just typed is never said to be missing", async () => {
    await newVisit(page);
    await field(page, "visitCharged.practiceId").fill("");
    await field(page, "visitCharged.practiceId").evaluate((practice) => {
      const look = () => practice.ariaInvalid === "true" && practice.setAttribute("data-told", "");
      new MutationObserver(look).observe(practice, { attributeFilter: ["aria-invalid"] });
    });
    await field(page, "visitCharged.practiceId").fill("9".repeat(32));
    await cell(page, 0, "cpt").fill("87880");
    await saved(page);
    await expect(field(page, "visitCharged.practiceId")).not.toHaveAttribute("data-told");
  });
});

test("a new visit undone to nothing survives another tab's takeover", async ({
  signedInPage: page,
  context,
  server,
}) => {
  const eventId = await newVisit(page);
  await cell(page, 0, "cpt").focus();
  await page.keyboard.type("9");
  await expect(page).toHaveURL(new RegExp(eventId));
  await page.keyboard.press("Control+z");
  await saved(page);
  const second = await context.newPage();
  await second.goto(`${server.url}/visits/${eventId}`);
  await expect(cell(second, 0, "cpt").or(second.getByLabel("User name"))).toBeVisible();
  if (second.url().includes("sign-in")) await signIn(second, server.url);
  await second.getByRole("button", { name: "Edit here instead" }).click();
  await expect(cell(second, 0, "cpt")).toBeEnabled();
  await expect(cell(page, 0, "cpt")).toBeDisabled();
  await page.getByRole("navigation").getByRole("link", { name: "Visits" }).click();
  await expect(rows(page)).toHaveCount(1);
  await cell(second, 0, "cpt").fill("87880");
  await saved(second);
  await second.reload();
  await expect(cell(second, 0, "cpt")).toHaveValue("87880");
});

test("another new visit is another one, and per tab", async ({ signedInPage: page, context, server }) => {
  const first = await newVisit(page);
  await cell(page, 0, "cpt").fill("99213");
  await expect(page).toHaveURL(new RegExp(first));
  await saved(page);
  await cell(page, 0, "cpt").blur();
  await page.keyboard.type("gn");
  await expect(field(page, "eventId")).not.toHaveValue(first);
  await expect(cell(page, 0, "cpt")).toHaveValue("");
  const tab = await context.newPage();
  await tab.goto(`${server.url}/visits/new`);
  await expect(cell(tab, 0, "cpt").or(tab.getByLabel("User name"))).toBeVisible();
  if (tab.url().includes("sign-in")) await signIn(tab, server.url);
  await newVisit(tab);
  await cell(tab, 0, "cpt").fill("87880");
  await cell(page, 0, "cpt").fill("71046");
  await Promise.all([saved(tab), saved(page)]);
  await tab.goto(`${server.url}/visits/${first}`);
  await expect(cell(tab, 0, "cpt")).toHaveValue("99213");
  await tab.goto(page.url());
  await expect(tab.getByText("This visit is open for editing in another tab")).toBeVisible();
  await expect(cell(tab, 0, "cpt")).toHaveValue("71046");
  await cell(page, 0, "cpt").fill("71045");
  await expect(cell(tab, 0, "cpt")).toHaveValue("71045");
  await tab.goto(`${server.url}/visits`);
  await expect(rows(tab)).toHaveCount(3);
});
