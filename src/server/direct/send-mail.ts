import { Readable } from "node:stream";
import type { MessageRecord } from "#room/server/store/message-record.ts";
import { createTransport } from "nodemailer";
import type { OutgoingMail } from "#room/server/store/outbox.ts";
import { mailOfMessage } from "./mail-of-message.ts";

export type HandOver =
  | { readonly kind: "sent" }
  /** Worth another try: the server is busy, unreachable, or refuses our sign-in. */
  | ({ readonly kind: "later"; readonly mayHaveArrived: boolean } & HandOverFault)
  /** The server will never accept it. */
  | ({ readonly kind: "never" } & HandOverFault);

interface HandOverFault {
  readonly error: string;
  /** The error's code and status, which name no one. */
  readonly cause: string;
}

export interface SendOptions {
  /** Ask the recipient's mail service to tell what becomes of it. */
  readonly asksForNotices?: boolean;
  /** Ends it. */
  readonly signal?: AbortSignal;
  /** Asked once all but the end is sent. Without its yes the server gets no end, and with that no mail. */
  readonly mayEnd?: () => Promise<boolean>;
}

export interface MailSender {
  send(mail: OutgoingMail, message: MessageRecord, options?: SendOptions): Promise<HandOver>;
  close(): void;
}

/**
 * Errors about the mail itself. All others are problems of ours or of the connection: once they are fixed, the mail is
 * sent.
 */
const refusalsOfMail = new Set(["EENVELOPE", "EMESSAGE"]);

/** The server requires TLS or another sign-in, in reply to any command (RFC 3207, RFC 4954). */
const refusalsOfSignIn = new Set([530, 534, 535, 538]);

/** A server that shuts down says so at any time; this says nothing about the mail. */
const serverLeaves = 421;

/** Of the mailer, before what the server said. */
const allRejected = /^Can't send mail - all recipients were rejected: /;

function handOverOf(error: unknown, hasLeft: boolean): HandOver {
  // The sender reads it as the other side's words.
  const text = (error instanceof Error ? error.message : String(error)).replace(allRejected, "");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const status = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
  const isFinal = status >= 500 && refusalsOfMail.has(code) && !refusalsOfSignIn.has(status);
  const fault = { error: text, cause: `${code} ${status || ""}`.trim() };
  if (isFinal) return { kind: "never", ...fault };
  const isRefused = status >= 400 && status !== serverLeaves;
  return { kind: "later", mayHaveArrived: hasLeft && !isRefused, ...fault };
}

/** Tell us when the recipient's provider has it, and when it is in their mailbox (Implementation Guide for Delivery Notification in Direct, 1.3). */
const noticesAsked = (sender: string) => ({
  "Disposition-Notification-To": sender,
  "Disposition-Notification-Options": "X-DIRECT-FINAL-DESTINATION-DELIVERY=optional,true",
});

/** Passes everything on, and ends if it may. */
async function* endingBy(mayEnd: () => Promise<boolean>, content: Readable) {
  yield* content;
  if (!(await mayEnd())) throw new Error("The mail is another process’s by now");
}

/**
 * Hands mail to a submission server (RFC 6409), always over TLS: smtps:// from the first byte, smtp:// with required
 * STARTTLS. The URL may have options, as in nodemailer.
 */
export function createMailSender(
  url: string,
  options: { readonly ca?: string | undefined } = {},
): MailSender {
  const transport = createTransport(
    {
      url,
      requireTLS: true,
      disableFileAccess: true,
      disableUrlAccess: true,
      connectionTimeout: 30_000,
      greetingTimeout: 30_000,
      // RFC 5321, 4.5.3.2.6: hanging up earlier on a server that is checking a large mail would deliver it twice.
      socketTimeout: 600_000,
      ...(options.ca === undefined ? {} : { tls: { ca: options.ca } }),
    },
    {},
  );
  // One for each hand-over, which has an envelope of its own.
  const ends = new WeakMap<object, () => Promise<boolean>>();
  transport.use("stream", (mail, done) => {
    const { envelope } = mail.data;
    const mayEnd = envelope && ends.get(envelope);
    if (mayEnd)
      mail.message.processFunc((content) => Readable.from(endingBy(mayEnd, content), { objectMode: false }));
    done();
  });
  return {
    async send(mail, message, { asksForNotices = true, signal, mayEnd = async () => true } = {}) {
      const envelope = { from: mail.sender, to: [mail.recipient] };
      // A server has not accepted a mail before its end.
      let hasLeft = false;
      ends.set(envelope, async () => (hasLeft = await mayEnd()));
      try {
        const attachments = message.attachments.map((attachment) => ({
          ...attachment,
          content: Readable.from(attachment.pieces(), { objectMode: false }),
        }));
        await transport.sendMail({
          ...mailOfMessage(message, attachments),
          // The same for every try and recipient, so that who gets it twice can recognize it.
          messageId: `<${mail.mailId}>`,
          ...(asksForNotices && { headers: noticesAsked(mail.sender) }),
          envelope,
          ...(signal === undefined ? {} : { signal }),
        });
        return { kind: "sent" };
      } catch (error) {
        return handOverOf(error, hasLeft);
      }
    },
    close: () => transport.close(),
  };
}
