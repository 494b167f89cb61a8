import { createHash } from "node:crypto";
import type { NewMessage } from "#room/server/store/message-record.ts";
import type { SentAs } from "#room/server/store/sent-messages.ts";
import type { Recipients } from "./read-email.ts";

/** Not shown by the interface: the allowed form of a client's message id. */
export function isClientMessageId(text: string): boolean {
  return /^[\w.:-]{1,64}$/.test(text);
}

/** The id with a digest of everything the recipients receive, except the time of writing. */
export function sentAs(
  { userId, clientId }: { userId: number; clientId: string },
  message: Pick<NewMessage, "sender" | "subject" | "textBody" | "htmlBody" | "attachments">,
  { to, cc, bcc }: Recipients,
): SentAs {
  const { sender, subject, textBody, htmlBody, attachments } = message;
  const hash = createHash("sha256");
  hash.update(JSON.stringify([sender, to, cc, bcc, subject, textBody, htmlBody]));
  for (const { fileName, contentType, content } of attachments)
    hash.update(JSON.stringify([fileName, contentType, content.byteLength])).update(content);
  return { userId, clientId, digest: hash.digest("hex") };
}
