import { enter, expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";
import { addressOf } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";

needs("marks and Sent kept by the service");

test("what was sent elsewhere is listed, read, searched", async ({ page, server }) => {
  const casey = new WireClient(server.url);
  await casey.signIn("casey");
  await casey.call("sendMessage", {
    loggedInUser: "casey",
    sessionKey: casey.sessionId,
    email: {
      to: [addressOf("robin")],
      from: addressOf("casey"),
      subject: "From another computer",
      textBody: `${"A long beginning. ".repeat(20)}Then quokkas are named.`,
      attachments: [{ fileName: "form.txt", contentType: "text/plain", base64: "Zm9ybQ==" }],
    },
  });
  await deliver(await robinOf(server.url), "Received letter", {
    textBody: `${"A long beginning. ".repeat(20)}Here are quokkas, too.`,
  });
  await enter(page, server.url, "/messages");
  const search = page.getByRole("searchbox", { name: "Search messages" });
  await search.fill("quokka");
  const inbox = page.getByRole("grid", { name: "Inbox" });
  await expect(inbox.getByRole("row", { name: /Received letter/ })).toBeVisible();
  expect(page.url()).not.toContain("quokka");
  await search.fill("quokkas named");
  await page.getByRole("link", { name: "1 in Sent" }).click();
  const sent = page.getByRole("table", { name: "Sent" });
  await expect(sent.getByRole("row", { name: /From another computer/ })).toContainText("In the mailbox");
  await expect(page.getByText("1 found")).toBeVisible();
  await expectAccessible(page);
  await sent.getByRole("button", { name: "From another computer" }).click();
  const letter = page.getByRole("dialog", { name: "From another computer" });
  await expect(letter).toContainText("Then quokkas are named.");
  await expect(letter.getByRole("button", { name: /form\.txt/ })).toBeVisible();
  await letter.getByRole("button", { name: "Copy as a new draft" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("From another computer");
});
