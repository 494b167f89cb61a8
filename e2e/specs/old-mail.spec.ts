import { expect, signIn } from "#e2e/fixtures.ts";
import { test } from "#e2e/old-service-test.ts";
import { count, send, sendNow, write } from "#e2e/pages/composer.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";
import { go } from "#e2e/pages/go.ts";

test("before an old service mail is listed and sent", async ({ page, old }) => {
  await deliver(await robinOf(old.url), "Fax from the clinic", { textBody: "Good day" });
  await signIn(page, old.url);
  old.host.trouble.set("listMessageSummaries", "page");
  await page.goto("/messages");
  await expect(page.getByText(/answered with a page instead of data/)).toBeVisible();
  old.host.trouble.clear();
  await page.getByRole("button", { name: "Check now", exact: true }).click();
  await expect(page.getByText("Fax from the clinic").first()).toBeVisible();
  await go(page, "/messages/compose");
  await write(page, { subject: "To an old service" });
  await send(page).click();
  await sendNow(page).click();
  await expect(page.getByText(/^The service accepted it/)).toBeVisible();
  expect(await count(old.url, "To an old service")).toBe(1);
});
