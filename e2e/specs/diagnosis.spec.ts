import { readFile } from "node:fs/promises";
import { buildEvent } from "#room/testing/builders.ts";
import { enter, expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { go } from "#e2e/pages/go.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";

test.describe("one code", () => {
  test("codes by their address: lacking, headers, long lists, favorites", async ({ page, server }) => {
    await test.step("what a set lacks is not called invalid; nonsense is", async () => {
      await enter(page, server.url, "/diagnosis?code=A01.00&svcDate=2026-11-02");
      const result = page.getByRole("region", { name: "Result" });
      await expect(result).toContainText("Not checked");
      await expect(result).toContainText("Not in the starter set; it may still be valid.");
      await expect(result).not.toContainText("Not valid");
      await go(page, "/diagnosis?code=E11.9&svcDate=2015-09-30");
      await expect(result).toContainText("No ICD-9-CM set is loaded for 09/30/2015");
      needs("codes that can be searched and described");
      await go(page, "/diagnosis?code=E1.19");
      await expect(result).toContainText("This cannot be an ICD-10-CM code");
    });
    await test.step("a header leads to the codes that can be billed", async () => {
      needs("codes that can be searched and described");
      await enter(page, server.url, "/diagnosis?svcDate=2026-10-01");
      await page.getByLabel("Code", { exact: true }).fill("S72.001");
      await page.getByRole("button", { name: "Verify" }).click();
      const result = page.getByRole("region", { name: "Result" });
      await expect(result).toContainText("Valid, not billable");
      await expect(result).toContainText("Not billable: choose a more specific code.");
      await expect(result.getByRole("navigation", { name: "Code tree" })).toBeVisible();
      await expect(result.getByRole("region", { name: "Seventh character" })).toContainText(
        "initial encounter for closed fracture",
      );
      await expect(result.getByRole("region", { name: "Next level down" })).toHaveCount(0);
      await result
        .getByRole("region", { name: "Billable codes below it" })
        .getByRole("button", { name: /S72\.001A/ })
        .click();
      await expect(result).toContainText("Valid, billable");
      await expect(page).toHaveURL(/code=S72\.001A/);
      await page.goBack();
      await expect(result).toContainText("Valid, not billable");
      await expectAccessible(page);
    });
    await test.step("a long list says its count and leads to all", async () => {
      needs("codes that can be searched and described");
      await enter(page, server.url, "/diagnosis?code=S93&svcDate=2026-10-01");
      const below = page.getByRole("region", { name: "Billable codes below it" });
      await expect(below.getByRole("status")).toHaveText(/^10 of \d+$/);
      // A code was typed: no list of what its letters may mean.
      await expect(page.getByText(/^\d+ of \d+$/)).toHaveCount(1);
      const all = Number((await below.getByRole("status").textContent())?.split(" ").at(-1));
      await below.getByRole("button", { name: `Show all ${all}` }).click();
      await expect(below.getByRole("listitem")).toHaveCount(all);
      await below.getByLabel("Side").selectOption("Left");
      await below.getByLabel("Encounter").selectOption("Initial");
      await expect(below.getByRole("listitem").first()).toContainText(/left.*initial/);
      expect(await below.getByRole("listitem").count()).toBeLessThan(all / 2);
      await expectAccessible(page);
    });
    await test.step("favorites and recent codes stay; keys choose a tab", async () => {
      await enter(page, server.url, "/diagnosis?code=I10");
      await page.getByRole("button", { name: "Add to favorites" }).click();
      await expect(page.getByRole("region", { name: "Recent lookups" })).toContainText("I10");
      await go(page, "/diagnosis");
      await page.getByRole("region", { name: "Favorites" }).getByRole("button", { name: /I10/ }).click();
      await expect(page.getByRole("region", { name: "Result" })).toContainText("Valid, billable");

      const tabs = page.getByRole("tab");
      await tabs.first().focus();
      for (const [key, tab] of [
        ["ArrowRight", tabs.nth(1)],
        ["End", tabs.last()],
        ["ArrowRight", tabs.first()],
        ["ArrowLeft", tabs.last()],
        ["Home", tabs.first()],
      ] as const) {
        await page.keyboard.press(key);
        await expect(tab).toBeFocused();
        await expect(tab).toHaveAttribute("aria-selected", "true");
      }
    });
  });

  test("codes are found while typing, by words and keys", async ({ signedInPage: page }) => {
    await test.step("words of the field are searched, by keys alone", async () => {
      needs("codes that can be searched and described");
      await page.getByRole("link", { name: "Codes" }).click();
      await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
      await page.keyboard.type("hypertensoin zzzz");
      await expect(page.getByText("No code matches all of these words.")).toBeVisible();
      await expect(page.getByRole("listbox", { name: "Codes found" })).toContainText("did not match: zzzz");
      await expect(page.getByRole("region", { name: "Result" })).not.toContainText("Not valid");
      // Pausing does not remove a trailing space before the next word.
      await page.getByLabel("Code", { exact: true }).fill("wrist ");
      await expect(page).toHaveURL(/code=wrist$/);
      await page.keyboard.type("fracture");
      await expect(page.getByLabel("Code", { exact: true })).toHaveValue("wrist fracture");
      // What nothing is found for is said, too.
      await page.getByLabel("Code", { exact: true }).fill("ZZZ9");
      await expect(page.getByRole("status").filter({ hasText: "No codes found" })).toHaveCount(1);
      await page.getByLabel("Code", { exact: true }).fill("htn");
      await expect(page.getByRole("status").filter({ hasText: /^\d+ codes found/ })).toHaveCount(1);
      const first = page.getByRole("listbox", { name: "Codes found" }).getByRole("option").first();
      await expect(first).toContainText("I10");
      await expectAccessible(page);
      // The first is selected, and shown.
      await expect(first).toHaveAttribute("aria-selected", "true");
      await expect(page.getByText("Not a complete code yet.")).toBeVisible();
      await expect(page.getByRole("region", { name: "Result" })).toContainText("Essential");
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("Code", { exact: true })).toHaveValue("I10");
      await expect(page.getByRole("region", { name: "Result" })).toContainText(
        "Essential (primary) hypertension",
      );
      // A search by Enter is remembered immediately.
      await page.getByLabel("Code", { exact: true }).fill("");
      await expect(page.getByRole("region", { name: "Recent lookups" })).toContainText("I10");
    });
    await test.step("answers while typing, is in the address, survives a reload", async () => {
      needs("codes that can be searched and described");
      await page.getByRole("link", { name: "Codes" }).click();
      await page.getByLabel("Code", { exact: true }).fill(" e119 ");
      const result = page.getByRole("region", { name: "Result" });
      await expect(result).toContainText("Valid, billable");
      await expect(result).toContainText("Type 2 diabetes mellitus without complications");
      await expect(result).toContainText("Checked against ICD-10-CM starter set");
      await page.getByLabel("Date of service").fill("10-1-26");
      await page.keyboard.press("Tab");
      await expect(page.getByLabel("Date of service")).toHaveValue("10/01/2026");
      await expect(page).toHaveURL(/code=e119/);
      await expect(page).toHaveURL(/svcDate=2026-10-01/);
      await page.reload();
      await expect(page.getByLabel("Code", { exact: true })).toHaveValue("e119");
      await expect(result).toContainText("E11.9");
    });
  });

  test("a busy service's retry time shows, then its answer comes", async ({ signedInPage: page }) => {
    needs("codes that can be searched and described");
    let isBusy = true;
    await page.route(/Diagnosis(?:Search|Verify)Request$/, (route) =>
      isBusy ? route.fulfill({ status: 503, headers: { "Retry-After": "1" }, body: "" }) : route.fallback(),
    );
    await go(page, "/diagnosis");
    await expect(page.getByRole("heading", { name: "Check a diagnosis code" })).toBeVisible();
    await page.getByLabel("Code", { exact: true }).fill("htn");
    await expect(page.getByText("We’ll try again in 1 second.")).toBeVisible();
    await expect(page.getByText("No codes found")).toHaveCount(0);
    isBusy = false;
    await expect(page.getByRole("listbox", { name: "Codes found" })).toContainText("I10");
    await expect(page.getByText("We’ll try again")).toHaveCount(0);
  });
});

test("a billable code is added to a visit once, removably", async ({ signedInPage: page }) => {
  const event = buildEvent({ seed: 0xd1a6 });
  await new VisitsQueue(page).importEvents([event]);
  await go(page, "/diagnosis?code=J44.9");
  const add = async () => {
    await page.getByRole("button", { name: "Add to a visit" }).click();
    await page.getByRole("menuitem", { name: /Visit/ }).first().click();
  };
  await add();
  await expect(page.getByText("J44.9 was added to the visit")).toBeVisible();
  await add();
  await page.getByText("The visit already has J44.9").waitFor();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByText("J44.9 was added to the visit")).toHaveCount(0);
  await add();
  await expect(page.getByText("J44.9 was added to the visit")).toBeVisible();
  await go(page, `/visits/${event.eventId}`);
  await expect(page.locator('[name$="icd10DiagCode"]').last()).toHaveValue("J44.9");
});

test.describe("a batch", () => {
  test("a batch is verified, exported, stopped and resumed", async ({ page, server }) => {
    await test.step("verifies rows on their days, shows bad ones, exports them", async () => {
      needs("codes that can be searched and described");
      await enter(page, server.url, "/diagnosis?tab=batch");
      await page
        .getByLabel("Codes")
        .fill(
          [
            "Patient\tCode\tDate of service\tCPT",
            "Doe, Jane\te119\t2026-10-01\t99213",
            "Doe, Jane\tS72.001\t30-Sep-26\t99213",
            "Roe, R\tE1.19\t\t99213",
            "Roe, R\tI10\t2015-09-30\t99213",
            "Roe, R\tI10\t13/45/2020\t99213",
            "Roe, R\tI10\t\t99213",
          ].join("\n"),
        );
      const day = page.getByLabel("Date for rows without one");
      await day.fill("soon");
      await page.getByRole("button", { name: "Verify" }).click();
      await expect(page.getByText("Can’t read the date “soon”")).toBeVisible();
      const results = page.getByRole("table", { name: "Results" });
      await expect(results).toHaveCount(0);
      await day.fill("");
      await page.getByRole("button", { name: "Verify" }).click();
      await expect(page.getByText("2 of 6 are valid and billable.")).toBeVisible();
      await expect(results.getByRole("row")).toHaveCount(7);
      await expect(results.getByRole("row", { name: /S72\.001 / })).toContainText("S72.001A");
      await expect(results).toContainText("No ICD-9-CM set is loaded");
      await expect(results).toContainText("“13/45/2020” isn’t a date");
      await expectAccessible(page);
      await page.getByRole("button", { name: /Needs attention/ }).click();
      await expect(results.getByRole("row")).toHaveCount(5);
      await page.getByRole("button", { name: "Use S72.001A on line 3" }).click();
      await expect(page.getByText("3 of 6 are valid and billable.")).toBeVisible();
      await expect(page.getByLabel("Codes", { exact: true })).toHaveValue(/S72\.001A\t30-Sep-26/);
      await page.keyboard.press("Control+z");
      await expect(page.getByText("2 of 6 are valid and billable.")).toBeVisible();
      await expect(page.getByLabel("Codes", { exact: true })).toHaveValue(/S72\.001\t30-Sep-26/);
      await page.getByRole("button", { name: "Use S72.001A on line 3" }).click();
      await expect(page.getByText("3 of 6 are valid and billable.")).toBeVisible();
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export CSV" }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toBe("diagnosis-codes.csv");
      const csv = await readFile(await file.path(), "utf8");
      expect(csv).not.toMatch(/Doe|Roe|99213/);
      // The check for today shows which day that was.
      expect(csv.match(/,20\d\d-\d\d-\d\d,/g)).toHaveLength(2);
      await page.reload();
      // Codes and dates survive the page; patients' names do not.
      await expect(page.getByLabel("Codes")).toHaveValue(
        "\ne119\t2026-10-01\nS72.001A\t30-Sep-26\nE1.19\nI10\t2015-09-30\nI10\t13/45/2020\nI10",
      );
      await page.getByLabel("Codes").fill("J02.9, R05.9\nI10, 10/01/2026\nE11.9, 10/01/2026, R05.9");
      await page.getByRole("button", { name: "Verify" }).click();
      await expect(page.getByText("All 5 are valid and billable.")).toBeVisible();
      await page.getByLabel("Codes", { exact: true }).fill("Code\n");
      await expect(page.getByText(/^No code is found in this text/)).toBeVisible();
      await expect(page.getByText("All 5 are valid and billable.")).toBeHidden();
      await page.getByLabel("Codes", { exact: true }).fill("Dx: J02.9 (R05.9)");
      await expect(page.getByText("2 codes", { exact: true })).toBeVisible();
      await expect(page.getByText(/changed after these answers/)).toBeVisible();
      await page.getByRole("button", { name: "Verify" }).click();
      await expect(page.getByText("All 2 are valid and billable.")).toBeVisible();
      await page.getByLabel("Codes", { exact: true }).fill("E53.8 Vitamin B12 deficiency\nI10");
      await page.getByRole("button", { name: "Verify" }).click();
      await expect(page.getByText(/^2 codes are .*Not checked: “B12” on line 1\.$/)).toBeVisible();
    });
    await test.step("two thousand rows are verified, stopped and resumed", async () => {
      await enter(page, server.url, "/diagnosis?tab=batch");
      // Through a file: Playwright fills a text area line by line, which takes the browser many seconds for this many.
      const codes = Array.from({ length: 2000 }, (_, at) => `E11.${at % 10}${at % 7}`).join("\n");
      await page
        .getByLabel("CSV file")
        .setInputFiles({ name: "codes.csv", mimeType: "text/csv", buffer: Buffer.from(codes) });
      await expect(page.getByText("2,000 codes")).toBeVisible();
      // No answer arrives before Stop is pressed, however fast the service is.
      let letThrough = () => {};
      const stopped = new Promise<void>((resolve) => {
        letThrough = resolve;
      });
      await page.route("**/DiagnosisVerifyRequest", async (route) => {
        await stopped;
        await route.continue();
      });
      await page.getByRole("button", { name: "Verify" }).click();
      await page.getByRole("button", { name: "Stop" }).click();
      letThrough();
      await expect(page.getByRole("button", { name: "Go on" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByText(/of 2,000 are valid and billable/)).toBeVisible({ timeout: 30_000 });
      const rows = page.getByRole("table", { name: "Results" }).getByRole("row");
      expect(await rows.count()).toBeLessThan(100);
      await page
        .getByRole("region", { name: "Results, scrolled" })
        .evaluate((box) => box.scrollTo(0, box.scrollHeight));
      await expect(page.getByRole("cell", { name: "2000", exact: true })).toBeVisible();
    });
  });
});
