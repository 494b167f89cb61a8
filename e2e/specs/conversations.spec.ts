import { expect, enter, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";
import { addressOf } from "#e2e/server-process.ts";
import { buildEvent } from "#room/testing/builders.ts";

test("replies are one row, with answers and visit", async ({ page, server }) => {
  needs("messages that can be read");
  const robin = await robinOf(server.url);
  await deliver(robin, "Threaded question", { textBody: "Which leg was it?" });
  const event = buildEvent({ seed: 4711, audit: { canAutoCharge: false, withholdReason: "No laterality" } });
  await robin.call("chargeVisit", { AutoChargedEvent: event });
  await enter(page, server.url, "/messages");
  const inbox = page.getByRole("grid", { name: "Inbox" });
  const rows = inbox.getByRole("row", { name: /Threaded question/ });
  await rows.first().click();
  await expect(page.getByRole("article").getByText("Which leg was it?")).toBeVisible();
  await page.keyboard.press("r");
  await page.getByLabel("Message", { exact: true }).fill("The left one.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(
    page.getByText("It is in the recipients’ mailboxes").or(page.getByText("In the mailbox")),
  ).toBeVisible();
  const session = { loggedInUser: "robin", sessionKey: robin.sessionId };
  const { summaries } = await robin.call("listMessageChanges", session);
  const answer = summaries.find(({ subject }) => subject === "Re: Threaded question");
  await robin.call("sendMessage", {
    ...session,
    email: { to: [addressOf("casey")], subject: "Re: Re: Threaded question", textBody: "Thank you." },
    inReplyTo: answer?.messageId,
  });

  await page.goto("/messages");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("2 messages");
  await rows.click();
  const conversation = page.getByRole("region", { name: "Conversation" });
  await expect(conversation.getByRole("listitem")).toHaveText([
    /Thank you/,
    /You to .*The left one/,
    /Which leg/,
  ]);
  await conversation.getByRole("link", { name: /Which leg/ }).click();
  await expect(page.getByRole("heading", { name: "Threaded question", exact: true })).toBeVisible();

  await conversation.getByRole("button", { name: "Link to a visit" }).click();
  await page.getByLabel("Visit ID").fill("not an id");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Paste the visit’s ID.")).toBeVisible();
  await page.getByLabel("Visit ID").fill(event.visitCharged.visitId);
  await page.keyboard.press("Enter");
  await expect(conversation.getByText(/^About visit/)).toBeVisible();
  await expectAccessible(page);
  await conversation.getByRole("link", { name: /^visit/ }).click();
  const letters = page.getByRole("region", { name: "Messages about this visit" });
  await expect(letters.getByRole("listitem")).toHaveCount(3);
  await letters.getByRole("link", { name: "Re: Re: Threaded question" }).click();
  await expect(conversation.getByText("Thank you.")).toBeVisible();

  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("menuitemradio", { name: "Single messages" }).click();
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);
});
