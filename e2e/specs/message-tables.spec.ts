import { expect, enter, test } from "#e2e/fixtures.ts";
import { compose, send, sendNow, write } from "#e2e/pages/composer.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";

test("a wide table scrolls in its letter, words stay", async ({ page, server }) => {
  const robin = await robinOf(server.url);
  const cells = Array.from({ length: 40 }, (_, at) => `<td>Column-${at}</td>`).join("");
  const id = await deliver(robin, "Wide", { htmlBody: `<p>Hello</p><table><tr>${cells}</tr></table>` });
  await enter(page, server.url);
  await page.goto(`/messages/${id}`);
  const letter = page.frameLocator('iframe[title="Message"]');
  const table = letter.getByRole("group", { name: "Table, wider than the page" });
  await expect(table).toBeVisible();
  const [inner, outer] = await table.evaluate((part) => [part.scrollWidth, part.clientWidth]);
  expect(inner).toBeGreaterThan(outer ?? 0);
  expect(await table.evaluate(({ ownerDocument: { body } }) => body.scrollWidth - body.clientWidth)).toBe(0);
  await table.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => table.evaluate((part) => part.scrollLeft)).toBeGreaterThan(0);
});

test("a sent message is forwarded with its words", async ({ page, server }) => {
  await compose(page, server.url);
  await write(page, { subject: "To pass on", text: "The papers are complete." });
  await send(page).click();
  await sendNow(page).click();
  await expect(page.getByText(/^The service accepted it/)).toBeVisible();
  await page.goto("/messages?folder=sent");
  await page.getByRole("button", { name: "To pass on" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forward" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("Fwd: To pass on");
  await expect(page.getByRole("textbox", { name: "Message" })).toContainText("The papers are complete.");
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(0);
});
