import { createHash } from "node:crypto";
import type { Address, Attachment } from "postal-mime";
import type { AttachmentRecord, NewMessage } from "#room/server/store/message-record.ts";
import type { MailIdentity } from "#room/server/store/fetched-mail-repository.ts";
import type { Threading } from "#room/server/store/conversations.ts";
import { oneLine } from "#room/contract/primitives/one-line.ts";
import { canonicalDateTime, isWireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { LetterTooLarge, parseLetter } from "./parse-letter.ts";
import type { DeliveryReport } from "#room/server/store/delivery-notices.ts";
import { idsIn, readReport } from "./read-report.ts";

/** The bytes 0x80 to 0x9F in windows-1252; five of them are undefined. */
const letters = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";
const first = 0x80;

/**
 * Some versions of Node decode windows-1252 as latin-1, which yields control characters in place of quotes, dashes and
 * the euro sign (nodejs/node 56542). Mail text does not contain such control characters, so they are converted to what
 * was meant.
 */
function mendWindows1252(text: string): string {
  return text.replaceAll(/[\u{80}-\u{9F}]/gu, (control) => letters[control.charCodeAt(0) - first] ?? control);
}

export interface ReadMail {
  readonly message: Omit<NewMessage, "receivedAt">;
  readonly identity: MailIdentity;
  readonly threading: Threading;
  /** Everyone it names, and the delivered-to addresses. */
  readonly recipients: readonly string[];
  /** What it says became of an earlier letter. */
  readonly report: DeliveryReport | undefined;
}

function mailboxesIn(list: readonly Address[] | undefined) {
  return (list ?? [])
    .flatMap((entry) => (entry.group ? entry.group : [entry]))
    .flatMap(({ address, name }) => (address ? [{ address, name: oneLine(mendWindows1252(name)) }] : []));
}

function addressesOf(list: readonly Address[] | undefined): string[] {
  return mailboxesIn(list).map(({ address }) => address);
}

/** With display names, as in the mail's own headers: `"Park, Ines" <ines@lab.example>`. */
function namedIn(list: readonly Address[] | undefined): string[] {
  return mailboxesIn(list).map(({ address, name }) => {
    if (name === "" || name === address) return address;
    const words = /^[\p{L}\p{N} '-]+$/u.test(name) ? name : `"${name.replaceAll(/["\\]/g, "")}"`;
    return `${words} <${address}>`;
  });
}

function attachmentOf({ filename, mimeType, content }: Attachment, index: number): AttachmentRecord {
  return {
    fileName: oneLine(mendWindows1252(filename ?? "")) || `attachment-${index + 1}`,
    contentType: oneLine(mimeType) || "application/octet-stream",
    content: typeof content === "string" ? Buffer.from(content) : new Uint8Array(content),
  };
}

function createdTimeOf(date: string | undefined): string | undefined {
  return date !== undefined && isWireDateTime(date) ? canonicalDateTime(date) : undefined;
}

function mended(text: string | undefined): string | undefined {
  return text === undefined ? undefined : mendWindows1252(text);
}

const deliveredHeaders = new Set(["delivered-to", "x-original-to", "envelope-to", "x-envelope-to"]);

/** Far more than anybody writes to; each is looked up. */
const maxAddresses = 5000;

/** What a letter says, without what the mail services on its way add: a letter that is sent again has the same. */
function digestOf({ size: _size, attachments, ...said }: ReadMail["message"]): string {
  const hash = createHash("sha256").update(JSON.stringify(said));
  for (const { fileName, contentType, content } of attachments)
    hash.update(JSON.stringify([fileName, contentType, content.byteLength])).update(content);
  return hash.digest("hex");
}

/** Parses MIME mail: any charset, encoded words, nested parts, continued parameters. Throws LetterTooLarge. */
export async function readMail(source: Uint8Array): Promise<ReadMail> {
  const size = source.byteLength;
  const mail = await parseLetter(source);
  const to = addressesOf(mail.to);
  const cc = addressesOf(mail.cc);
  const delivered = mail.headers
    .filter(({ key }) => deliveredHeaders.has(key))
    .map(({ value }) => (/<([^<>]*)>/.exec(value)?.[1] ?? value).trim());
  const sender = namedIn([mail.from, mail.sender].filter((entry) => entry !== undefined))[0];
  const recipients = [...to, ...cc, ...addressesOf(mail.bcc), ...delivered];
  if (recipients.length > maxAddresses)
    throw new LetterTooLarge(`it names more than ${maxAddresses.toLocaleString("en-US")} addresses`);
  const message = {
    sender: sender ?? mail.returnPath ?? "",
    to: namedIn(mail.to),
    cc: namedIn(mail.cc),
    createdTime: createdTimeOf(mail.date),
    subject: oneLine(mendWindows1252(mail.subject ?? "")),
    textBody: mended(mail.text),
    htmlBody: mended(mail.html),
    attachments: mail.attachments.map(attachmentOf),
    size,
  };
  return {
    message,
    threading: {
      mailId: idsIn(mail.messageId)[0],
      // The letter it answers is the nearest, whether References names it or not.
      references: [...idsIn(mail.references), ...idsIn(mail.inReplyTo).slice(0, 1)],
    },
    identity: { messageId: mail.messageId?.trim() || undefined, digest: digestOf(message) },
    recipients,
    report: readReport(mail),
  };
}
