import type MailComposer from "nodemailer/lib/mail-composer";
import type { NewMessage } from "#room/server/store/message-record.ts";
import type { Readable } from "node:stream";
import { oneLine } from "#room/contract/primitives/one-line.ts";

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

/** A message for nodemailer to compose. Nothing is ever read from a path or URL. */
export function mailOfMessage(
  message: Omit<NewMessage, "attachments" | "size">,
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
    attachments: attachments.map(({ fileName, contentType, content }) => ({
      filename: oneLine(fileName),
      contentType: safeType(contentType),
      contentTransferEncoding: "base64",
      content,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
