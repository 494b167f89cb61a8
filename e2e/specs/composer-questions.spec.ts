import type { Page } from "playwright/test";
import { expect, enter, test } from "#e2e/fixtures.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";
import { compose, count, readOf, send, sendNow, write } from "#e2e/pages/composer.ts";
import { addressOf } from "#e2e/server-process.ts";

const question = (page: Page) => page.getByRole("alertdialog", { name: "Check before sending" });

test("a foreign domain is asked about once, from the start", async ({ page, server }) => {
  await compose(page, server.url);
  await write(page, { to: "records@other.example", subject: "Outside", text: "Good morning" });
  await send(page).click();
  await expect(question(page).getByText("It goes outside your clinic: other.example.")).toBeVisible();
  await question(page).getByRole("button", { name: "Go back" }).click();
  await page.getByRole("button", { name: "Remove records@other.example" }).click();
  await page.getByLabel("To", { exact: true }).fill(addressOf("robin"));
  await send(page).click();
  await sendNow(page).click();
  await expect(page.getByText(/^The service accepted it/)).toBeVisible();
  expect(await count(server.url, "Outside")).toBe(1);
});

test("an answer to more than five is asked about once", async ({ page, server }) => {
  const names = ["robin", "alex", "jordan", "morgan", "taylor"] as const;
  const robin = await robinOf(server.url);
  const messageId = await deliver(robin, "To all of you", {
    to: ["casey@direct.example", ...names.slice(1).map(addressOf)],
    cc: ["robin@direct.example", "CASEY@direct.example"],
    textBody: "Please answer",
    attachments: [],
  });
  await enter(page, server.url);
  await page.goto(`/messages/${messageId}`);
  await expect(page.getByText("Please answer")).toBeVisible();
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
