import { expect, expectAccessible, test } from "#e2e/fixtures.ts";
import { fileOf, ndjson, VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { buildEvent } from "#room/testing/builders.ts";

const one = buildEvent({ seed: 0x1001 });
const two = buildEvent({ seed: 0x1002 });

test("a file that is no JSON is refused in plain words and leaves no trace", async ({ signedInPage }) => {
  const queue = new VisitsQueue(signedInPage);
  await queue.import(fileOf("visits.xlsx", Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0])));
  await expect(queue.importReport).toContainText("Nothing was imported from visits.xlsx");
  await expect(queue.importReport).toContainText("ZIP archive or an Excel or Word file");
  await expect(signedInPage.getByRole("heading", { name: "No visits here yet" })).toBeVisible();
});

test("a bad event of a batch is refused with the path of each fault, and the good ones are taken", async ({
  signedInPage,
}) => {
  const queue = new VisitsQueue(signedInPage);
  const [first, ...rest] = two.visitCharged.charges;
  const bad = {
    ...two,
    visitCharged: { ...two.visitCharged, charges: [{ ...first, quantity: 0 }, ...rest] },
  };
  await queue.import(fileOf("batch.ndjson", ndjson([one, bad])));
  await expect(queue.importReport).toContainText("1 event imported from batch.ndjson");
  await expect(queue.importReport).toContainText("batch.ndjson, line 2");
  await expect(queue.importReport).toContainText("visitCharged.charges[0].quantity");
  await expect(queue.row(one)).toBeVisible();
  await expect(queue.row(two)).toHaveCount(0);
  await expectAccessible(signedInPage);
});

test("several files at once, one a request's body, one a list in UTF-16", async ({ signedInPage }) => {
  const queue = new VisitsQueue(signedInPage);
  const list = Buffer.from(`\uFEFF${JSON.stringify([two])}`, "utf16le");
  await queue.import(fileOf("one.json", JSON.stringify({ AutoChargedEvent: one })), fileOf("two.json", list));
  await expect(queue.importReport).toContainText("2 events imported from 2 files");
  await expect(queue.row(one)).toBeVisible();
  await expect(queue.row(two)).toBeVisible();
});

test("JSON that is pasted on the page comes in, and comes in once", async ({ signedInPage }) => {
  const queue = new VisitsQueue(signedInPage);
  await expect(signedInPage.getByRole("heading", { name: "No visits here yet" })).toBeVisible();
  const paste = () =>
    signedInPage.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
    }, JSON.stringify(one));
  await paste();
  await expect(queue.row(one)).toBeVisible();
  await paste();
  await expect(queue.importReport).toContainText("skipped: it is here already with the same content");
  await expect(queue.table.getByRole("row")).toHaveCount(2);
});

test("files that are dropped anywhere on the page come in", async ({ signedInPage }) => {
  const queue = new VisitsQueue(signedInPage);
  const dataTransfer = await signedInPage.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "dropped.json"));
    return data;
  }, JSON.stringify(one));
  await signedInPage.locator("body").dispatchEvent("dragover", { dataTransfer });
  await expect(signedInPage.getByText("Drop the files to import their events")).toBeVisible();
  await signedInPage.locator("body").dispatchEvent("drop", { dataTransfer });
  await expect(queue.importReport).toContainText("1 event imported from dropped.json");
  await expect(queue.row(one)).toBeVisible();
});

test("a newer file meets a draft that was changed here: the two are merged field by field", async ({
  signedInPage,
}) => {
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
  await expect(queue.importReport).toContainText("differs from the draft that was changed here");
  await queue.importReport.getByRole("button", { name: "Merge…" }).click();
  const dialog = signedInPage.getByRole("dialog");
  await expect(dialog.getByRole("row", { name: /Charge 1 › Procedure/ })).toBeVisible();
  await expect(dialog).toContainText("Version: 1 became 2");
  await expectAccessible(signedInPage);
  await dialog.getByRole("radio", { name: /mine, 99214/ }).check();
  await dialog.getByRole("button", { name: "Save the merge" }).click();
  await expect(dialog).toBeHidden();
  await expect(queue.row(one)).toContainText("Send");

  await queue.row(one).getByRole("link").click();
  await expect(signedInPage.locator('[name="visitCharged.charges.0.cpt"]')).toHaveValue("99214");
  await expect(signedInPage.locator('[name="visitCharged.version"]')).toHaveValue("2");
});

test("a long import shows its progress and can be stopped; what came in by then stays", async ({
  signedInPage,
}) => {
  const queue = new VisitsQueue(signedInPage);
  const events = Array.from({ length: 8000 }, (_, seed) => buildEvent({ seed: 0x20000 + seed, charges: 2 }));
  await queue.import(fileOf("many.ndjson", ndjson(events)));
  await expect(queue.importReport.getByRole("progressbar")).toBeVisible();
  await expect(queue.table).toBeVisible();
  await queue.importReport.getByRole("button", { name: "Stop" }).click();
  await expect(queue.importReport).toContainText(/^Stopped: [\d,]+ events imported from many.ndjson/);
  await expect(queue.importReport).toContainText("What was imported up to then is kept.");
  await signedInPage.getByRole("tab", { name: /^Drafts/ }).click();
  await expect(queue.table).toBeVisible();
});
