import type { Page } from "playwright/test";
import { expect, expectAccessible, enter, needs, test } from "#e2e/fixtures.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";
import { compose } from "#e2e/pages/composer.ts";
import { field, newVisit } from "#e2e/pages/editor.ts";

needs("codes that can be searched and described");

const message = (page: Page) => page.getByLabel("Message", { exact: true });
const found = (page: Page) => page.getByRole("listbox", { name: "Codes found" }).getByRole("option");

/** Selects that many characters before the caret, by keyboard alone. */
async function selectBack(page: Page, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await page.keyboard.press("Shift+ArrowLeft");
}

async function toPlainText(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Options" }).click();
  await page.getByRole("menuitemradio", { name: "Plain text only" }).click();
}

test.describe("in a message that is written", () => {
  test("a code in a message is checked, found and inserted", async ({ page, server }) => {
    await test.step("a code is checked from its selection, or inserted", async () => {
      await compose(page, server.url);
      await message(page).click();
      await page.keyboard.type("Seen for E11.9");
      await selectBack(page, 5);
      await expect(page.getByText("Valid, billable")).toBeVisible();
      await expect(page.getByText("Type 2 diabetes mellitus without complications")).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("ArrowRight");
      await expect(page.getByText("Valid, billable")).toHaveCount(0);
      await page.keyboard.type(" and ");
      // After the tools that format the text.
      const insert = page.getByRole("button", { name: "Insert a code" });
      const isReached = () => insert.evaluate((button) => button === document.activeElement);
      for (let stop = 0; stop < 12 && !(await isReached()); stop += 1) await page.keyboard.press("Tab");
      await expect(insert).toBeFocused();
      await page.keyboard.press("Enter");
      await page.keyboard.type("htn");
      await expect(found(page).first()).toContainText("I10");
      await expectAccessible(page);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect(message(page)).toHaveText("Seen for E11.9 and I10 Essential (primary) hypertension");
      await expect(message(page)).toBeFocused();
      await page.keyboard.type(".");
      await expect(message(page)).toHaveText("Seen for E11.9 and I10 Essential (primary) hypertension.");
    });
    await test.step("a typed code goes in once known; Escape leaves it", async () => {
      await compose(page, server.url);
      await message(page).click();
      await page.keyboard.type("Code: ");
      await page.getByRole("button", { name: "Insert a code" }).click();
      const dialog = page.getByRole("dialog", { name: "Insert a diagnosis code" });
      await page.getByLabel("Code or words").fill("E1.19");
      await expect(dialog.getByText("No codes found.")).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Insert", exact: true })).toBeDisabled();
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(message(page)).toHaveText("Code:");
      await page.getByRole("button", { name: "Insert a code" }).click();
      await page.getByLabel("Code or words").fill("e119");
      await expect(dialog.getByText("Valid, billable")).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(message(page)).toHaveText(/Code: E11\.9 Type 2 diabetes/);
    });
    await test.step("a selected header leads to the billable code", async () => {
      await compose(page, server.url);
      await toPlainText(page);
      await message(page).click();
      await page.keyboard.type("Hip: S72.001");
      await selectBack(page, 7);
      await expect(page.getByText("Valid, not billable")).toBeVisible();
      await page.getByRole("button", { name: "Insert a code" }).click();
      await expect(page.getByLabel("Code or words")).toHaveValue("S72.001");
      const billable = found(page).filter({ hasText: "S72.001A" });
      await expect(billable).toBeVisible();
      await billable.click();
      await expect(message(page)).toHaveValue(/^Hip: S72\.001A Fracture of/);
      await expect(message(page)).toBeFocused();
      await page.keyboard.press("Control+z");
      await expect(message(page)).toHaveValue("Hip: S72.001");
    });
  });
});

test("codes in a cell and in a letter are found", async ({ signedInPage: page, server }) => {
  await test.step("words in a diagnosis cell find a code by keys", async () => {
    await newVisit(page);
    await page.getByRole("button", { name: "Add diagnosis" }).click();
    const cell = field(page, "visitCharged.diagnosis.0.icd10DiagCode");
    await cell.focus();
    await page.keyboard.type("hypertension");
    await expect(found(page).first()).toContainText("I10");
    await expect(cell).toHaveAttribute("aria-activedescendant", /-0$/);
    await expectAccessible(page);
    // Words are not a code yet, so there is no error, however long the list stays open.
    const said = page.getByText(/not valid|isn’t a valid/);
    await expect(said).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(cell).toHaveValue("I10");
    await expect(found(page)).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Diagnoses" }).getByText("billable")).toBeVisible();
    // Words left in the field are not a code.
    await page.keyboard.press("F2");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("hypertension");
    await expect(found(page).first()).toContainText("I10");
    await page.keyboard.press("Escape");
    await expect(said.first()).toBeVisible();
  });
  await test.step("a code in a received letter is checked from selection", async () => {
    const robin = await robinOf(server.url);
    const messageId = await deliver(robin, "A code in a letter", {
      textBody: "J44.9",
      htmlBody: "<p>J44.9</p><p>hello</p>",
    });
    await enter(page, server.url, `/messages/${messageId}`);
    const letter = page.frameLocator('iframe[title="Message"]');
    await letter.getByText("J44.9").click({ clickCount: 3 });
    await expect(page.getByText("Valid, billable")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Look up" }).click();
    await expect(page).toHaveURL(/\/diagnosis\?code=J44\.9/);
  });
});
