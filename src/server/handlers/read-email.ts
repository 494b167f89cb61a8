import { canonicalDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { foldName } from "#room/server/store/storable-text.ts";
import type { AttachmentRecord } from "#room/server/store/message-record.ts";
import { base64Size } from "#room/contract/primitives/base64.ts";
import { oneLine } from "#room/contract/primitives/one-line.ts";
import type { Attachment, Email } from "#room/contract/schemas/email.ts";

/** Not shown by the interface: limits of a message (wire decisions, Messages). */
const longestSubject = 255;
const longestText = 2 * 1024 ** 2;
export const maxRecipients = 1000;
const maxAttachments = 250;
export const largestAttachment = 32 * 1024 ** 2;

/**
 * The bare address of `casey@direct.example` or `Casey <casey@direct.example>`. Text of several lines stays whole, which is
 * nobody's address: what stands before the brackets could look like the recipient.
 */
export function bareAddress(text: string): string {
  const whole = text.trim();
  return /\p{Cc}/u.test(whole) ? whole : (/<([^<>]*)>$/.exec(whole)?.[1] ?? whole).trim();
}

/** Whether it looks like an address: a local part and a domain, without spaces or control characters. */
export function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>(),;:"\\[\]\p{Cc}]{1,64}@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u.test(text);
}

function addressesOf(list: readonly string[] | null | undefined): string[] {
  return (list ?? []).map(bareAddress).filter((address) => address !== "");
}

export type Recipients = ReturnType<typeof recipientsOf>;

export function recipientsOf(email: Email | null | undefined) {
  const to = addressesOf(email?.to);
  const cc = addressesOf(email?.cc);
  const bcc = addressesOf(email?.bcc);
  const byKey = new Map([...to, ...cc, ...bcc].map((address) => [foldName(address), address]));
  return { to, cc, bcc, everybody: [...byKey.values()] };
}

/** What is wrong with a message that has no flag of its own; undefined if nothing is. */
export function faultOfContent(email: Email): string | undefined {
  if ((email.subject ?? "").length > longestSubject)
    return `The subject is longer than ${longestSubject} characters.`;
  if ((email.textBody ?? "").length + (email.htmlBody ?? "").length > longestText)
    return `The text is longer than ${longestText} characters. Send it as a file. Nothing was sent.`;
  if ((email.attachments ?? []).length > maxAttachments)
    return `There are more than ${maxAttachments} attachments. Nothing was sent.`;
  const large = (email.attachments ?? []).findIndex(
    (attachment) => base64Size(attachment.base64 ?? "") > largestAttachment,
  );
  return large === -1
    ? undefined
    : `Attachment ${large + 1} is larger than ${largestAttachment / 1024 ** 2} MiB. Nothing was sent.`;
}

function attachmentOf({ base64, contentType, fileName }: Attachment, index: number): AttachmentRecord {
  return {
    fileName: oneLine(fileName ?? "") || `attachment-${index + 1}`,
    contentType: oneLine(contentType ?? "") || "application/octet-stream",
    content: Buffer.from(base64 ?? "", "base64"),
  };
}

/** The stored parts of a message: as received, except that header values are reduced to one line. */
export function contentOf(email: Email) {
  return {
    subject: oneLine(email.subject ?? ""),
    textBody: email.textBody ?? undefined,
    htmlBody: email.htmlBody ?? undefined,
    createdTime: email.createdTime ? canonicalDateTime(email.createdTime) : undefined,
    attachments: (email.attachments ?? []).map(attachmentOf),
  };
}
