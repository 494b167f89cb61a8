import type { Page } from "playwright/test";
import { expect, needs, test } from "#e2e/fixtures.ts";
import { cell, field, newVisit, saved } from "#e2e/pages/editor.ts";
import { buildGuid } from "#room/testing/builders.ts";

needs("codes that can be searched and described");

const option = (page: Page, name: RegExp) => page.getByRole("option", { name });
const diagnosis = (page: Page, at: number) => field(page, `visitCharged.diagnosis.${at}.icd10DiagCode`);

test("diagnoses take codes and words; Ctrl+D fills", async ({ signedInPage: page }) => {
  await test.step("a line’s diagnoses take codes and words", async () => {
    await newVisit(page);
    await cell(page, 0, "cpt").focus();
    await page.keyboard.type("99213");
    await page.keyboard.press("Enter");
    // Nobody reads that the visit has no diagnosis yet: its code is typed where the line asks for one.
    await expect(cell(page, 0, "indicatedBy")).toBeFocused();
    await page.keyboard.type("j029");
    await page.keyboard.press("Enter");
    await expect(cell(page, 0, "indicatedBy")).toHaveValue("A");
    await expect(diagnosis(page, 0)).toHaveValue("J02.9");
    await expect(cell(page, 0, "charge.amount")).toBeFocused();
    // One undo takes the code and its diagnosis back.
    await page.keyboard.press("Control+z");
    await expect(diagnosis(page, 0)).toHaveCount(0);
    await expect(cell(page, 0, "indicatedBy")).toHaveValue("");
    await page.keyboard.press("Control+Shift+z");
    await expect(diagnosis(page, 0)).toHaveValue("J02.9");
    // Words find, beside a letter that stays.
    await cell(page, 0, "indicatedBy").focus();
    await page.keyboard.type("a cough");
    await expect(option(page, /^R05/).first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(cell(page, 0, "indicatedBy")).toHaveValue("A B");
    await expect(diagnosis(page, 1)).toHaveValue(/^R05/);
    await expect(cell(page, 0, "charge.amount")).toBeFocused();
    // With the mouse, too; the cell keeps the focus.
    await cell(page, 0, "indicatedBy").focus();
    await page.keyboard.type("A B sore thr");
    await option(page, /^J02\.9/).click();
    await expect(cell(page, 0, "indicatedBy")).toHaveValue("A B");
    await expect(cell(page, 0, "indicatedBy")).toBeFocused();
    // Words that nobody chose anything for are one fault, and no diagnosis is made of them.
    await page.keyboard.type("zzyzx qwrt");
    await page.keyboard.press("Tab");
    await expect(page.getByText("zzyzx qwrt isn’t a diagnosis of this visit.").first()).toBeAttached();
    await expect(diagnosis(page, 2)).toHaveCount(0);
    await saved(page);
  });
  await test.step("typing over a line’s diagnoses replaces; F2 adds", async () => {
    await newVisit(page);
    const links = cell(page, 0, "indicatedBy");
    await links.click();
    await page.keyboard.type("S61.411A");
    await page.keyboard.press("Enter");
    await expect(links).toHaveValue("A");
    await links.click();
    await page.keyboard.press("F2");
    await page.keyboard.type(" fell from ladder");
    await expect(option(page, /^W11/).first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(links).toHaveValue("A B");
    await links.click();
    await page.keyboard.type("r059 N39.0");
    await page.keyboard.press("Tab");
    await expect(links).toHaveValue("C D");
    await page.keyboard.press("Control+z");
    await expect(links).toHaveValue("A B");
    await links.click();
    await page.keyboard.type("b");
    await page.keyboard.press("Enter");
    await expect(links).toHaveValue("B");
  });
  await test.step("Ctrl+D says why not, and fills a range", async () => {
    await newVisit(page);
    await cell(page, 0, "cpt").focus();
    await page.keyboard.type("99213");
    await page.keyboard.press("Alt+c");
    await page.keyboard.type("87880");
    await page.keyboard.press("Alt+c");
    await page.keyboard.type("71046");
    await cell(page, 0, "charge.amount").focus();
    await page.keyboard.type("25");
    await page.keyboard.press("Control+d");
    await expect(page.getByText("There’s no line above to copy from")).toBeVisible();
    await expect(cell(page, 0, "charge.amount")).toHaveValue("25.00");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Control+d");
    for (const line of [1, 2]) await expect(cell(page, line, "charge.amount")).toHaveValue("25.00");
  });
});

test("words find a procedure, or say what is not loaded", async ({ signedInPage: page, wire }) => {
  const { version } = await wire.call("listDirectory", {});
  const fee = { kind: "fee" as const, id: buildGuid(13, 0x2604), code: "S9083", name: "Urgent care, flat" };
  const entries = [{ ...fee, amount: { currency: "USD", amount: 150 } }];
  await wire.call("saveDirectory", { version, entries });
  // The directory is read as the console opens.
  await page.reload();
  await newVisit(page);
  const code = cell(page, 0, "cpt");
  await code.focus();
  await page.keyboard.type("strep");
  await expect(page.getByText("CPT codes are not loaded").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(code).toHaveValue("");
  await page.keyboard.type("ketorolac");
  await expect(option(page, /^J1885/).first()).toHaveAttribute("aria-selected", "true");
  // The choice follows the text: of an older one Enter takes nothing.
  await page.keyboard.press("Enter");
  await expect(code).toHaveValue("J1885");
  await expect(cell(page, 0, "indicatedBy")).toBeFocused();
  // What no fee names is named by the list it is from, on the line too.
  await page.keyboard.press("Alt+c");
  await page.keyboard.type("articulating crutch");
  await expect(option(page, /^E0117/).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Tab");
  await expect(cell(page, 1, "cpt")).toHaveValue("E0117");
  await expect(page.getByTitle("Crutch, underarm, articulating, spring assisted, each")).toBeVisible();
});
