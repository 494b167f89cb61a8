import { expect, signIn, test as base } from "#e2e/fixtures.ts";
import { OldService } from "#e2e/old-service.ts";
import { count, send, sendNow, write } from "#e2e/pages/composer.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";

/** Of the whole suite, which runs before such a service with E2E_UPSTREAM=1, what a clinic would notice first. */
const test = base.extend<object, { old: OldService }>({
  old: [
    async ({}, use) => {
      const old = await OldService.open();
      await use(old);
      await old.dispose();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ old }, use) => use(old.url),
});

test("before an old service mail is listed and sent", async ({ page, old }) => {
  await deliver(await robinOf(old.url), "Fax from the clinic", { textBody: "Good day" });
  await signIn(page, old.url);
  old.host.trouble.set("listMessageSummaries", "page");
  await page.goto("/messages");
  await expect(page.getByText(/answered with a page instead of data/)).toBeVisible();
  old.host.trouble.clear();
  await page.getByRole("button", { name: "Check now", exact: true }).click();
  await expect(page.getByText("Fax from the clinic").first()).toBeVisible();
  await page.goto("/messages/compose");
  await write(page, { subject: "To an old service" });
  await send(page).click();
  await sendNow(page).click();
  await expect(page.getByText(/^The service accepted it/)).toBeVisible();
  expect(await count(old.url, "To an old service")).toBe(1);
});
