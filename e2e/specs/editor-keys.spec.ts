import type { Page } from "playwright/test";
import { expect, test } from "#e2e/fixtures.ts";
import { cell, newVisit, outcome, valueOf } from "#e2e/pages/editor.ts";

async function type(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    if (key.startsWith("<")) await page.keyboard.press(key.slice(1, -1));
    else await page.keyboard.type(key);
  }
}

test("a visit of six lines is entered and charged without the mouse", async ({ signedInPage: page }) => {
  await newVisit(page);
  await page.locator('[name="visitCharged.practiceId"]').focus();
  await type(page, "9".repeat(32));
  await type(page, "<Alt+g>", "J02.9", "<Enter>", "R05.9", "<Enter>", "I10");
  await expect(page.getByText("Essential (primary) hypertension")).toBeVisible();
  await cell(page, 0, "cpt").focus();
  const lines = [
    ["99213", "25", "A B", "1", "120.10"],
    ["87880", "QW", "A", "1", "24.50"],
    ["71046", "", "B", "1", "88.75"],
    ["36415", "", "C", "1", "10"],
    ["J1100", "", "AC", "2", "36.10"],
    ["94640", "", "a-c", "1", "43.25"],
  ];
  for (const [index, line] of lines.entries()) {
    for (const [at, text] of line.entries()) {
      if (at > 0) await type(page, "<Tab>");
      await type(page, text);
    }
    if (index < lines.length - 1) await type(page, "<Enter>");
  }
  await type(page, "<Alt+p>", "Copay", "<Tab>", "Patient", "<Tab>", "25", "<Tab>");
  await expect(cell(page, 5, "indicatedBy")).toHaveValue("A B C");
  await expect(page.getByRole("region", { name: "Balance" })).toContainText("$322.70");
  await type(page, "<Control+Enter>");
  const anyway = page.getByRole("button", { name: "Send anyway" });
  await expect(anyway.or(outcome(page).getByText("Charged"))).toBeVisible();
  if (await anyway.isVisible()) {
    await anyway.focus();
    await type(page, "<Enter>");
  }
  await expect(outcome(page)).toContainText("Charged");
  await expect(outcome(page)).toContainText("6 lines, $322.70, paid $25.00");
});

test("arrows, Enter, Escape and F2 move and edit as in a spreadsheet", async ({ signedInPage: page }) => {
  await newVisit(page);
  await cell(page, 0, "cpt").focus();
  await type(page, "99213", "<ArrowRight>", "25", "<ArrowLeft>", "<ArrowLeft>", "<ArrowLeft>");
  await expect(cell(page, 0, "cpt")).toBeFocused();
  await type(page, "<Enter>");
  await expect(cell(page, 1, "cpt")).toBeFocused();
  await type(page, "87880", "<ArrowUp>");
  await expect(cell(page, 0, "cpt")).toBeFocused();
  await type(page, "1", "<Escape>");
  await expect(cell(page, 0, "cpt")).toHaveValue("99213");
  await type(page, "<F2>", "<Backspace>", "4");
  await expect(cell(page, 0, "cpt")).toHaveValue("99214");
});

test("a key that only writes stays in its cell, any other reaches the page from there", async ({
  signedInPage: page,
}) => {
  await newVisit(page);
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await cell(page, 0, "cpt").focus();
  await type(page, "9", "<?>");
  await expect(cell(page, 0, "cpt")).toHaveValue("9?");
  await expect(sheet).toBeHidden();
  await cell(page, 0, "billable").focus();
  await type(page, "<?>");
  await expect(sheet).toBeVisible();
  await type(page, "<Escape>");
  await expect(sheet).toBeHidden();
  await cell(page, 0, "quantity").focus();
  await type(page, "<Control+k>");
  await expect(page.getByRole("combobox", { name: "Search or jump to" })).toBeVisible();
});

test("a finding comes and goes with the key that makes it, and follows its row", async ({
  signedInPage: page,
}) => {
  await newVisit(page);
  const panel = page.getByRole("region", { name: "Checks" });
  const balance = page.getByRole("region", { name: "Balance" });
  await cell(page, 0, "cpt").focus();
  await type(page, "99213", "<Enter>", "8788");
  await expect(
    panel.getByRole("button", { name: /valid procedure code.*Charge 2, Procedure/ }),
  ).toBeVisible();
  await expect(cell(page, 1, "cpt")).toHaveAttribute("aria-invalid", "true");
  await expect(balance).toContainText("to fix");
  await type(page, "<Alt+ArrowUp>");
  await expect(
    panel.getByRole("button", { name: /valid procedure code.*Charge 1, Procedure/ }),
  ).toBeVisible();
  await expect(cell(page, 0, "cpt")).toHaveAttribute("aria-invalid", "true");
  await expect(cell(page, 1, "cpt")).not.toHaveAttribute("aria-invalid");
  await type(page, "<F2>", "0");
  await expect(cell(page, 0, "cpt")).not.toHaveAttribute("aria-invalid");
  await expect(panel.getByRole("button", { name: /valid procedure code/ })).toHaveCount(0);
});

test("rows are filled down, inserted, duplicated, moved and removed by key, and undo brings each back", async ({
  signedInPage: page,
}) => {
  await newVisit(page);
  await cell(page, 0, "cpt").focus();
  await type(page, "99213", "<Enter>", "87880", "<Enter>", "71046");
  await type(page, "<Control+d>");
  await expect(cell(page, 2, "cpt")).toHaveValue("87880");
  await type(page, "<Control+z>");
  await expect(cell(page, 2, "cpt")).toHaveValue("71046");
  await type(page, "<Alt+ArrowUp>");
  expect(await valueOf(page, 3)).toEqual(["99213", "71046", "87880"]);
  await expect(cell(page, 1, "cpt")).toBeFocused();
  await type(page, "<Control+Shift+d>");
  expect(await valueOf(page, 4)).toEqual(["99213", "71046", "71046", "87880"]);
  await type(page, "<Shift+ArrowUp>", "<Delete>");
  await expect(cell(page, 2, "cpt")).toHaveCount(0);
  expect(await valueOf(page, 2)).toEqual(["99213", "87880"]);
  await type(page, "<Control+Shift+Enter>");
  await expect(page.locator(":focus")).toHaveValue("");
  await type(page, "<Control+z>", "<Control+z>", "<Control+z>", "<Control+z>");
  expect(await valueOf(page, 3)).toEqual(["99213", "87880", "71046"]);
  await type(page, "<Control+Shift+z>");
  expect(await valueOf(page, 3)).toEqual(["99213", "71046", "87880"]);
});

test("rows from a spreadsheet are pasted, and what does not fit is shown first", async ({
  signedInPage: page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await newVisit(page);
  const paste = async (text: string) => {
    await page.evaluate((value) => navigator.clipboard.writeText(value), text);
    await page.keyboard.press("Control+v");
  };
  await cell(page, 0, "cpt").focus();
  await paste("99213\t25,59\t\t1\t$1,120.10\r\n87880\tqw\t\t2\t24.5\r\n");
  expect(await valueOf(page, 2)).toEqual(["99213", "87880"]);
  await expect(cell(page, 0, "modifier")).toHaveValue("25 59");
  await expect(cell(page, 0, "charge.amount")).toHaveValue("1120.10");
  await expect(cell(page, 1, "quantity")).toHaveValue("2");
  await cell(page, 0, "quantity").focus();
  await paste("Qty\tCharge\nmany\t10");
  await expect(page.getByRole("dialog", { name: "This does not quite fit" })).toContainText("headings");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(cell(page, 0, "quantity")).toHaveValue("1");
  await cell(page, 0, "cpt").focus();
  await type(page, "<Shift+Space>", "<Shift+ArrowDown>", "<Control+c>");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split("\n").map((line) => line.split("\t").slice(0, 4))).toEqual([
    ["99213", "25 59", "", "1"],
    ["87880", "QW", "", "2"],
  ]);
});

test("diagnoses keep their charges when they are moved by key, and removing one names the bare charges", async ({
  signedInPage: page,
}) => {
  await newVisit(page);
  await page.keyboard.press("Alt+g");
  await type(page, "J02.9", "<Enter>", "R05.9");
  await cell(page, 0, "cpt").focus();
  await type(page, "99213", "<Tab>", "<Tab>", "B", "<Tab>");
  await page.locator('[name="visitCharged.diagnosis.1.icd10DiagCode"]').focus();
  await type(page, "<Alt+ArrowUp>");
  await expect(page.locator('[name="visitCharged.diagnosis.0.icd10DiagCode"]')).toHaveValue("R05.9");
  await expect(cell(page, 0, "indicatedBy")).toHaveValue("A");
  await page.getByRole("button", { name: "Remove diagnosis A" }).click();
  await expect(page.getByText("Charge 1 has no diagnosis left.")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(cell(page, 0, "indicatedBy")).toHaveValue("A");
});
