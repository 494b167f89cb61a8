import {
  limitsFile,
  pairsFile,
  smallLimits,
  smallPairs,
} from "#room/server/codes/claim-edits/test-edit-files.ts";
import { buildCharge, buildEvent } from "#room/testing/builders.ts";
import { enter, expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { cell, importEvents, openVisit } from "#e2e/pages/editor.ts";

needs("the trail and the pages of administrators");

function upload({ name, bytes }: { name: string; bytes: Uint8Array }) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(bytes) };
}

test("claim edits are imported after their notice, and used", async ({ page, server }) => {
  await enter(page, server.url, "/codes?tab=procedures&svcDate=2026-11-02");
  const loaded = page.getByRole("region", { name: "Loaded for this date" });
  await expect(loaded).toContainText("NCCI pairsnot loaded2026 Q4");

  await page.getByRole("tab", { name: "Code sets" }).click();
  const files = page.getByLabel("Official files");
  const broken = pairsFile([...smallPairs, ["G0168", "A640", "20200101", "*", "0"]]);
  await files.setInputFiles([upload(broken)]);
  await expect(page.getByRole("alert")).toContainText("line 13: column 2, “A640”, is not a procedure code");
  await files.setInputFiles([pairsFile(smallPairs), limitsFile(smallLimits)].map(upload));
  await expect(page.getByRole("region", { name: "Notice", exact: true })).toContainText(
    "American Medical Association",
  );
  const confirm = page.getByRole("button", { name: "Import", exact: true });
  await page.getByLabel("Type IMPORT to import it anyway").fill("IMPORT");
  await expect(confirm).toBeDisabled();
  await page.getByLabel("I accept this for the practice").check();
  await expectAccessible(page);
  await confirm.click();
  await expect(page.getByRole("table", { name: "Code sets" })).toContainText("NCCI pairs 2026 Q4, file 1");
  await expect(page.getByText(/^The notice of the NCCI files was accepted by casey on/)).toBeVisible();

  await page.getByRole("tab", { name: "Procedures" }).click();
  await page.getByLabel("Date of service").fill("2026-11-02");
  const box = page.getByLabel("Procedure code or modifier");
  await box.fill("wound adhesive");
  await expect(page.getByRole("option").first()).toContainText("G0168");
  await box.press("Enter");
  const result = page.getByRole("region", { name: "Result" });
  await expect(result).toContainText("Wound closure utilizing tissue adhesive(s) only");
  await expect(result).toContainText("At most 2 units a day, without exception (NCCI 2026 Q4,");
  await expect(loaded).toContainText("in part2026 Q4, files 2, 3, and 4 not loaded");
  await box.fill("rt");
  await expect(result).toContainText("It can override an NCCI pair that allows a modifier");
  await expectAccessible(page);
  await box.fill("strep test");
  await expect(result).toContainText("HCPCS level II has no code for “strep test”");
  await box.fill("modifier 25");
  await expect(result).toContainText("CPT modifier");
  await page.route("**/ProcedureCheckRequest", (route) => route.fulfill({ status: 503 }));
  await box.fill("J7050");
  await expect(result).toContainText("Not checked: The service is unavailable right now");
  await page.unroute("**/ProcedureCheckRequest");
  await result.getByRole("button", { name: "Try again" }).click();
  await expect(result).toContainText("Infusion, normal saline solution");

  const event = buildEvent({ charges: 1, seed: 97 });
  const line = (cpt: string, quantity: number) =>
    buildCharge(0, event.visitCharged.diagnosis ?? [], { cpt, quantity, modifier: [] });
  const charges = [line("J1885", 1), line("A4206", 1), line("G0168", 1)];
  await importEvents(page, [{ ...event, visitCharged: { ...event.visitCharged, charges } }]);
  await openVisit(page, event.eventId);
  const checks = page.getByRole("region", { name: "Checks" });
  await expect(checks).toContainText("A4206 (charge 2) isn’t paid with J1885 (charge 1)");
  await expect(checks).toContainText("its NCCI unit limit of 2026 Q4 is 0");
  await cell(page, 1, "modifier").fill("59");
  await cell(page, 1, "modifier").press("Enter");
  await expect(checks).not.toContainText("isn’t paid with");
  await cell(page, 2, "quantity").fill("3");
  await cell(page, 2, "quantity").press("Enter");
  await expect(checks).toContainText(
    "G0168 has 3 units (charge 3); the NCCI limit of 2026 Q4 is 2 units a day.",
  );
});
