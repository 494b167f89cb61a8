import { expect, expectAccessible, test } from "#e2e/fixtures.ts";
import { fileOf, ndjson, VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { buildEvent } from "#room/testing/builders.ts";

test.use({ hasQueue: false });

const one = buildEvent({ seed: 0x1001 });
const two = buildEvent({ seed: 0x1002 });
const three = buildEvent({ seed: 0x1003 });
const four = buildEvent({ seed: 0x1004 });

test("several files, pasted and dropped JSON come in; others don’t", async ({ signedInPage }) => {
  const queue = new VisitsQueue(signedInPage);
  await queue.import(fileOf("visits.xlsx", Buffer.from("PK\u{3}\u{4}[Content_Types].xml")));
  await expect(queue.importReport).toContainText("Nothing was imported from visits.xlsx");
  await expect(queue.importReport).toContainText("This is an Excel or Word file; visits come as JSON");
  await expect(signedInPage.getByRole("heading", { name: "No visits here yet" })).toBeVisible();

  const list = Buffer.from(`\uFEFF${JSON.stringify([two])}`, "utf16le");
  await queue.import(fileOf("one.json", JSON.stringify({ AutoChargedEvent: one })), fileOf("two.json", list));
  await expect(queue.importReport).toContainText("2 visits imported from 2 files");
  await expect(queue.row(one)).toBeVisible();
  await expect(queue.row(two)).toBeVisible();

  const paste = () =>
    signedInPage.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
    }, JSON.stringify(three));
  await paste();
  await expect(queue.row(three)).toBeVisible();
  await paste();
  await expect(queue.importReport).toContainText("skipped: it is already here");
  await expect(queue.table.getByRole("row")).toHaveCount(4);

  const dataTransfer = await signedInPage.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "dropped.json"));
    return data;
  }, JSON.stringify(four));
  await signedInPage.locator("body").dispatchEvent("dragover", { dataTransfer });
  await expect(signedInPage.getByText("Drop files to import visits")).toBeVisible();
  await signedInPage.locator("body").dispatchEvent("drop", { dataTransfer });
  await expect(queue.importReport).toContainText("1 visit imported from dropped.json");
  await expect(queue.row(four)).toBeVisible();
});

test("a faulty visit comes in as a correctable draft, once", async ({ signedInPage }) => {
  const queue = new VisitsQueue(signedInPage);
  const [first, ...rest] = two.visitCharged.charges;
  const bad = {
    ...two,
    eventId: "not-a-guid",
    visitCharged: { ...two.visitCharged, charges: [{ ...first, quantity: 0, cpt: null }, ...rest] },
  };
  const file = fileOf("batch.ndjson", `${ndjson([one, bad])}\n{"visitCharged":[]}\nhello`);
  await queue.import(file);
  await expect(queue.importReport).toContainText("2 visits imported from batch.ndjson");
  await expect(queue.importReport).toContainText("1 visit has a problem to fix");
  await expect(queue.importReport).toContainText("batch.ndjson, line 3");
  await expect(queue.importReport).toContainText("Not valid JSON: it can’t be read at line 4.");
  await expectAccessible(signedInPage);
  await queue.import(file);
  await expect(queue.importReport).toContainText("2 visits were skipped: they are already here.");
  await expect(queue.table.getByRole("row")).toHaveCount(3);
  await expect(queue.row(two)).toContainText(
    "Event ID isn’t a valid ID: an ID has 32 characters (0–9, a–f), and this has 10, and 2 more",
  );
  await queue.row(two).getByRole("link").click();
  const field = (name: string) => signedInPage.locator(`[name="${name}"]`);
  await expect(field("visitCharged.charges.0.quantity")).toHaveValue("0");
  for (const name of ["visitCharged.charges.0.quantity", "visitCharged.charges.0.cpt", "eventId"])
    await expect(field(name)).toHaveAttribute("aria-invalid", "true");
  await field("visitCharged.charges.0.cpt").fill("99213");
  await field("visitCharged.charges.0.quantity").fill("1");
  await signedInPage.getByRole("button", { name: "Use a new event ID" }).click();
  await signedInPage.getByRole("button", { name: "Submit charge" }).click();
  await expect(signedInPage.getByRole("status", { name: "Outcome" })).toContainText("Charged");
});

test("a newer file and a changed draft merge by field", async ({ signedInPage }) => {
  const queue = new VisitsQueue(signedInPage);
  await queue.importEvents([one]);
  await queue.row(one).getByRole("link").click();
  const cpt = signedInPage.locator('[name="visitCharged.charges.0.cpt"]');
  await cpt.fill("99214");
  await cpt.press("Tab");
  await expect(signedInPage.getByText(/^Saved/)).toBeVisible();
  await signedInPage
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /Visits/ })
    .click();

  const [first, ...rest] = one.visitCharged.charges;
  const newer = {
    ...one,
    visitCharged: { ...one.visitCharged, version: "2", charges: [{ ...first, cpt: "99215" }, ...rest] },
  };
  await queue.import(fileOf("newer.json", JSON.stringify(newer)));
  await expect(queue.importReport).toContainText("was changed here and in the file");
  // Until the two are merged nothing is sent, neither from the editor nor in a batch.
  await queue.row(one).getByRole("link").click();
  await expect(cpt).toHaveValue("99214");
  await signedInPage.keyboard.press("Control+Enter");
  const stopped = signedInPage.getByRole("alertdialog");
  await expect(stopped).toContainText("Merge the newer version first");
  await stopped.getByRole("button", { name: "Close" }).last().click();
  await expect(signedInPage.getByText("can’t be sent: merge the newer version first")).toBeVisible();
  await signedInPage.goBack();
  await signedInPage.getByRole("button", { name: /^Retry all/ }).click();
  await expect(signedInPage.getByRole("dialog")).toContainText("1 must be merged with a newer version first");
  await signedInPage.keyboard.press("Escape");
  await queue.importReport.getByRole("button", { name: "Merge…" }).click();
  const dialog = signedInPage.getByRole("dialog");
  await expect(dialog.getByRole("row", { name: /Charge 1 › Procedure/ })).toBeVisible();
  await expect(dialog).toContainText("Version: 1 became 2");
  await expectAccessible(signedInPage);
  await dialog.getByRole("radio", { name: /mine, 99214/ }).check();
  await dialog.getByRole("button", { name: "Save merged visit" }).click();
  await expect(dialog).toBeHidden();
  await expect(queue.row(one)).toContainText("Send");

  await queue.row(one).getByRole("link").click();
  await expect(signedInPage.locator('[name="visitCharged.charges.0.cpt"]')).toHaveValue("99214");
  await expect(signedInPage.locator('[name="visitCharged.version"]')).toHaveValue("2");
});

test("a long import continues across pages and can be stopped", async ({ signedInPage }) => {
  const queue = new VisitsQueue(signedInPage);
  const events = Array.from({ length: 3000 }, (_, seed) => buildEvent({ seed: 0x20000 + seed, charges: 2 }));
  await queue.import(fileOf("many.ndjson", ndjson(events)));
  await expect(queue.importReport.getByRole("progressbar")).toBeVisible();
  await expect(queue.table).toBeVisible();
  const dialog = signedInPage.waitForEvent("dialog");
  await signedInPage.evaluate(() => setTimeout(() => location.assign("/config.json")));
  const question = await dialog;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  const main = signedInPage.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Codes" }).click();
  await expect(signedInPage.getByRole("heading", { name: "Codes", level: 1 })).toBeVisible();
  await main.getByRole("link", { name: "Visits" }).click();
  await queue.importReport.getByRole("button", { name: "Stop" }).click();
  await expect(queue.importReport).toContainText(/^Stopped: [\d,]+ visits imported from many.ndjson/);
  await expect(queue.importReport).toContainText("What was imported before that is kept.");
  await signedInPage.getByRole("tab", { name: /^Drafts/ }).click();
  await expect(queue.table).toBeVisible();
});
