import type { Page } from "playwright/test";
import { expect, needs, signIn, test as base } from "#e2e/fixtures.ts";
import { OldHost } from "#e2e/old-host.ts";
import { importEvents, outcome, submit } from "#e2e/pages/editor.ts";
import { PlainFiles } from "#e2e/plain-files.ts";
import { passwordOf, ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { go } from "#e2e/pages/go.ts";

needs("a server of ours");

interface Origins {
  /** The web server with the console's files. */
  files: PlainFiles;
  filesUrl: string;
  /** A service that allows the files' origin. */
  own: ServerProcess;
}

const test = base.extend<object, Origins>({
  files: [
    async ({}, use) => {
      const files = new PlainFiles();
      await use(files);
      files.stop();
    },
    { scope: "worker" },
  ],
  filesUrl: [async ({ files }, use) => use(await files.start()), { scope: "worker" }],
  own: [
    async ({ filesUrl }, use) => {
      const own = new ServerProcess({ ALLOWED_ORIGINS: filesUrl });
      await own.start();
      await use(own);
      await own.dispose();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ filesUrl }, use) => use(filesUrl),
});

let seed = 0x7700;

/** Charges an imported visit by hand, without a reload, and makes sure that the service has it. */
async function chargeOne(page: Page, service: string) {
  const event = buildEvent({ charges: 1, seed: (seed += 1) });
  await importEvents(page, [event]);
  await page.getByRole("row").filter({ hasText: "Not sent yet" }).getByRole("link").first().click();
  await page.getByRole("button", submit).click();
  await expect(outcome(page)).toContainText("Charged");
  const wire = new WireClient(service);
  await wire.signIn("alex");
  const { invoice } = await wire.call("getVisitInvoice", { visitId: event.visitCharged.visitId ?? "" });
  expect(invoice?.eventId).toBe(event.eventId);
}

test("plain files of another origin work before our service", async ({ page, files, filesUrl, own }) => {
  files.service = own.url;
  files.config = (await (await fetch(`${own.url}/config.json`)).json()) as Record<string, unknown>;
  await signIn(page, filesUrl);
  await chargeOne(page, own.url);
  await page.reload();
  await expect(outcome(page)).toContainText("Charged");
  await go(page, "/diagnosis?code=E11.9");
  await expect(page.getByRole("region", { name: "Result" })).toContainText("Valid, billable");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page.getByLabel("User name")).toBeVisible();
  await page.goto("/visits");
  await expect(page.getByLabel("User name")).toBeVisible();
});

test("plain files of another origin work before an old service", async ({ page, files, filesUrl, own }) => {
  const host = new OldHost(own.url);
  host.allowedOrigin = filesUrl;
  files.service = await host.start();
  files.config = {};
  await signIn(page, filesUrl);
  await chargeOne(page, own.url);
  await page.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByText("No messages yet")).toBeVisible();
  // It doesn’t say who is signed in.
  await page.reload();
  await page.getByLabel("User name").fill("casey");
  await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
  await page.keyboard.press("Enter");
  await expect(page.getByText("No messages yet")).toBeVisible();
  host.stop();
});
