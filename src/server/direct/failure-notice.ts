import type { OutgoingMail } from "#room/server/store/outbox.ts";
import type { MessageRecord, NewMessage } from "#room/server/store/message-record.ts";
import { mimeSize } from "./mail-of-message.ts";
import type { HandOver } from "./send-mail.ts";

const longestSubject = 255;

type Failure = Exclude<HandOver, { kind: "sent" }>;

/** Certainly not delivered, unless the whole mail was sent and no answer came. */
function wordsOf({ recipient }: OutgoingMail, subject: string, outcome: Failure) {
  if (outcome.kind === "never")
    return {
      head: "Not delivered",
      lines: [
        `Your message "${subject}" was not delivered to ${recipient}.`,
        "",
        `The reason given by the recipient’s mail service, or on the way there: ${outcome.error}`,
      ],
    };
  const end = ["", `The last attempt ended with: ${outcome.error}`];
  if (!outcome.mayHaveArrived)
    return {
      head: "Not delivered",
      lines: [
        `Your message "${subject}" was not delivered to ${recipient}. We tried for a day, and no mail service accepted it.`,
        ...end,
      ],
    };
  return {
    head: "Not confirmed",
    lines: [
      `Your message "${subject}" to ${recipient} was sent, but the mail service did not confirm that it has it.`,
      "It may have been delivered. Ask the recipient before you send it again.",
      ...end,
    ],
  };
}

/** The message that tells a sender that a mail was not, or may not have been, delivered to someone. */
export async function failureNotice(
  mail: OutgoingMail,
  message: MessageRecord,
  { outcome, now }: { outcome: Failure; now: number },
): Promise<NewMessage> {
  const domain = mail.sender.slice(mail.sender.lastIndexOf("@") + 1);
  const { head, lines } = wordsOf(mail, message.subject, outcome);
  const notice = {
    sender: `postmaster@${domain}`,
    to: [mail.sender],
    cc: [],
    createdTime: undefined,
    subject: `${head}: ${message.subject}`.slice(0, longestSubject),
    textBody: [
      ...lines,
      "",
      "Other recipients are not affected. We will not try this one again.",
      "Check the address, or reach the recipient another way.",
    ].join("\n"),
    htmlBody: undefined,
    attachments: [],
    receivedAt: now,
  };
  return { ...notice, size: await mimeSize(notice) };
}
