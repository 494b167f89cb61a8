import type { Readable } from "node:stream";
import type MailComposer from "nodemailer/lib/mail-composer";
import type { MessageRecord, NewMessage } from "#room/server/store/message-record.ts";
import { oneLine } from "#room/contract/primitives/one-line.ts";
import { safeFileName } from "#room/contract/primitives/safe-file-name.ts";
import { base64Length } from "#room/contract/primitives/base64.ts";

type MailOptions = NonNullable<ConstructorParameters<typeof MailComposer>[0]>;

/**
 * A type that describes the structure of a mail would change how it is composed, so such a file is sent as plain bytes.
 */
function safeType(contentType: string): string {
  const type = oneLine(contentType);
  return /^(multipart|message)\//i.test(type) ? "application/octet-stream" : type;
}

interface MailAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer | Readable;
}

function threadHeaders(references: readonly string[]) {
  const ids = references.map((id) => `<${oneLine(id)}>`);
  const answered = ids.at(-1);
  return answered === undefined ? {} : { inReplyTo: answered, references: ids };
}

/** A message for nodemailer to compose. Nothing is ever read from a path or URL. */
export function mailOfMessage(
  message: Omit<NewMessage, "attachments" | "size"> & Partial<Pick<MessageRecord, "references">>,
  attachments: readonly MailAttachment[],
): MailOptions {
  return {
    from: message.sender,
    to: [...message.to],
    cc: [...message.cc],
    // Stored as one line, except for messages older than that rule.
    subject: oneLine(message.subject),
    date: new Date(message.receivedAt),
    ...(message.textBody === undefined ? {} : { text: message.textBody }),
    ...(message.htmlBody === undefined ? {} : { html: message.htmlBody }),
    ...threadHeaders(message.references ?? []),
    attachments: attachments.map(({ fileName, contentType, content }) => ({
      filename: safeFileName(fileName),
      contentType: safeType(contentType),
      contentTransferEncoding: "base64",
      content,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

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
  // Loaded when somebody sends a message.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const outline = await new MailComposer(mailOfMessage(message, stubs)).compile().build();
  return message.attachments.reduce(
    (size, { content }) =>
      size + encodedSize(content.byteLength) - encodedSize(Math.min(1, content.byteLength)),
    outline.byteLength,
  );
}
