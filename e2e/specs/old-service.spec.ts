import type { Page } from "playwright/test";
import { expect, signIn } from "#e2e/fixtures.ts";
import type { OldService } from "#e2e/old-service.ts";
import { test } from "#e2e/old-service-test.ts";
import { cell, importEvents, openVisit, outcome, submit } from "#e2e/pages/editor.ts";
import { passwordOf } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { go } from "#e2e/pages/go.ts";

let seed = 0x7000;

async function openNew(page: Page, url: string) {
  const event = buildEvent({ charges: 2, seed: (seed += 1) });
  await signIn(page, url);
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  return event;
}

async function invoicesOf(old: OldService, visitId: string | null | undefined) {
  const wire = new WireClient(old.url);
  await wire.signIn("alex");
  return (await wire.call("getVisitInvoice", { visitId: visitId ?? "" })).invoice;
}

test("an old service signs in, and a reload stays", async ({ page, old }) => {
  await page.goto("/visits");
  await page.getByLabel("User name").fill("casey");
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("Wrong user name or password");
  await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
  await page.keyboard.press("Enter");
  const visits = page.getByRole("heading", { name: "Visits", level: 1 });
  await expect(visits).toBeVisible();
  await page.reload();
  await expect(visits).toBeVisible();
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page.getByLabel("User name")).toBeVisible();
  await page.goto(`${old.url}/visits`);
  await expect(page.getByLabel("User name")).toBeVisible();
});

for (const [trouble, words] of [
  ["page", "an error page"],
  ["cut", "no answer"],
] as const)
  test(`before an old service ${words} to a charge is unknown`, async ({ page, old }) => {
    const event = await openNew(page, old.url);
    old.host.trouble.set("chargeVisit", trouble);
    await page.getByRole("button", submit).click();
    await expect(outcome(page)).toContainText("Unknown");
    old.host.trouble.clear();
    await page.getByRole("button", { name: "Send the same again" }).click();
    await expect(outcome(page)).toContainText("Charged");
    expect((await invoicesOf(old, event.visitCharged.visitId))?.eventId).toBe(event.eventId);
  });

test("before an old service a correction is typed and printed", async ({ page, old }) => {
  const event = await openNew(page, old.url);
  await page.getByRole("button", submit).click();
  await expect(outcome(page)).toContainText("Charged");
  await page.getByRole("button", { name: "Correct this charge" }).click();
  const elsewhere = page.getByRole("dialog", { name: "Correct this charge" });
  await expect(elsewhere).toContainText("This service can’t correct a charge from here.");
  await elsewhere.getByRole("button", { name: "Type what changes" }).click();
  await expect(page.getByRole("heading", { name: "Correction to hand over" })).toBeVisible();
  await cell(page, 0, "cpt").fill("99214");
  await page.getByRole("button", { name: "Show what changes" }).click();
  const anyway = page.getByRole("button", { name: "Send anyway" });
  await expect(elsewhere.or(anyway)).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(elsewhere).toContainText(event.visitCharged.visitId);
  await expect(elsewhere.getByRole("list", { name: "What changes" })).toContainText("99213 became 99214");
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(elsewhere.getByRole("list", { name: "What changes" })).toBeVisible();
  expect((await invoicesOf(old, event.visitCharged.visitId))?.eventId).toBe(event.eventId);
});

test("before an old service a code is looked up", async ({ page, old }) => {
  await signIn(page, old.url);
  await go(page, "/diagnosis?code=E11.9&svcDate=2026-11-02");
  const result = page.getByRole("region", { name: "Result" });
  await expect(result).toContainText("Valid, billable");
  await expect(result).toContainText("Type 2 diabetes mellitus without complications");
});
