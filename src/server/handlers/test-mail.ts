import { defineHandler } from "#room/server/define-handler.ts";
import { mimeSize } from "#room/server/direct/mail-of-message.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import { viewerOf } from "./visit-answer.ts";

const words = [
  "An administrator tested the clinic’s mail service with this message. It left by the mail service and was fetched back.",
  "It can be archived.",
].join("\n");

/** Sends the caller a mail by way of the mail service. */
export const testMail = defineHandler("testMail", {
  perMinute: "messagesPerMinute",
  audit: { when: "first", note: () => ({ action: "changed mail", subject: "test" }) },
  handle: async (_request, context) => {
    const { store, settings, now } = context;
    const { userId } = viewerOf(context);
    if (settings.directSmtpUrl === undefined)
      throw new Refusal(409, "NoMailService", "No mail service for other domains is set (DIRECT_SMTP_URL).");
    const [address] = await store.users.addressesOf(userId);
    if (address === undefined)
      throw new Refusal(409, "NoAddress", "You have no Direct address. Add one under People first.");
    const message = {
      sender: address,
      to: [address],
      cc: [],
      createdTime: undefined,
      subject: "Test of the mail service",
      textBody: words,
      htmlBody: undefined,
      attachments: [],
      receivedAt: now().getTime(),
    };
    await store.mailSettings.beginTest({ ...message, size: await mimeSize(message) }, userId);
    return { address };
  },
});
