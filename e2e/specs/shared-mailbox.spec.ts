import { expect, enter, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { robinOf } from "#e2e/pages/robin.ts";
import { addressOf, ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { go } from "#e2e/pages/go.ts";

needs("shared mailboxes");

const desk = "desk@direct.example";

test("a shared mailbox is taken, and answered once", async ({ page }) => {
  // Its own: another address of casey would show in the composers of other specs.
  const server = new ServerProcess();
  await server.start();
  const robin = await robinOf(server.url);
  const alex = new WireClient(server.url);
  await alex.signIn("alex");
  const asRobin = { loggedInUser: "robin", sessionKey: robin.sessionId };
  await enter(page, server.url, "/admin/people");
  await page.getByRole("button", { name: "Add a shared mailbox" }).click();
  await page.keyboard.type(addressOf("robin"));
  const dialog = page.getByRole("dialog", { name: "Add a shared mailbox" });
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("Choose at least one person.");
  for (const name of ["casey", "robin"]) await dialog.getByRole("checkbox", { name }).press("Space");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("An address belongs to one person.");
  await dialog.getByLabel("Direct address").fill(desk);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  const section = page.getByRole("region", { name: "Shared mailboxes" });
  await expect(section.getByRole("listitem")).toContainText("casey, robin");

  const { messageId } = await alex.call("sendMessage", {
    loggedInUser: "alex",
    sessionKey: alex.sessionId,
    email: { to: [desk], subject: "Statement for the desk", textBody: "Which visit is this?" },
  });
  await page.getByRole("link", { name: /^Messages/ }).click();
  await page.getByRole("button", { name: "check now" }).click();
  const row = page.getByRole("grid", { name: "Inbox" }).getByRole("row", { name: /Statement for the desk/ });
  await expect(row).toContainText("desk@");
  await row.click();
  const strip = page.getByRole("group", { name: `Shared mailbox ${desk}` });
  await strip.getByRole("button", { name: "I’ll take it" }).click();
  await expect(strip.getByRole("status")).toContainText("You have it");
  await expect(row).toContainText("You have it");
  await robin.call("workOnMessage", { ...asRobin, messageId, work: "answer" });

  await page.getByRole("button", { name: "Reply", exact: true }).waitFor();
  await page.keyboard.press("r");
  await expect(page.getByText("robin is answering this message, too")).toBeVisible();
  await expect(page.getByLabel("From")).toHaveValue(desk);
  await page.getByLabel("Message", { exact: true }).fill("Visit 7.");
  await robin.call("sendMessage", {
    ...asRobin,
    email: { from: desk, to: [addressOf("alex")], subject: "Re: Statement for the desk", textBody: "Six." },
    inReplyTo: messageId,
  });
  await page.keyboard.press("Control+Enter");
  const anyway = page.getByRole("alertdialog", { name: "Check before sending" });
  // Known before it is sent, or said by the service.
  const sendNow = page.getByRole("button", { name: "Send now" });
  await expect(anyway.or(sendNow)).toBeVisible();
  if (await sendNow.isVisible()) {
    await sendNow.click();
    await expect(page.getByRole("alert")).toContainText("robin has answered this message already");
    // Said once.
    await expect(page.getByText("robin has answered this message", { exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Send", exact: true }).click();
  }
  await expect(anyway).toContainText("robin has already answered this message.");
  await anyway.getByRole("button", { name: "Send anyway" }).click();
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(
    page.getByText("In the mailbox").or(page.getByText("It is in the recipients’ mailboxes")),
  ).toBeVisible();
  await page.goto(`${server.url}/messages`);
  await expect(row).toContainText("Answered by you");
  await row.click();
  const conversation = page.getByRole("region", { name: "Conversation" });
  await expect(conversation.getByRole("listitem")).toHaveCount(3);
  await conversation.getByRole("link", { name: /^robin to .*Six/ }).click();
  await expect(page.getByText("Six.").last()).toBeVisible();

  // What robin sent from it stands in Sent, by name.
  await go(page, "/messages?folder=sent");
  const sent = page.getByRole("table", { name: "Sent" });
  await expect(sent.getByRole("row", { name: /robin to alex@/ })).toBeVisible();
  await sent
    .getByRole("row", { name: /robin to alex@/ })
    .getByRole("button")
    .click();
  await expect(page.getByRole("dialog")).toContainText("Six.");
  await page.keyboard.press("Escape");

  // Robin takes the next one; what casey archives is archived for both.
  const next = await alex.call("sendMessage", {
    loggedInUser: "alex",
    sessionKey: alex.sessionId,
    email: { to: [desk], subject: "Taken by robin", textBody: "And this one?" },
  });
  await robin.call("workOnMessage", { ...asRobin, messageId: next.messageId, work: "take" });
  await page.goto(`${server.url}/messages/${String(next.messageId)}`);
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await expect(page.getByText("robin has taken this message")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("article").getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText("For everyone who shares the mailbox")).toBeVisible();

  // One mailbox at a time.
  await robin.call("sendMessage", {
    ...asRobin,
    email: { to: [addressOf("casey")], subject: "For casey alone" },
  });
  await page.goto(`${server.url}/messages`);
  const own = page.getByRole("grid", { name: "Inbox" }).getByRole("row", { name: /For casey alone/ });
  await expect(own).toBeVisible();
  await page.getByRole("button", { name: "Mailbox: All mailboxes" }).click();
  await page.getByRole("menuitemradio", { name: desk }).click();
  await expect(own).toHaveCount(0);
  await expect(row).toBeVisible();
  await page.getByRole("button", { name: `Mailbox: ${desk}` }).click();
  await page.getByRole("menuitemradio", { name: "Only mine" }).click();
  await expect(own).toBeVisible();
  await expect(row).toHaveCount(0);

  // Who closes the tab answers no longer.
  const answering = async () => {
    const { summaries } = await robin.call("listMessageChanges", asRobin);
    return summaries.find((one) => one.messageId === messageId)?.shared?.answeringBy;
  };
  const tab = await page.context().newPage();
  await tab.goto(`${server.url}/messages/${messageId}`);
  await tab.getByRole("button", { name: "Reply", exact: true }).click();
  await expect.poll(answering).toBe("casey");
  await tab.close({ runBeforeUnload: true });
  await expect.poll(answering).toBeUndefined();

  // A draft from an address that is given up says so, and another can be chosen.
  await page.keyboard.press("c");
  await page.getByLabel("From").selectOption(desk);
  await page.getByLabel("Subject").fill("Left from the desk");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await go(page, "/admin/people");
  await section.getByRole("button", { name: desk }).click();
  const sharers = page.getByRole("dialog", { name: `Who shares ${desk}` });
  for (const name of ["casey", "robin"]) await sharers.getByRole("checkbox", { name }).press("Space");
  await expect(sharers).toContainText(`messages to ${desk} are refused`);
  await sharers.getByRole("button", { name: "Stop sharing" }).click();
  await go(page, "/messages?folder=drafts");
  await page.getByRole("button", { name: "Left from the desk" }).click();
  await expect(page.getByText("You can’t send from this address anymore.")).toBeVisible();
  await page.getByLabel("From").selectOption(addressOf("casey"));
  await expect(page.getByText("You can’t send from this address anymore.")).toHaveCount(0);
  await server.dispose();
});
