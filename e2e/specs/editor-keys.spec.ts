import type { Page } from "playwright/test";
import { expect, signIn, test } from "#e2e/fixtures.ts";
import { cell, newVisit, outcome, paste, valueOf } from "#e2e/pages/editor.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { go } from "#e2e/pages/go.ts";

async function type(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    if (key.startsWith("<")) await page.keyboard.press(key.slice(1, -1));
    else await page.keyboard.type(key);
  }
}

/** Counts the keys a user presses: every keydown, including Shift, Alt and Ctrl. */
async function countKeys(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = { keys: 0 };
    Object.assign(globalThis, { counted });
    addEventListener("keydown", ({ isTrusted }) => (counted.keys += isTrusted ? 1 : 0), true);
  });
  // Set just above.
  return () => page.evaluate(() => (globalThis as unknown as { counted: { keys: number } }).counted.keys);
}

/** Types the visit and sends it; returns the number of keys it took. */
async function typeVisit(page: Page, practice: readonly string[] = []): Promise<number> {
  const keys = await countKeys(page);
  await type(page, "gn");
  await expect(page.locator(":focus")).toHaveAttribute("name", practice.length > 0 ? /practiceId/ : /0\.cpt/);
  await type(page, ...practice);
  await type(page, "99213", "<Tab>", "25", "<Tab>", "ab", "<Enter>", "120.1", "<Enter>");
  await type(page, "87880", "<Tab>", "qw", "<Tab>", "a", "<Enter>", "24.5", "<Enter>");
  await type(page, "71046", "<Tab>", "<Tab>", "b", "<Enter>", "88.75", "<Enter>");
  await type(page, "36415", "<Enter>", "10", "<Enter>");
  await type(page, "j1100x2", "<Enter>", "36.1", "<Enter>");
  await type(page, "94640", "<Enter>", "43.25");
  await type(page, "<Alt+g>", "j029", "<Enter>", "r059", "<Enter>", "i10");
  await type(page, "<Alt+p>", "ca", "<Enter>", "25", "<Control+Enter>");
  // The warnings are in a dialog, and Enter alone does not send.
  await expect(page.getByRole("alertdialog")).toContainText("has no payer");
  await type(page, "<Tab>", "<Enter>");
  await expect(outcome(page)).toContainText("6 lines, $322.70, paid $25.00");
  return keys();
}

test("a visit of six lines takes at most 110 keys", async ({ page }) => {
  // Other tests may have charged visits of one practice, which a new visit would take.
  const own = new ServerProcess();
  await own.start();
  await signIn(page, own.url);
  // When nothing in this browser or the service says which practice it is.
  const firstTime = await typeVisit(page, ["0123456789abcdef".repeat(2), "<Enter>"]);
  expect(firstTime, "the first visit: the 32 letters of an ID, and Enter").toBeLessThanOrEqual(143);
  await go(page, "/visits");
  await expect(page.getByRole("heading", { name: "Visits", level: 1 })).toBeFocused();
  expect(await typeVisit(page)).toBeLessThanOrEqual(110);
  const texts = async (...names: string[]) => {
    const all = names.map((name) => page.locator(`[name="visitCharged.${name}"]`).inputValue());
    return (await Promise.all(all)).join(" ");
  };
  expect(
    await texts("diagnosis.0.icd10DiagCode", "diagnosis.1.icd10DiagCode", "diagnosis.2.icd10DiagCode"),
  ).toBe("J02.9 R05.9 I10");
  const links = [0, 1, 2, 3, 4, 5].map((row) => cell(page, row, "indicatedBy").inputValue());
  expect(await Promise.all(links)).toEqual(["A B", "A", "B", "B", "B", "B"]);
  expect(await texts("charges.0.modifier", "charges.1.modifier", "charges.4.cpt", "charges.4.quantity")).toBe(
    "25 QW J1100 2",
  );
  expect(await texts("payments.0.paymentType", "payments.0.amount.amount")).toBe("Cash 25.00");
  // The dialog is gone, and the charged visit's fields take no text, yet the focus is in the page.
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await own.dispose();
});

test("keys of the grid: cells, findings, rows", async ({ signedInPage: page }) => {
  await test.step("arrows, Enter, Escape and F2 work as in a spreadsheet", async () => {
    await newVisit(page);
    await cell(page, 0, "cpt").focus();
    await type(page, "99213", "<ArrowRight>", "25", "<ArrowLeft>", "<ArrowLeft>", "<ArrowLeft>");
    await expect(cell(page, 0, "cpt")).toBeFocused();
    await type(page, "<Alt+c>");
    await expect(cell(page, 1, "cpt")).toBeFocused();
    await type(page, "87880", "<ArrowUp>");
    await expect(cell(page, 0, "cpt")).toBeFocused();
    await type(page, "1", "<Escape>");
    await expect(cell(page, 0, "cpt")).toHaveValue("99213");
    await type(page, "21", "<F2>", "1", "<Escape>");
    await expect(cell(page, 0, "cpt")).toHaveValue("99213");
    await type(page, "<F2>", "<Backspace>", "4");
    await expect(cell(page, 0, "cpt")).toHaveValue("99214");
  });
  await test.step("a typing key stays in its cell, others go on", async () => {
    await newVisit(page);
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
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
    await type(page, "<Escape>");
    // From a line’s last cell Enter goes back to what the line lacks.
    await cell(page, 0, "cpt").fill("");
    await cell(page, 0, "payerId").focus();
    await type(page, "Nobody", "<Enter>", "99213");
    await expect(cell(page, 0, "payerId")).toHaveValue("Nobody");
    await expect(cell(page, 0, "cpt")).toHaveValue("99213");
    // A payer that nobody knows is a fault where it was typed: above the lines.
    await expect(page.getByText("No payer is known as “Nobody”").first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Visit" }).getByLabel("Payer")).toHaveAttribute(
      "aria-invalid",
      "true",
    );
  });
  await test.step("a finding comes and goes with its key and row", async () => {
    await newVisit(page);
    const panel = page.getByRole("region", { name: "Checks" });
    const balance = page.getByRole("region", { name: "Balance" });
    await cell(page, 0, "cpt").focus();
    await type(page, "99213", "<Alt+c>", "8788");
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
  await test.step("rows are filled, inserted, moved and removed by key, undoably", async () => {
    await newVisit(page);
    await cell(page, 0, "cpt").focus();
    await type(page, "99213", "<Control+d>");
    await expect(page.getByText("There’s no line above to copy from")).toBeVisible();
    await type(page, "<Alt+c>", "87880", "<Alt+c>", "71046");
    await type(page, "<Control+d>");
    await expect(cell(page, 2, "cpt")).toHaveValue("87880");
    await type(page, "<Control+z>");
    await expect(cell(page, 2, "cpt")).toHaveValue("71046");
    await type(page, "<Alt+ArrowUp>");
    expect(await valueOf(page, 3)).toEqual(["99213", "71046", "87880"]);
    await expect(cell(page, 1, "cpt")).toBeFocused();
    await type(page, "<Control+Shift+d>");
    expect(await valueOf(page, 4)).toEqual(["99213", "71046", "71046", "87880"]);
    await type(page, "<Shift+Space>", "<Shift+ArrowUp>", "<Delete>");
    await expect(cell(page, 2, "cpt")).toHaveCount(0);
    expect(await valueOf(page, 2)).toEqual(["99213", "87880"]);
    await type(page, "<Control+Shift+Enter>");
    await expect(page.locator(":focus")).toHaveValue("");
    await type(page, "<Control+z>", "<Control+z>", "<Control+z>", "<Control+z>");
    expect(await valueOf(page, 3)).toEqual(["99213", "87880", "71046"]);
    await type(page, "<Control+Shift+z>");
    expect(await valueOf(page, 3)).toEqual(["99213", "71046", "87880"]);
  });
});

test("keys of the editor: pasted rows, diagnoses, shortcuts", async ({ signedInPage: page, context }) => {
  await test.step("spreadsheet rows are pasted; what does not fit shows first", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await newVisit(page);
    await cell(page, 0, "cpt").focus();
    await paste(page, "99213\t25,59\t\t1\t$1,120.10\r\n87880\tqw\t\t2\t24.5\r\n");
    expect(await valueOf(page, 2)).toEqual(["99213", "87880"]);
    await expect(cell(page, 0, "modifier")).toHaveValue("25 59");
    await expect(cell(page, 0, "charge.amount")).toHaveValue("1120.10");
    await expect(cell(page, 1, "quantity")).toHaveValue("2");
    await cell(page, 0, "quantity").focus();
    await paste(page, "Qty\tCharge\nmany\t10");
    await expect(page.getByRole("dialog", { name: "This doesn’t quite fit" })).toContainText("headings");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(cell(page, 0, "quantity")).toHaveValue("1");
    // Comma-separated text with headings in an order of its own, like an exported table.
    await type(page, "<Alt+c>");
    await paste(page, 'Units,Charge,Code\n3,"1,088.75",71046\n1,10,36415\n');
    expect(await valueOf(page, 4)).toEqual(["99213", "87880", "71046", "36415"]);
    await expect(cell(page, 2, "quantity")).toHaveValue("3");
    await expect(cell(page, 2, "charge.amount")).toHaveValue("1088.75");
    await type(page, "<Control+z>");
    expect(await valueOf(page, 2)).toEqual(["99213", "87880"]);
    await cell(page, 0, "cpt").focus();
    await type(page, "<Shift+Space>", "<Shift+ArrowDown>", "<Control+c>");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split("\n").map((line) => line.split("\t").slice(0, 4))).toEqual([
      ["99213", "25 59", "", "1"],
      ["87880", "QW", "", "2"],
    ]);
  });
  await test.step("copied lines fit a visit that shows other columns", async () => {
    const columns = page.getByRole("region", { name: "Charges" }).getByRole("button", { name: "Columns" });
    const toggle = async () => {
      await columns.click();
      await page.getByRole("menuitemcheckbox", { name: "Modifiers" }).first().click();
      await page.keyboard.press("Escape");
    };
    await newVisit(page);
    await toggle();
    await cell(page, 0, "cpt").focus();
    await type(page, "<Control+v>");
    await expect(cell(page, 1, "quantity")).toHaveValue("2");
    await expect(cell(page, 1, "charge.amount")).toHaveValue("24.50");
    await toggle();
    await expect(cell(page, 1, "modifier")).toHaveValue("QW");
  });
  await test.step("moved diagnoses keep their charges; removal names bare ones", async () => {
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
    // What the next line begins with was proposed: a code replaces it, as a letter does.
    await cell(page, 0, "cpt").focus();
    await type(page, "<Alt+c>", "87880", "<Tab>", "<Tab>", "J02.9", "<Tab>");
    await expect(cell(page, 1, "indicatedBy")).toHaveValue("B");
  });
  await test.step("letters after the last line is removed are no commands", async () => {
    await newVisit(page);
    await type(page, "<Alt+g>", "j029", "<Enter>", "<ArrowUp>", "<Control+a>", "<Delete>");
    const add = page.getByRole("button", { name: "Add diagnosis" });
    await expect(add).toBeFocused();
    await type(page, "cough");
    await expect(add).toBeFocused();
    await type(page, "<Enter>", "r05");
    await expect(page.locator('[name="visitCharged.diagnosis.0.icd10DiagCode"]')).toHaveValue("r05");
  });
});

test("a two-key shortcut works while the page is busy", async ({ signedInPage: page }) => {
  await page.evaluate(() => {
    const beBusy = () => {
      const until = performance.now() + 1500;
      while (performance.now() < until);
    };
    addEventListener("keydown", beBusy, { once: true });
  });
  await Promise.all([page.keyboard.press("g"), page.keyboard.press("n")]);
  await expect(page).toHaveURL(/\/visits\/new$/);
  await expect(page.locator(":focus")).toHaveAttribute("name", /practiceId|0\.cpt/);
});
