import type { Page } from "playwright/test";
import { expect, enter } from "#e2e/fixtures.ts";
import { addressOf, type UserName } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";

export interface Received {
  subject: string;
  messageId: number;
}

/** The messages in one of the server's mailboxes, newest first: proof of what was sent. */
async function mailboxOf(url: string, userName: UserName): Promise<Received[]> {
  const client = new WireClient(url);
  await client.signIn(userName);
  const { summaries } = await client.call("listMessageSummaries", {
    loggedInUser: userName,
    sessionKey: client.sessionId,
  });
  return summaries.map(({ subject, messageId }) => ({ subject: subject ?? "", messageId }));
}

export async function readOf(url: string, userName: UserName, subject: string) {
  const client = new WireClient(url);
  await client.signIn(userName);
  const session = { loggedInUser: userName, sessionKey: client.sessionId };
  const { summaries } = await client.call("listMessageSummaries", session);
  const messageId = summaries.find((summary) => summary.subject === subject)?.messageId;
  const { email } = await client.call("getMessage", { ...session, messageId });
  return email;
}

/** Discards casey's drafts on the service: they reach every browser, those of later tests too. */
export async function discardDrafts(url: string): Promise<void> {
  const client = new WireClient(url);
  await client.signIn("casey");
  const session = { loggedInUser: "casey", sessionKey: client.sessionId };
  const { drafts } = await client.call("listDraftChanges", session);
  for (const { draftId, version, draft } of drafts) {
    if (!draft) continue;
    const answer = await client.call("saveDraft", { ...session, draftId, version, editorId: "a-test" });
    expect(answer).toMatchObject({ hasError: false, isStale: false });
  }
}

export const count = async (url: string, subject: string) =>
  (await mailboxOf(url, "robin")).filter((one) => one.subject === subject).length;

export async function compose(page: Page, url: string, search = ""): Promise<void> {
  if (page.url().startsWith(`${url}/`)) {
    // From a message of a step before its page would not change.
    await enter(page, url, "/messages");
    await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  }
  await enter(page, url, `/messages/compose${search}`);
  await expect(page.getByLabel("To", { exact: true })).toBeVisible();
}

export async function write(
  page: Page,
  { to = addressOf("robin"), subject = "", text = "Good morning" },
): Promise<void> {
  await page.getByLabel("To", { exact: true }).fill(to);
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Message", { exact: true }).fill(text);
}

export const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true });
export const sendNow = (page: Page) => page.getByRole("button", { name: "Send now" });

/** A mailbox that was there when its address was typed, and is gone when the message is sent. */
export async function mailboxGoesAway(page: Page): Promise<void> {
  await page.route("**/json/reply/MailboxesCheckRequest", (route) =>
    route.fulfill({ json: { missing: [] } }),
  );
}
