import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import type { OutgoingMail } from "#room/server/store/outgoing-mail.ts";
import type { MessageRecord } from "#room/server/store/messages.ts";
import { mailOfMessage } from "./mail-of-message.ts";

/** What became of handing a mail over. */
export type HandOver =
  | { readonly kind: "sent" }
  /** Worth another try: the other side is busy, cannot be reached, or refuses our sign-in. */
  | ({ readonly kind: "later"; readonly mayHaveArrived: boolean } & HandOverFault)
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

/** A server that goes away says so whenever it likes: nothing about the mail. */
const serverLeaves = 421;

function handOverOf(error: unknown, hasLeft: boolean): HandOver {
  const text = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const status = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
  const isFinal = status >= 500 && refusalsOfMail.has(code) && !refusalsOfSignIn.has(status);
  const fault = { error: text, cause: `${code} ${status || ""}`.trim() };
  if (isFinal) return { kind: "never", ...fault };
  const isRefused = status >= 400 && status !== serverLeaves;
  return { kind: "later", mayHaveArrived: hasLeft && !isRefused, ...fault };
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
  // A server has nothing of a mail before it has its end: the marks are by envelope, one for each hand-over.
  const leftWhole = new WeakSet();
  transport.use("stream", (mail, done) => {
    mail.message.processFunc((content) =>
      content.once("end", () => mail.data.envelope && leftWhole.add(mail.data.envelope)),
    );
    done();
  });
  return {
    async send(mail, message, signal) {
      const envelope = { from: mail.sender, to: [mail.recipient] };
      try {
        const attachments = message.attachments.map((attachment) => ({
          ...attachment,
          content: Readable.from(attachment.pieces(), { objectMode: false }),
        }));
        await transport.sendMail({
          ...mailOfMessage(message, attachments),
          messageId: messageIdOf(message),
          envelope,
          ...(signal === undefined ? {} : { signal }),
        });
        return { kind: "sent" };
      } catch (error) {
        return handOverOf(error, leftWhole.has(envelope));
      }
    },
    close: () => transport.close(),
  };
}
