import { expect, signIn, test } from "#e2e/fixtures.ts";
import { compose, count, readOf, send, sendNow, write } from "#e2e/pages/composer.ts";

test("a second tab follows a draft and takes over whole", async ({ page, context, server }) => {
  await compose(page, server.url);
  await write(page, { subject: "Two tabs", text: "from the first" });
  await expect(page.getByText("Draft saved")).toBeVisible();

  const second = await context.newPage();
  await second.goto(page.url());
  if (second.url().includes("sign-in")) await signIn(second, server.url);
  const elsewhere = "This message is being written in another tab";
  await expect(second.getByText(elsewhere)).toBeVisible();
  await expect(second.getByText("from the first")).toBeVisible();
  await expect(send(second)).toHaveCount(0);
  await page.getByLabel("Message", { exact: true }).fill("what it says now");
  await expect(second.getByText("what it says now")).toBeVisible();

  // Not yet written when the other tab asks for it.
  await page.getByLabel("Subject").fill("Two tabs, last word");
  await second.getByRole("button", { name: "Write here instead" }).click();
  await expect(second.getByLabel("Subject")).toHaveValue("Two tabs, last word");
  await expect(second.getByLabel("Message", { exact: true })).toHaveText("what it says now");
  await expect(page.getByText(elsewhere)).toBeVisible();
  await second.getByLabel("Message", { exact: true }).fill("from the second");
  await expect(page.getByText("from the second")).toBeVisible();

  await send(second).click();
  await sendNow(second).click();
  await expect(page.getByText(/^The service accepted it/)).toBeVisible();
  expect(await count(server.url, "Two tabs, last word")).toBe(1);
  expect((await readOf(server.url, "robin", "Two tabs, last word"))?.textBody).toBe("from the second");
});

test("a following tab continues when the other is closed", async ({ page, context, server }) => {
  await compose(page, server.url);
  await write(page, { subject: "Left behind", text: "begun" });
  await expect(page.getByText("Draft saved")).toBeVisible();
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByText("This message is being written in another tab")).toBeVisible();
  await page.close();
  await expect(second.getByLabel("Subject")).toHaveValue("Left behind");
  await second.getByLabel("Subject").fill("Taken up");
  await expect(second.getByText("Draft saved")).toBeVisible();
});
