import { expect, enter, test } from "#e2e/fixtures.ts";
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
