import { enter, expect, expectAccessible, needs, signIn, test } from "#e2e/fixtures.ts";
import { cell, field, newVisit, outcome, saved, showSent } from "#e2e/pages/editor.ts";
import { passwordOf, ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { go } from "#e2e/pages/go.ts";

needs("the clinic’s directory");

const fees = [
  "Code,Short name,Modifiers,Amount,Description,Active from",
  "99213,v3,25,128.00,Known patient,1/1/2020",
  "87880,st,QW,24.50,Strep,1/1/2020",
  "71046,ch,,88.75,Chest films,1/1/2020",
  "36415,bl,,10,Blood drawn,1/1/2020",
  "J1100,dx,,18.05,Dexamethasone,1/1/2020",
  "94640,ne,,43.25,Nebulizer,1/1/2020",
  "99999,,,abc,No price,1/1/2020",
].join("\r\n");

test("names and fees are imported and halve the keys", async ({ page, elsewhere: other }) => {
  const server = new ServerProcess();
  await server.start();
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  const event = buildEvent({
    seed: 0x810000,
    charges: 7,
    audit: { canAutoCharge: false, withholdReason: "Look at it" },
  });
  await wire.call("chargeVisit", { AutoChargedEvent: event });
  const { practiceId, charges } = event.visitCharged;
  const payerId = charges[0]?.payerId ?? "";
  await signIn(page, server.url);

  // Ids in events that have no name yet are named in place.
  await page.getByRole("link", { name: "Directory" }).click();
  await page.route("**/UnnamedRequest", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.getByRole("tab", { name: "No name yet" }).click();
  await expect(page.getByRole("alert")).toContainText("The service failed (status 500)");
  await page.unroute("**/UnnamedRequest");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByLabel(`Name of practice ${practiceId}`).fill("Main Street");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel(`Name of practice ${practiceId}`)).toBeHidden();
  await page.getByLabel(`Name of payer ${payerId}`).fill("Harbor Mutual");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel(`Name of payer ${payerId}`)).toBeHidden();

  // A fee, prefilled from events.
  await page.getByRole("button", { name: `Name fee ${charges[6]?.feeId}` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Code")).toHaveValue("81002");
  await expect(dialog.getByLabel("Amount per unit")).toHaveValue("9.90");
  await dialog.getByLabel("Description").fill("Urine dip");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: `Name fee ${charges[6]?.feeId}` })).toBeHidden();
  await expect(page.getByRole("row", { name: /^Fee 71046, mostly \$88.75/ })).toBeVisible();

  // One through a form, which shows errors at the fields.
  await page.getByRole("tab", { name: "Providers" }).click();
  await page.getByRole("button", { name: "Add provider" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("Dana Reyes");
  await dialog.getByLabel("NPI").fill("1234567890");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("NPI isn’t valid");
  await dialog.getByLabel("NPI").fill("1234567893");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row", { name: /Dana Reyes/ })).toContainText("1234567893");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Dana Reyes" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No providers yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("row", { name: /Dana Reyes/ })).toContainText("1234567893");

  // Someone else changes the same row while it is open: neither change is lost.
  await page.getByRole("button", { name: "Dana Reyes" }).click();
  const { entries, version } = await wire.call("listDirectory", {});
  const dana = entries.find(({ name }) => name === "Dana Reyes");
  if (!dana) throw new Error("Dana is not in the directory");
  await wire.call("saveDirectory", { version, entries: [{ ...dana, shortName: "DR" }] });
  await dialog.getByLabel("Name", { exact: true }).fill("Dana Reyes, MD");
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("Somebody else changed Dana Reyes meanwhile.");
  await expect(dialog.getByLabel("Short name")).toHaveValue("DR");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row", { name: /Dana Reyes, MD DR/ })).toBeVisible();
  // A change to another row does not conflict; this one is undone.
  await page.getByRole("button", { name: "Dana Reyes, MD" }).click();
  await wire.call("saveDirectory", {
    version: version + 2,
    entries: [{ kind: "provider", id: "0d".repeat(16), name: "Sam Ortiz" }],
  });
  await dialog.getByLabel("Name", { exact: true }).fill("Dana");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Dana saved", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /Sam Ortiz/ })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByRole("row", { name: /Dana Reyes, MD DR/ })).toBeVisible();

  // Two files for one payer become one; columns without a known heading are chosen by hand.
  await page.getByRole("tab", { name: "Import" }).click();
  await page.getByLabel("What’s in the file").selectOption("payer");
  await page.getByLabel("CSV file").setInputFiles([
    {
      name: "carriers.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("Sign,Whom we bill\nHM2,Harbor Mutual Ins\n"),
    },
  ]);
  await page.getByLabel("The first line has headings").check();
  await page.getByLabel("Column 1").selectOption("Short name");
  await page.getByLabel("Column 2").selectOption("Name");
  await page.getByRole("button", { name: "Save 1 payer" }).click();
  await page.getByRole("tab", { name: "Payers" }).click();
  await page.getByRole("button", { name: "Harbor Mutual Ins" }).click();
  await dialog.getByLabel("Same as").selectOption("Harbor Mutual");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /Harbor Mutual Ins/ })).toContainText("same as Harbor Mutual");

  // A file: previewed before it is stored.
  await page.getByRole("tab", { name: "Import" }).click();
  await page.getByLabel("What’s in the file").selectOption("fee");
  // Of two files the last one chosen counts, though the first may be read later.
  await page.evaluate(() => {
    const { arrayBuffer } = File.prototype;
    File.prototype.arrayBuffer = async function () {
      if (this.name === "slow.csv")
        await new Promise((resolve) => addEventListener("read slow.csv", resolve, { once: true }));
      return arrayBuffer.call(this);
    };
  });
  for (const [name, text] of [
    ["slow.csv", "Code,Amount\n99213,1\n"],
    ["fees.csv", fees],
  ] as const)
    await page
      .getByLabel("CSV file")
      .setInputFiles([{ name, mimeType: "text/csv", buffer: Buffer.from(text) }]);
  await expect(page.getByText("Added: 6")).toBeVisible();
  // It is read, and what that brings is drawn.
  await page.evaluate(async () => {
    dispatchEvent(new Event("read slow.csv"));
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
  await expect(page.getByText("Added: 6")).toBeVisible();
  await expect(page.getByText("Line 8: “abc” isn’t an amount.")).toBeVisible();
  await expect(page.getByLabel("Column 2")).toHaveValue("shortName");
  await page.getByRole("button", { name: "Save 6 fees" }).click();
  await page.getByRole("tab", { name: "Fees" }).click();
  await expect(page.getByRole("row", { name: /J1100/ })).toContainText("$18.05");

  // The editor: the same visit as in editor-keys.spec.ts, which takes 110 keys without a directory.
  await go(page, "/visits");
  await expect(page.getByRole("heading", { name: "Visits", level: 1 })).toBeFocused();
  let keys = 0;
  const press = async (...names: string[]) => {
    for (const name of names) {
      keys += name.split("+").length;
      await page.keyboard.press(name);
    }
  };
  const type = async (...texts: string[]) => {
    for (const text of texts) {
      if (/^[A-Z]/.test(text)) await press(text);
      else await press(...text);
    }
  };
  await type("gn");
  await expect(field(page, "visitCharged.practiceId")).toHaveValue("Main Street");
  // The provider and the payer are chosen once, and stand on every line.
  const focused = (name: RegExp) => expect(page.locator(":focus")).toHaveAttribute("name", name);
  await focused(/charges\.providerId/);
  await type("da", "Enter", "ha", "Enter");
  await focused(/0\.cpt/);
  await type("Alt+g", "j029", "Enter", "r059", "Enter", "i10", "Alt+c");
  await type("v3", "Enter", "a", "Enter", "st", "Enter", "ch", "Enter", "bl", "Enter", "dxx2", "Enter", "ne");
  await type("Alt+p", "co", "Enter", "25", "Control+Enter");
  await expect(outcome(page)).toContainText("paid $25.00");
  expect(keys).toBeLessThanOrEqual(60);
  for (const line of [0, 5]) {
    await expect(cell(page, line, "providerId")).toHaveValue("Dana Reyes, MD");
    await expect(cell(page, line, "payerId")).toHaveValue("Harbor Mutual");
  }

  // Hands that read nothing: whole codes straight down the lines, diagnoses too, and Enter after everything.
  await page.goto(`${server.url}/visits`);
  await expect(page.getByRole("heading", { name: "Visits", level: 1 })).toBeVisible();
  keys = 0;
  await type("gn");
  await focused(/charges\.providerId/);
  await type("dana", "Enter", "harb", "Enter");
  await focused(/0\.cpt/);
  await type("99213-25", "Enter", "j029 r059 i10", "Enter", "87880-qw", "Enter", "71046", "Enter");
  await type(
    "36415",
    "Enter",
    "j1100x2",
    "Enter",
    "94640",
    "Enter",
    "Alt+p",
    "co",
    "Enter",
    "25",
    "Control+Enter",
  );
  await expect(outcome(page)).toContainText("6 lines, $330.60, paid $25.00");
  expect(keys).toBeLessThanOrEqual(80);
  for (const line of [0, 5]) await expect(cell(page, line, "indicatedBy")).toHaveValue("A B C");

  // The same with the diagnoses before the lines, one of them found by a word.
  await page.goto(`${server.url}/visits`);
  await expect(page.getByRole("heading", { name: "Visits", level: 1 })).toBeVisible();
  keys = 0;
  await type("gn");
  await focused(/charges\.providerId/);
  await type("dana", "Enter", "harb", "Enter");
  await focused(/0\.cpt/);
  // Enter on a found diagnosis goes on, too.
  await type("Alt+g", "j029", "Enter", "cough");
  await expect(page.getByRole("option").first()).toBeVisible();
  await type("Enter", "i10", "Alt+c");
  await expect(field(page, "visitCharged.diagnosis.1.icd10DiagCode")).toHaveValue(/^R05/);
  await expect(field(page, "visitCharged.diagnosis.2.icd10DiagCode")).toHaveValue("I10");
  await type("99213-25", "Enter", "a", "Enter", "87880-qw", "Enter", "71046", "Enter", "36415", "Enter");
  await type("94640", "Enter", "Alt+p", "co", "Enter", "25", "Control+Enter");
  await expect(outcome(page)).toContainText("5 lines, $294.50, paid $25.00");
  expect(keys).toBeLessThanOrEqual(80);
  await expect(cell(page, 4, "payerId")).toHaveValue("Harbor Mutual");

  // A cell takes the start of a name and keeps the GUID; a difference from the fee schedule is reported and fixed.
  await newVisit(page);
  await cell(page, 0, "cpt").focus();
  // A short name says what it means, and is no fault while it is typed.
  await type("v3");
  await expect(page.getByRole("option", { name: /99213-25 Known patient/ })).toBeVisible();
  await type("Enter");
  // Enter passes nothing that the line needs and does not have.
  await expect(cell(page, 0, "indicatedBy")).toBeFocused();
  await type("Enter");
  await expect(cell(page, 0, "indicatedBy")).toBeFocused();
  await type("Alt+c");
  await expect(cell(page, 1, "cpt")).toBeFocused();
  await type("st", "Alt+c");
  await expect(cell(page, 0, "charge.amount")).toHaveValue("128.00");
  await expect(cell(page, 1, "charge.amount")).toHaveValue("24.50");
  await expect(cell(page, 0, "cpt")).toHaveValue("99213");
  await expect(cell(page, 0, "modifier")).toHaveValue("25");
  await cell(page, 0, "payerId").focus();
  await page.keyboard.type("harb");
  await expect(page.getByRole("option", { name: /Harbor Mutual/ })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(cell(page, 0, "payerId")).toHaveValue("Harbor Mutual");
  await cell(page, 0, "charge.amount").fill("120");
  await cell(page, 0, "cpt").focus();
  await page.getByRole("button", { name: "Charge $128.00" }).first().click();
  await expect(cell(page, 0, "charge.amount")).toHaveValue("128.00");
  // The clinic's own words find the code.
  await cell(page, 2, "cpt").focus();
  await page.keyboard.type("fil");
  await expect(page.getByRole("option", { name: /71046 Chest films/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(cell(page, 2, "charge.amount")).toHaveValue("88.75");
  await expect(cell(page, 2, "cpt")).toHaveValue("71046");
  await saved(page);
  await expect(await showSent(page)).toContainText(`"payerId": "${payerId}"`);
  await page.keyboard.press("Escape");
  // A new browser opens a new visit before the names have loaded: it has the clinic's only practice, by name.
  await other.route("**/ListDirectoryRequest", async (route) => {
    await other.getByText("Loading…").waitFor();
    await route.continue();
  });
  await other.goto(`${server.url}/visits/new`);
  await other.getByLabel("User name").fill("casey");
  await other.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
  await other.keyboard.press("Enter");
  await expect(field(other, "visitCharged.practiceId")).toHaveValue("Main Street");
  await expect(other.locator(":focus")).toHaveAttribute("name", /charges\.providerId/);
  // From then on it starts with the cached names, before the service is asked.
  await other.unroute("**/ListDirectoryRequest");
  await other.route("**/ListDirectoryRequest", (route) => route.abort());
  await other.reload();
  await expect(other.getByRole("combobox", { name: "Practice" })).toHaveValue("Main Street");
  // Names are cached for when the network is down.
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Directory" }).click();
  await expect(page.getByRole("row", { name: /Main Street/ })).toBeVisible();
  await server.dispose();
});

test("another price for the same lines is told first", async ({ page, server, wire }) => {
  const { version } = await wire.call("listDirectory", {});
  const amount = { currency: "USD", amount: 128 };
  const old = { kind: "fee" as const, id: "0f".repeat(16), code: "S9088", amount, activeFrom: "2026-01-01" };
  await wire.call("saveDirectory", { version, entries: [old] });
  await enter(page, server.url, "/directory?tab=fee");
  await page.getByRole("button", { name: "Add fee" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Code").fill("S9088");
  await dialog.getByLabel("Amount per unit").fill("130");
  await dialog.getByLabel("Active from").fill("1/1/2026");
  await page.keyboard.press("Tab");
  const told = dialog.getByText(
    "S9088 already has a price for the same lines: $128.00 (active from 01/01/2026)",
  );
  await expect(told).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Active from").fill("1/1/2027");
  await page.keyboard.press("Tab");
  await expect(dialog.getByText(/^From 01\/01\/2027 it replaces \$128\.00/)).toBeVisible();
  await expect(told).toHaveCount(0);
  // What it changes is no other price.
  await dialog.getByRole("button", { name: "Save" }).click();
  await page
    .getByRole("row")
    .filter({ hasText: "$130.00", hasNotText: "$128.00" })
    .getByRole("button", { name: "S9088" })
    .click();
  await dialog.getByLabel("Active from").fill("2/1/2027");
  await page.keyboard.press("Tab");
  await expect(
    dialog.getByText(/^From 02\/01\/2027 it replaces \$128\.00 \(active from 01\/01\/2026\)\.$/),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  // So is one that a file brings.
  await page.getByRole("tab", { name: "Import" }).click();
  await page.getByLabel("What’s in the file").selectOption("fee");
  const buffer = Buffer.from("Code,Amount,Active from\nS9088,140,2026-06-01\nS9088,150,2026-01-01\n");
  await page.getByLabel("CSV file").setInputFiles([{ name: "s.csv", mimeType: "text/csv", buffer }]);
  await expect(page.getByText("$140.00 · from 06/01/2026 it replaces $128.00")).toBeVisible();
  await expect(page.getByText("$150.00 · the same lines have $128.00")).toBeVisible();
});
