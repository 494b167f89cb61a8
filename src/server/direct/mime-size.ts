import MailComposer from "nodemailer/lib/mail-composer";
import type { NewMessage } from "#room/server/store/message-record.ts";
import { base64Length } from "#room/contract/primitives/base64.ts";
import { mailOfMessage } from "./mail-of-message.ts";

const lineLength = 76;
const lineEnd = 2;

/** The size of base64 in a mail, in bytes: lines of 76 characters with a CRLF, except the last. */
function encodedSize(bytes: number): number {
  const characters = base64Length(bytes);
  return characters + Math.max(0, Math.ceil(characters / lineLength) - 1) * lineEnd;
}

/**
 * The size of a message as MIME, in bytes, as it is sent by mail. The mail is composed with only the first byte of each
 * attachment, and the rest is calculated, since attachments may be large.
 */
export async function mimeSize(message: Omit<NewMessage, "size">): Promise<number> {
  const stubs = message.attachments.map((attachment) => ({
    ...attachment,
    content: Buffer.from(attachment.content.subarray(0, 1)),
  }));
  const outline = await new MailComposer(mailOfMessage(message, stubs)).compile().build();
  return message.attachments.reduce(
    (size, { content }) =>
      size + encodedSize(content.byteLength) - encodedSize(Math.min(1, content.byteLength)),
    outline.byteLength,
  );
}
