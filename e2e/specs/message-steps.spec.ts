import { expect, enter, test } from "#e2e/fixtures.ts";
import { compose, write } from "#e2e/pages/composer.ts";
import { addressOf } from "#e2e/server-process.ts";
import { wellAnswered } from "#e2e/pages/summaries.ts";

test.use({ hasMailChanges: false });

test("J and K keep the current row in sight", async ({ page, server }) => {
  const summary = { from: "robin@direct.example", messageSize: 1, hasAttachments: false };
  const summaries = Array.from({ length: 100 }, (_, at) => ({
    ...summary,
    messageId: 1000 - at,
    subject: `S${at}`,
  }));
  await page.route("**/json/reply/GetMessageSummariesRequest", (route) =>
    route.fulfill({ json: { ...wellAnswered, summaries } }),
  );
  await enter(page, server.url, "/messages");
  await expect(page.getByText("S0", { exact: true })).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  const isAt = (id: number) => expect(page.locator(`#message-${id}`)).toBeInViewport({ ratio: 0.9 });
  for (let at = 0; at < 30; at += 1) {
    await page.keyboard.press("j");
    await expect(page).toHaveURL(new RegExp(`/messages/${1000 - at}$`));
    await isAt(1000 - at);
  }
  for (let at = 28; at >= 0; at -= 1) {
    await page.keyboard.press("k");
    await expect(page).toHaveURL(new RegExp(`/messages/${1000 - at}$`));
    await isAt(1000 - at);
  }
});

test("a full subject and a recipient named twice say so", async ({ page, server }) => {
  await compose(page, server.url);
  await write(page, { subject: "s".repeat(255) });
  await expect(page.getByText("0 characters left")).toHaveText("0 characters left");
  await page.getByLabel("Cc", { exact: true }).fill(addressOf("robin"));
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${addressOf("robin")} is already a recipient`)).toBeVisible();
  for (const name of ["Cc", "Bcc"]) {
    await page.getByLabel(name, { exact: true }).fill("no address");
    await page.keyboard.press("Tab");
  }
  await expect(page.getByText("is already a recipient")).toHaveCount(0);
});
