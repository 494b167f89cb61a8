import { expect, needs, signIn, test } from "#e2e/fixtures.ts";
import { cell, newVisit, saved } from "#e2e/pages/editor.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";

needs("the clinic’s list and its people");

const [ours, theirs] = [buildGuid(9, 1), buildGuid(9, 2)];
const held = { canAutoCharge: false, withholdReason: "Modifier 25 is missing" };

test("open tabs drop what their user may no longer see", async ({ context, page }) => {
  const server = new ServerProcess();
  await server.start();
  const casey = new WireClient(server.url);
  await casey.signIn("casey");
  const events = [
    buildEvent({ seed: 1, visit: { practiceId: ours }, audit: held }),
    buildEvent({ seed: 2, visit: { practiceId: theirs }, audit: held }),
  ];
  for (const event of events) await casey.call("chargeVisit", { AutoChargedEvent: event });
  const [kept, lost] = events.map(({ visitCharged }) => visitCharged.visitId);

  await signIn(page, server.url, "robin");
  const editor = await context.newPage();
  await editor.goto(`${server.url}/visits`);
  await newVisit(editor);
  await cell(editor, 0, "cpt").click();
  await editor.keyboard.type("9921");
  const visit = await context.newPage();
  await visit.goto(`${server.url}/visits/by-visit/${lost}`);
  const strip = visit.getByText("Nobody is working on this visit").first();
  await expect(strip).toBeVisible();
  await page.goto(`${server.url}/visits?tab=all`);
  const row = (visitId = "") => page.getByRole("row").filter({ hasText: shortGuid(visitId) });
  await expect(row(lost)).toHaveCount(1);

  const palette = await context.newPage();
  await palette.goto(`${server.url}/visits?tab=all`);
  await palette.getByRole("heading", { name: "Visits", level: 1 }).waitFor();
  await palette.keyboard.press("Control+k");
  await palette.keyboard.type("Modifier 25");
  const found = (visitId = "") => palette.getByRole("option").filter({ hasText: shortGuid(visitId) });
  await expect(found(lost)).toHaveCount(1);

  await casey.call("changePerson", { userName: "robin", practices: [ours] });
  await expect(found(lost)).toHaveCount(0);
  await expect(found(kept)).toHaveCount(1);
  await expect(row(lost)).toHaveCount(0);
  await expect(row(kept)).toHaveCount(1);
  await expect(strip).toHaveCount(0);
  await expect(visit.getByText("It belongs to a practice you don’t have access to")).toBeVisible();
  // What they are typing stays, and where.
  await editor.keyboard.type("3");
  await editor.keyboard.press("Enter");
  await saved(editor);
  await expect(cell(editor, 0, "cpt")).toHaveValue("99213");

  await casey.call("changePerson", { userName: "robin", practices: [] });
  await expect(row(lost)).toHaveCount(1);
  await server.dispose();
});

test("who sees some practices changes no others in the directory", async ({ page }) => {
  const server = new ServerProcess();
  await server.start();
  const casey = new WireClient(server.url);
  await casey.signIn("casey");
  const practice = (id: string, name: string) => ({ kind: "practice" as const, id, name });
  const entries = [practice(ours, "Ours"), practice(theirs, "Theirs")];
  await casey.call("saveDirectory", { entries, version: 0 });
  await casey.call("changePerson", { userName: "robin", practices: [ours], role: "lead" });
  await signIn(page, server.url, "robin");
  await page.goto(`${server.url}/directory`);
  await expect(page.getByRole("button", { name: "Ours", exact: true })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Theirs" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Theirs" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add practice" })).toHaveCount(0);
  await page.getByRole("tab", { name: "Fees" }).click();
  await page.getByRole("button", { name: "Add fee" }).click();
  // None for every practice.
  await expect(page.getByLabel("Practice", { exact: true }).getByRole("option")).toHaveText(["Ours"]);
  await page.getByLabel("Code", { exact: true }).fill("99213");
  await page.getByLabel("Amount per unit").fill("120");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("99213 saved")).toBeVisible();
  await page.getByRole("tab", { name: "Import" }).click();
  const buffer = Buffer.from(`ID,Name\n${ours},Our place\n${theirs},Their place\n`);
  await page.getByLabel("What’s in the file").selectOption({ label: "Practices" });
  await page.getByLabel("CSV file").setInputFiles({ name: "practices.csv", mimeType: "text/csv", buffer });
  await expect(page.getByText("1 line is of practices you don’t have access to")).toBeVisible();
  await page.getByRole("button", { name: "Save 1 practice" }).click();
  await expect(page.getByText("1 practice saved")).toBeVisible();
  const { entries: now } = await casey.call("listDirectory", {});
  expect(now.map(({ name }) => name).toSorted()).toEqual(["", "Our place", "Theirs"]);
  await server.dispose();
});
