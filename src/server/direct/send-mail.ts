import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import type { OutgoingMail } from "#room/server/store/outgoing-mail.ts";
import type { MessageRecord } from "#room/server/store/messages.ts";
import { mailOfMessage } from "./mail-of-message.ts";

/** What became of handing a mail over. */
export type HandOver =
  | { readonly kind: "sent" }
  /** Worth another try: the other side is busy, cannot be reached, or refuses our sign-in. */
  | { readonly kind: "later"; readonly error: string }
  /** The other side will never take it. */
  | { readonly kind: "never"; readonly error: string };

export interface MailSender {
  send(mail: OutgoingMail, message: MessageRecord): Promise<HandOver>;
  close(): void;
}

/** Faults of ours or of the way, whatever status came with them: they are mended, and the mail goes later. */
const faultsOfTheWay = new Set([
  "EAUTH",
  "ETLS",
  "EDNS",
  "ESOCKET",
  "ECONNECTION",
  "ETIMEDOUT",
  "EOAUTH2",
  "ENOAUTH",
]);

function handOverOf(error: unknown): HandOver {
  const text = error instanceof Error ? error.message : String(error);
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  const status: unknown = error instanceof Error && "responseCode" in error ? error.responseCode : undefined;
  const isFinal =
    typeof status === "number" && status >= 500 && !faultsOfTheWay.has(typeof code === "string" ? code : "");
  return { kind: isFinal ? "never" : "later", error: text };
}

/** The same for every try and every recipient: who gets a mail twice can tell that it is one. */
function messageIdOf({ messageId, receivedAt, sender }: MessageRecord): string {
  const domain = sender.slice(sender.lastIndexOf("@") + 1);
  return `<visit-console.${messageId}.${receivedAt}@${domain}>`;
}

/**
 * Hands mail to a submission server (RFC 6409), always over TLS: smtps:// from the first byte, smtp:// by STARTTLS,
 * without which nothing is sent. Options may follow in the address, as nodemailer reads them.
 */
export function createMailSender(url: string, options: { ca?: string | undefined } = {}): MailSender {
  const transport = createTransport(
    {
      url,
      requireTLS: true,
      disableFileAccess: true,
      disableUrlAccess: true,
      connectionTimeout: 30_000,
      greetingTimeout: 30_000,
      socketTimeout: 120_000,
      ...(options.ca === undefined ? {} : { tls: { ca: options.ca } }),
    },
    {},
  );
  return {
    async send(mail, message) {
      try {
        const attachments = message.attachments.map((attachment) => ({
          ...attachment,
          content: Readable.from(attachment.pieces(), { objectMode: false }),
        }));
        await transport.sendMail({
          ...mailOfMessage(message, attachments),
          messageId: messageIdOf(message),
          envelope: { from: mail.sender, to: [mail.recipient] },
        });
        return { kind: "sent" };
      } catch (error) {
        return handOverOf(error);
      }
    },
    close: () => transport.close(),
  };
}
