import type { MessageRecord, NewMessage } from "#room/server/store/messages.ts";
import type { OutgoingMail } from "#room/server/store/outgoing-mail.ts";
import { mimeSize } from "./mime-size.ts";
import type { HandOver } from "./send-mail.ts";

const longestSubject = 255;

type Failure = Exclude<HandOver, { kind: "sent" }>;

/** It was not delivered when no try of it left whole without an answer. */
function wordsOf({ recipient, mayHaveArrived }: OutgoingMail, subject: string, outcome: Failure) {
  if (outcome.kind === "never") {
    const said = `The mail service of the recipient, or the way to it, said: ${outcome.error}`;
    if (!mayHaveArrived)
      return {
        head: "Not delivered",
        lines: [`Your message "${subject}" was not delivered to ${recipient}.`, "", said],
      };
    return {
      head: "Not confirmed",
      lines: [
        `Your message "${subject}" was refused for ${recipient}, but an earlier try ended without an answer.`,
        "The earlier try may have delivered it: ask the recipient before you send it again.",
        "",
        said,
      ],
    };
  }
  const end = ["", `The last try ended with: ${outcome.error}`];
  if (!mayHaveArrived && !outcome.mayHaveArrived)
    return {
      head: "Not delivered",
      lines: [
        `Your message "${subject}" was not delivered to ${recipient}: it was tried for a day, and no mail service took it.`,
        ...end,
      ],
    };
  return {
    head: "Not confirmed",
    lines: [
      `Your message "${subject}" was tried for a day, and no mail service confirmed that it took it for ${recipient}.`,
      "It was most likely not delivered, but it may have been: ask the recipient before you send it again.",
      ...end,
    ],
  };
}

/** The message that tells a sender that a mail of theirs did not, or may not have, reached somebody. */
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
      "Other recipients of the message are not affected. It is not tried again for this one;",
      "check the address, or reach the recipient another way.",
    ].join("\n"),
    htmlBody: undefined,
    attachments: [],
    receivedAt: now,
  };
  return { ...notice, size: await mimeSize(notice) };
}
