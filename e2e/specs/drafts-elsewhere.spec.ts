import type { Page } from "playwright/test";
import { expect, needs, signIn, test } from "#e2e/fixtures.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { compose, count, discardDrafts, readOf, send, sendNow, write } from "#e2e/pages/composer.ts";

/** Until the service has a draft with these words. */
async function isUp(url: string, words: string): Promise<void> {
  const client = new WireClient(url);
  await client.signIn("casey");
  const whose = { loggedInUser: "casey", sessionKey: client.sessionId };
  const drafts = async () => JSON.stringify(await client.call("listDraftChanges", whose));
  await expect.poll(drafts).toContain(words);
}

const text = (page: Page) => page.getByLabel("Message", { exact: true });
const drafts = (page: Page) => page.getByRole("table", { name: "Drafts" });
const isElsewhere = (page: Page) => page.getByText("This message is being written in another tab or browser");

test.beforeEach(({ server }) => discardDrafts(server.url));

test("a draft moves with its person, and is sent once", async ({ page, server, elsewhere: second }) => {
  needs("drafts kept by the service");
  await compose(page, server.url);
  await page
    .getByLabel("Attach files")
    .setInputFiles({ name: "form.txt", mimeType: "text/plain", buffer: Buffer.from("quokka form") });
  await write(page, { subject: "Moved along", text: "from the first" });
  await isUp(server.url, "from the first");

  await signIn(second, server.url);
  await second.goto("/messages?folder=drafts");
  await drafts(second).getByRole("button", { name: "Moved along" }).click();
  // The first one has it open and wrote just now.
  await expect(isElsewhere(second)).toBeVisible();
  await expect(second.getByText("from the first")).toBeVisible();
  await second.getByRole("button", { name: "Write here instead" }).click();
  await expect(second.getByRole("button", { name: /form\.txt/ }).first()).toBeVisible();
  await text(second).fill("from the second");
  await isUp(server.url, "from the second");
  await expect(isElsewhere(page)).toBeVisible();
  await expect(page.getByText("from the second")).toBeVisible();

  await send(second).click();
  await sendNow(second).click();
  await expect(second.getByText(/^The service accepted it/)).toBeVisible();
  await expect(page.getByText("This message was sent or discarded in another browser")).toBeVisible();
  await page.goto("/messages?folder=drafts");
  await expect(page.getByText("No drafts")).toBeVisible();
  expect(await count(server.url, "Moved along")).toBe(1);
  const letter = await readOf(server.url, "robin", "Moved along");
  expect(letter?.textBody).toBe("from the second");
  expect(letter?.attachments?.[0]?.base64).toBe(Buffer.from("quokka form").toString("base64"));
});

test("typed in two browsers while apart: both are kept", async ({ page, server, elsewhere: second }) => {
  needs("drafts kept by the service");
  await compose(page, server.url);
  await write(page, { subject: "Two places", text: "begun" });
  await isUp(server.url, "Two places");
  await signIn(second, server.url);
  await second.goto("/messages?folder=drafts");
  await expect(drafts(second).getByRole("button", { name: "Two places" })).toBeVisible();
  await second.goto(page.url());
  await second.getByRole("button", { name: "Write here instead" }).click();

  // The first is cut off, and goes on typing; reloaded, it has everything.
  await page.route("**/json/reply/*Draft*", (route) => route.abort());
  await text(page).fill("typed without the service");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.reload();
  await expect(text(page)).toHaveText("typed without the service");
  await text(second).fill("typed at the other");
  await isUp(server.url, "typed at the other");
  await page.unroute("**/json/reply/*Draft*");
  await expect(page.getByText("A draft was changed in two places")).toBeVisible();
  await isUp(server.url, "typed without the service");
  await page.goto("/messages?folder=drafts");
  await expect(drafts(page)).toContainText("typed without the service");
  await expect(drafts(page)).toContainText("typed at the other");
  await second.goto("/messages?folder=drafts");
  await expect(drafts(second)).toContainText("typed without the service");
});
