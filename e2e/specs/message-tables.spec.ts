import { expect, enter, needs, test } from "#e2e/fixtures.ts";
import { go } from "#e2e/pages/go.ts";
import { compose, readOf, send, sendNow, write } from "#e2e/pages/composer.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";
import { addressOf } from "#e2e/server-process.ts";

test("a wide table scrolls; a sent message prints, is forwarded", async ({ page, server }) => {
  await test.step("a wide table scrolls in its letter, words stay", async () => {
    needs("messages that can be read");
    const robin = await robinOf(server.url);
    const cells = Array.from({ length: 40 }, (_, at) => `<td>Column-${at}</td>`).join("");
    const id = await deliver(robin, "Wide", { htmlBody: `<p>Hello</p><table><tr>${cells}</tr></table>` });
    await enter(page, server.url, `/messages/${id}`);
    const letter = page.frameLocator('iframe[title="Message"]');
    const table = letter.getByRole("group", { name: "Table, wider than the page" });
    await expect(table).toBeVisible();
    const [inner, outer] = await table.evaluate((part) => [part.scrollWidth, part.clientWidth]);
    expect(inner).toBeGreaterThan(outer ?? 0);
    expect(await table.evaluate(({ ownerDocument: { body } }) => body.scrollWidth - body.clientWidth)).toBe(
      0,
    );
    await table.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => table.evaluate((part) => part.scrollLeft)).toBeGreaterThan(0);
  });
  await test.step("a sent message prints, and is forwarded with files", async () => {
    await compose(page, server.url);
    await write(page, { subject: "To pass on", text: "The papers are complete." });
    await page.locator("input[type=file]").setInputFiles({
      name: "papers.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("the papers"),
    });
    await expect(page.getByRole("button", { name: "Remove papers.txt" })).toBeVisible();
    await send(page).click();
    await sendNow(page).click();
    await expect(page.getByText(/^The service accepted it/)).toBeVisible();
    await go(page, "/messages?folder=sent");
    await page.getByRole("button", { name: "To pass on" }).click();
    const sent = page.getByRole("dialog");
    await page.evaluate(() =>
      Object.assign(window, { print: () => Object.assign(window, { printed: true }) }),
    );
    await sent.getByRole("button", { name: "Print" }).click();
    expect(await page.evaluate(() => "printed" in window)).toBe(true);
    await page.emulateMedia({ media: "print" });
    await expect(sent.getByText("The papers are complete.")).toBeVisible();
    await expect(page.getByRole("table", { name: "Sent", includeHidden: true })).toBeHidden();
    await expect(sent.getByRole("button", { name: "Forward", includeHidden: true })).toBeHidden();
    await page.emulateMedia({ media: null });
    await sent.getByRole("button", { name: "Forward" }).click();
    await expect(page.getByLabel("Subject")).toHaveValue("Fwd: To pass on");
    await expect(page.getByRole("textbox", { name: "Message" })).toContainText("The papers are complete.");
    await expect(page.getByRole("button", { name: /^Remove .+@/ })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Remove papers.txt" })).toBeVisible();
    await page.getByLabel("To", { exact: true }).fill(addressOf("robin"));
    await send(page).click();
    await sendNow(page).click();
    await expect(page.getByText(/^The service accepted it/)).toBeVisible();
    const received = await readOf(server.url, "robin", "Fwd: To pass on");
    const files = received?.attachments?.map(({ fileName, base64 }) => [fileName, base64]);
    expect(files).toEqual([["papers.txt", Buffer.from("the papers").toString("base64")]]);
  });
});
