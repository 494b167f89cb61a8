import { icd9Titles, mapping9, orderFile, year2025, year2026 } from "#room/server/codes/test-code-files.ts";
import { expect, expectAccessible, needs, signIn, test } from "#e2e/fixtures.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { go } from "#e2e/pages/go.ts";

needs("the trail and the pages of administrators");

test.describe("code sets", () => {
  const upload = (file: { name: string; bytes: Uint8Array }) => ({
    name: file.name,
    mimeType: "text/plain",
    buffer: Buffer.from(file.bytes),
  });

  test("are previewed and imported, and answers follow at once", async ({ page }) => {
    // Its own server: the sets loaded here would change the answers in other specs.
    const own = new ServerProcess();
    await own.start();
    try {
      await signIn(page, own.url);
      await go(page, "/diagnosis?tab=sets");
      await expect(page.getByRole("table", { name: "Code sets" })).toContainText("ICD-10-CM starter set");
      const broken = orderFile(2025, [
        ["E119", "1", "Diabetes"],
        ["E119", "1", "Diabetes"],
      ]);
      const files = page.getByLabel("Official files");
      await files.setInputFiles([upload(broken), upload(icd9Titles)]);
      await expect(page.getByRole("alert")).toContainText("line 2: code E119 is already on line 1");
      await expect(page.getByRole("alert")).toContainText("icd10cm_order_2025.txt");
      const table = page.getByRole("table", { name: "Code sets" });
      const confirm = page.getByRole("button", { name: "Import", exact: true });
      // Several at once, each far smaller than an official file: one check, one message.
      await files.setInputFiles([year2025, icd9Titles, mapping9].map(upload));
      await expect(page.getByText("The starter set is removed.")).toContainText(
        "only for dates of service 10/01/2024 – 09/30/2025",
      );
      await expect(confirm).toBeDisabled();
      await page.getByLabel("Type IMPORT to import it anyway").fill("import");
      await confirm.click();
      await expect(table).toContainText("ICD-10-CM FY2025");
      await expect(table).toContainText("GEM ICD-9-CM to ICD-10-CM");
      await files.setInputFiles(upload(year2026));
      await expect(
        page.getByText(
          "2 added, 2 removed, 1 reworded, 1 no longer billable, compared with ICD-10-CM FY2025.",
        ),
      ).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel("Type IMPORT to import it anyway").fill("IMPORT");
      await confirm.click();
      await expect(table).toContainText("ICD-10-CM FY2026");
      await go(page, "/diagnosis?code=G35&svcDate=2026-01-01");
      const result = page.getByRole("region", { name: "Result" });
      await expect(result).toContainText("Valid, not billable");
      await expect(result.getByRole("region", { name: "When it is valid" })).toContainText("billable");
      await page.getByLabel("Date of service").fill("2025-09-30");
      await page.keyboard.press("Enter");
      await expect(result).toContainText("Valid, billable");
      // T52.8X1A was valid only in 2025.
      await go(page, "/diagnosis?code=T52.8X1A&svcDate=2026-01-01");
      await expect(result).toContainText("Not valid");
      await expect(result).toContainText(/It was “Toxic effect.*”, valid until 09\/30\/2025\./);
      // Every list links to all of its items.
      const many = Array.from(
        { length: 12 },
        (_, at) => [`L02${at.toString(16).toUpperCase()}`, "1", `Abscess ${at}`] as const,
      );
      await go(page, "/diagnosis?tab=sets");
      await files.setInputFiles(upload(orderFile(2027, [["L02", "0", "Abscess"], ...many])));
      await page.getByLabel("Type IMPORT to import it anyway").fill("IMPORT");
      await confirm.click();
      await expect(table).toContainText("ICD-10-CM FY2027");
      await files.setInputFiles(upload(year2026));
      await expect(page.getByText("Already loaded; nothing to do.")).toBeVisible();
      await expect(confirm).toHaveCount(0);
      await go(page, "/diagnosis?code=L02.3&svcDate=2027-01-01");
      const related = page.getByRole("region", { name: "Related codes" });
      await expect(related.getByRole("listitem")).toHaveCount(10);
      await related.getByRole("button", { name: "Show all 11" }).click();
      await expect(related.getByRole("listitem")).toHaveCount(11);
      // A row of ICD-9 shows its equivalent today.
      await go(page, "/diagnosis?tab=batch");
      await page.getByLabel("Codes").fill("250.00\t09/30/2015\n401.9\t09/30/2015");
      await page.getByRole("button", { name: "Verify" }).click();
      const results = page.getByRole("table", { name: "Results" });
      await expect(results.getByRole("row", { name: /250\.00/ })).toContainText("ICD-10-CM: E11.9");
      await expect(results.getByRole("row", { name: /401\.9/ })).toContainText("ICD-10-CM: I10");
    } finally {
      await own.dispose();
    }
  });

  test("a service that can only verify is used for that", async ({ page, server }) => {
    const front = new ServerProcess({ UPSTREAM_URL: server.url });
    await front.start();
    try {
      await signIn(page, front.url);
      await go(page, "/diagnosis?code=e11.9");
      const result = page.getByRole("region", { name: "Result" });
      await expect(result).toContainText("Valid, billable");
      await expect(page.getByText("This service can check codes, but not search by words.")).toBeVisible();
      await expect(result).toContainText("The service does not say which code set it checked against.");
      await expect(page.getByRole("tab", { name: "Code sets" })).toHaveCount(0);
    } finally {
      await front.dispose();
    }
  });
});
