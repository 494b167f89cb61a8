import { expect, enter, needs, test } from "#e2e/fixtures.ts";
import { go } from "#e2e/pages/go.ts";
import { addressOf } from "#e2e/server-process.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";
import { compose, send, sendNow, write } from "#e2e/pages/composer.ts";

test("the palette opens messages; a message prints whole", async ({ page, server }) => {
  await test.step("the palette opens the very message it finds", async () => {
    await compose(page, server.url);
    await write(page, { subject: "Palette sent", text: "It went away" });
    await send(page).click();
    await sendNow(page).click();
    await expect(page.getByText(/^The service accepted it/)).toBeVisible();
    await page.getByRole("button", { name: "Write another" }).click();
    await expect(page.getByLabel("Subject")).toHaveValue("");
    await write(page, { subject: "Palette draft", text: "Not yet" });
    await expect(page.getByText("Draft saved")).toBeVisible();
    await go(page, "/diagnosis");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

    const find = async (words: string) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search or jump to" }).fill(words);
      // By key: two clicks at one place within half a second are a double click.
      await expect(page.getByRole("option", { name: words, selected: true })).toBeVisible();
      await page.keyboard.press("Enter");
    };
    await find("Palette draft");
    await expect(page.getByLabel("Subject")).toHaveValue("Palette draft");
    await find("Palette sent");
    const dialog = page.getByRole("dialog", { name: "Palette sent" });
    await expect(dialog.getByText("It went away")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(page.getByRole("table", { name: "Sent" })).toBeVisible();
  });
  await test.step("a message prints whole, without the list and buttons", async () => {
    needs("messages that can be read");
    const robin = await robinOf(server.url);
    const lines = Array.from({ length: 120 }, (_, at) => `<p>Line ${at + 1}</p>`).join("");
    const messageId = await deliver(robin, "To be printed", {
      htmlBody: lines,
    });
    await enter(page, server.url, `/messages/${messageId}`);
    const letter = page.frameLocator('iframe[title="Message"]');
    await expect(letter.getByText("Line 120")).toBeAttached();
    await page.evaluate(() =>
      Object.assign(window, { print: () => Object.assign(window, { printed: true }) }),
    );
    await page.getByRole("button", { name: "Print" }).click();
    expect(await page.evaluate(() => "printed" in window)).toBe(true);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { name: "To be printed" })).toBeVisible();
    await expect(
      page.getByRole("region", { name: "Reading pane" }).getByText("robin@direct.example"),
    ).toBeVisible();
    await expect(page.getByRole("grid", { name: "Inbox" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Reply", exact: true })).toBeHidden();
    // Nothing is cut off: the frame is as high as the letter, and nothing around it scrolls.
    await expect
      .poll(() =>
        page.evaluate(() => {
          const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Message"]');
          const inner = frame?.contentDocument?.documentElement;
          return frame && inner ? frame.clientHeight >= inner.getBoundingClientRect().height : false;
        }),
      )
      .toBe(true);
    const pdf = await page.pdf();
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(2);
  });
});

test("on a phone, Sent fits the page", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await compose(page, server.url);
  await write(page, {
    to: `${addressOf("robin")}, ${addressOf("jordan")}`,
    subject: "Authorization for a visit, because the payer’s portal closes at five today",
  });
  await send(page).click();
  await sendNow(page).click();
  await expect(page.getByText(/^The service accepted it/)).toBeVisible();
  await go(page, "/messages?folder=sent");
  const sent = page.getByRole("table", { name: "Sent" });
  await expect(sent.getByRole("button", { name: "Authorization for a visit" })).toBeVisible();
  expect(await sent.evaluate((table) => table.scrollWidth)).toBeLessThanOrEqual(390);
});
