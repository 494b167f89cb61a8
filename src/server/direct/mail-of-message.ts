import type MailComposer from "nodemailer/lib/mail-composer";
import type { Readable } from "node:stream";
import type { NewMessage } from "#room/server/store/messages.ts";

type MailOptions = NonNullable<ConstructorParameters<typeof MailComposer>[0]>;

/** A type that says how a mail is built would have the mail built by it: such a file goes as plain bytes. */
function safeType(contentType: string): string {
  return /^\s*(multipart|message)\//i.test(contentType) ? "application/octet-stream" : contentType;
}

interface MailAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer | Readable;
}

/** A message as nodemailer composes it. Nothing is ever read from a path or an address. */
export function mailOfMessage(
  message: Omit<NewMessage, "attachments" | "size">,
  attachments: readonly MailAttachment[],
): MailOptions {
  return {
    from: message.sender,
    to: [...message.to],
    cc: [...message.cc],
    subject: message.subject,
    date: new Date(message.receivedAt),
    ...(message.textBody === undefined ? {} : { text: message.textBody }),
    ...(message.htmlBody === undefined ? {} : { html: message.htmlBody }),
    attachments: attachments.map(({ fileName, contentType, content }) => ({
      filename: fileName,
      contentType: safeType(contentType),
      contentTransferEncoding: "base64",
      content,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
