import type { MessageRecord, NewMessage } from "#room/server/store/messages.ts";
import type { OutgoingMail } from "#room/server/store/outgoing-mail.ts";
import { mimeSize } from "./mime-size.ts";

const longestSubject = 255;

/** The message that tells a sender that a mail of theirs did not reach somebody. */
export async function failureNotice(
  mail: OutgoingMail,
  message: MessageRecord,
  { error, now }: { error: string; now: number },
): Promise<NewMessage> {
  const domain = mail.sender.slice(mail.sender.lastIndexOf("@") + 1);
  const notice = {
    sender: `postmaster@${domain}`,
    to: [mail.sender],
    cc: [],
    createdTime: undefined,
    subject: `Not delivered: ${message.subject}`.slice(0, longestSubject),
    textBody: [
      `Your message "${message.subject}" was not delivered to ${mail.recipient}.`,
      "",
      `The mail service of the recipient, or the way to it, said: ${error}`,
      "",
      "Other recipients of the message are not affected. It is not tried again for this one;",
      "check the address, or reach the recipient another way.",
    ].join("\n"),
    htmlBody: undefined,
    attachments: [],
    receivedAt: now,
  };
  return { ...notice, size: await mimeSize(notice) };
}
