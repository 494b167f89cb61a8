import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import type { OutgoingMail } from "#room/server/store/outgoing-mail.ts";
import type { MessageRecord } from "#room/server/store/messages.ts";
import { mailOfMessage } from "./mail-of-message.ts";

/** What became of handing a mail over. */
export type HandOver =
  | { readonly kind: "sent" }
  /** Worth another try: the other side is busy, cannot be reached, or refuses our sign-in. It may have been taken all the same. */
  | ({ readonly kind: "later" } & HandOverFault)
  /** The other side will never take it. */
  | ({ readonly kind: "never" } & HandOverFault);

interface HandOverFault {
  readonly error: string;
  /** The code and the status of the error: it names nobody. */
  readonly cause: string;
}

export interface MailSender {
  /** Ends when the signal does. */
  send(mail: OutgoingMail, message: MessageRecord, signal?: AbortSignal): Promise<HandOver>;
  close(): void;
}

/** What is said about the mail. All else is a fault of ours or of the way: it is mended, and the mail goes later. */
const refusalsOfMail = new Set(["EENVELOPE", "EMESSAGE"]);

/** They ask for TLS or another sign-in, after whatever command (RFC 3207, RFC 4954). */
const refusalsOfSignIn = new Set([530, 534, 535, 538]);

function handOverOf(error: unknown): HandOver {
  const text = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const status = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
  const isFinal = status >= 500 && refusalsOfMail.has(code) && !refusalsOfSignIn.has(status);
  return { kind: isFinal ? "never" : "later", error: text, cause: `${code} ${status || ""}`.trim() };
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
      // RFC 5321, 4.5.3.2.6: who hangs up earlier on a server that checks a large mail has it twice there.
      socketTimeout: 600_000,
      ...(options.ca === undefined ? {} : { tls: { ca: options.ca } }),
    },
    {},
  );
  return {
    async send(mail, message, signal) {
      try {
        const attachments = message.attachments.map((attachment) => ({
          ...attachment,
          content: Readable.from(attachment.pieces(), { objectMode: false }),
        }));
        await transport.sendMail({
          ...mailOfMessage(message, attachments),
          messageId: messageIdOf(message),
          envelope: { from: mail.sender, to: [mail.recipient] },
          ...(signal === undefined ? {} : { signal }),
        });
        return { kind: "sent" };
      } catch (error) {
        return handOverOf(error);
      }
    },
    close: () => transport.close(),
  };
}
