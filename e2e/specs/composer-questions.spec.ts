import type { Page } from "playwright/test";
import { expect, expectAccessible, enter, needs, test } from "#e2e/fixtures.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";
import { compose, count, readOf, send, sendNow, write } from "#e2e/pages/composer.ts";
import { addressOf } from "#e2e/server-process.ts";

const question = (page: Page) => page.getByRole("alertdialog", { name: "Check before sending" });

test("addresses and answers are asked about before they leave", async ({ page, server }) => {
  await test.step("an answer to more than five is asked about once", async () => {
    needs("messages that can be read");
    const names = ["robin", "alex", "jordan", "morgan", "taylor"] as const;
    const robin = await robinOf(server.url);
    const messageId = await deliver(robin, "To all of you", {
      to: ["casey@direct.example", ...names.slice(1).map(addressOf)],
      cc: ["robin@direct.example", "CASEY@direct.example"],
      textBody: "Please answer",
      attachments: [],
    });
    await enter(page, server.url, `/messages/${messageId}`);
    await expect(page.getByRole("region", { name: "Reading pane" }).getByText("Please answer")).toBeVisible();
    await page.getByRole("button", { name: "Reply all" }).click();
    await expect(page.getByLabel("Subject")).toHaveValue("Re: To all of you");
    // Five others: the reply leaves out the sender.
    await page.getByLabel("Message", { exact: true }).pressSequentially("Yes. ");
    await page.getByLabel("Cc", { exact: true }).fill("casey@direct.example");
    await send(page).click();
    await expect(question(page).getByText("This reply goes to 6 people.")).toBeVisible();
    await question(page).getByRole("button", { name: "Send anyway" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await send(page).click();
    await sendNow(page).click();
    await expect(page.getByText(/^The service accepted it/)).toBeVisible();
    expect((await readOf(server.url, "robin", "Re: To all of you"))?.textBody).toContain("Yes.");
  });
  await test.step("without a mail service, foreign addresses are told when typed", async () => {
    needs("addresses that are checked");
    await compose(page, server.url);
    const bad = Array.from({ length: 60 }, (_, at) => `p${at}@other${at}.example`);
    await write(page, {
      to: `${addressOf("robin")}; ${bad.join("; ")}`,
      subject: "Inside",
      text: "Good morning",
    });
    await expect(page.getByText(/^other0\.example can’t be reached/)).toBeVisible();
    await expect(page.getByText("and 56 more of this kind")).toBeVisible();
    await expect(page.getByText("60 of 61 recipients can’t receive it.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Remove marked" }).click();
    await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(1);
    await expect(page.getByLabel("To", { exact: true })).toBeFocused();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.getByText("60 of 61 recipients can’t receive it.")).toBeVisible();
    await page.getByRole("button", { name: "Remove marked" }).click();
    await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(1);
    await send(page).click();
    await sendNow(page).click();
    await expect(page.getByText(/^The service accepted it/)).toBeVisible();
    expect(await count(server.url, "Inside")).toBe(1);
  });
  await test.step("a mailbox nobody has is told when typed", async () => {
    needs("addresses that are checked");
    await compose(page, server.url);
    const to = page.getByLabel("To", { exact: true });
    await to.pressSequentially("nobody@direct.example");
    await expect(
      page.getByText("Nobody at your clinic has the address nobody@direct.example."),
    ).toBeVisible();
    await expect(to).toBeFocused();
    await to.fill("somebody@elsewhere.example");
    await expect(page.getByText(/^elsewhere.example can’t be reached/)).toBeVisible();
    await write(page, { to: `nobody@direct.example, ${addressOf("robin")}`, subject: "Typo" });
    await expect(page.getByText("can’t be reached")).toHaveCount(0);
    await expect(
      page.getByText("Nobody at your clinic has the address nobody@direct.example."),
    ).toBeVisible();
    await send(page).click();
    await expect(sendNow(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Remove nobody@direct.example" }).click();
    await expect(page.getByText("Nobody at your clinic")).toHaveCount(0);
    await send(page).click();
    await sendNow(page).click();
    await expect(page.getByText(/^The service accepted it/)).toBeVisible();
  });
});

test("Discard counts at once after a bad address", async ({ signedInPage: page }) => {
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New message" });
  const to = dialog.getByLabel("To", { exact: true });
  await to.pressSequentially("nobody");
  await expect(dialog.getByText("Draft saved")).toBeVisible();
  const discard = dialog.getByRole("button", { name: "Discard", exact: true });
  // At its top edge: whatever comes between would move it away.
  await discard.hover({ position: { x: 20, y: 3 } });
  await page.mouse.down();
  await expect(to).not.toBeFocused();
  await page.mouse.up();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Draft discarded")).toBeVisible();
});
