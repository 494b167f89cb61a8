import type { Attachment, Email } from "postal-mime";
import { oneLine } from "#room/contract/primitives/one-line.ts";
import type { DeliveryReport, ReportedRecipient } from "#room/server/store/delivery-notices.ts";
import type { NoticeKind } from "#room/server/store/mail-tables.ts";

type Fields = ReadonlyMap<string, string>;

/** More than anybody writes to. */
const maxRecipients = 1000;
const maxText = 256 * 1024;
const maxIds = 20;

function textOf({ content }: Attachment): string {
  const text = typeof content === "string" ? content : new TextDecoder().decode(content.slice(0, maxText));
  return text.slice(0, maxText);
}

/** Groups of fields, separated by blank lines (RFC 3464). */
function groupsOf(text: string): Fields[] {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n{2,}/)
    .slice(0, maxRecipients + 1)
    .map((group) => {
      const lines = group.replaceAll(/\n[ \t]+/g, " ").split("\n");
      return new Map(
        lines.map((line): [string, string] => {
          const colon = line.indexOf(":");
          return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1).trim()];
        }),
      );
    })
    .filter((fields) => fields.size > 0);
}

/** "rfc822; <Doctor@x.example>" is Doctor@x.example. */
function addressIn(field: string | undefined): string[] {
  const address = oneLine((field ?? "").replace(/^[^;]*;/, ""))
    .trim()
    .replaceAll(/^<|>$/g, "");
  return address === "" || address.length > 320 ? [] : [address];
}

export const idsIn = (text: string | undefined) =>
  [...(text ?? "").matchAll(/<([^<>\s]{1,300})>/g)].map(([, id = ""]) => id);

const addressesOf = (fields: Fields) => [
  ...new Set([...addressIn(fields.get("original-recipient")), ...addressIn(fields.get("final-recipient"))]),
];

const said = (...texts: (string | undefined)[]) => {
  const text = oneLine(texts.find((one) => one !== undefined && one !== "") ?? "").slice(0, 500);
  return text === "" ? undefined : text.replace(/^[\w.-]{1,20};\s*/, "");
};

/** RFC 8098, and the Direct project's `dispatched`. */
function kindOfDisposition(disposition: string): NoticeKind | undefined {
  const [type = "", modifiers = ""] = (disposition.split(";")[1] ?? "").toLowerCase().trim().split("/");
  if (/error|failure/.test(modifiers) || type === "failed") return "failed";
  if (type === "processed") return "processed";
  return ["dispatched", "displayed", "deleted"].includes(type) ? "delivered" : undefined;
}

function readDisposition(text: string): { about: string[]; recipients: ReportedRecipient[] } {
  const fields: Fields = new Map(groupsOf(text).flatMap((group) => [...group]));
  const kind = kindOfDisposition(fields.get("disposition") ?? "");
  const addresses = addressesOf(fields);
  const reason = said(fields.get("failure"), fields.get("error"), fields.get("warning"));
  const status = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(reason ?? "")?.[0];
  return {
    about: idsIn(fields.get("original-message-id")),
    recipients: kind && addresses.length > 0 ? [{ addresses, kind, status, reason }] : [],
  };
}

/** RFC 3464. A positive one is not asked for, so that nobody's is believed. */
const kindOfAction: Readonly<Record<string, NoticeKind>> = { failed: "failed", delayed: "delayed" };

/** What the letter's text says below an address: exim says there alone what was wrong with it. */
function saidBelow(text: string, addresses: readonly string[]): string | undefined {
  const lines = text.split(/\r?\n/).slice(0, maxRecipients);
  const at = lines.findIndex((line) => addresses.includes(line.trim().replaceAll(/^<|>$/g, "")));
  if (at < 0) return undefined;
  const below = lines.slice(at + 1);
  const end = below.findIndex((line) => !/^[ \t]+\S/.test(line));
  return said((end < 0 ? below : below.slice(0, end)).map((line) => line.trim()).join(" "));
}

/** One that says no more than "failed" is worth less than what the other server answered. */
const statusIn = (text: string | undefined) => /\b[245]\.(?!0\.0\b)\d{1,3}\.\d{1,3}\b/.exec(text ?? "")?.[0];

function readStatus(text: string, letter: string): { about: string[]; recipients: ReportedRecipient[] } {
  const groups = groupsOf(text);
  const recipients = groups.flatMap((fields) => {
    const kind = kindOfAction[(fields.get("action") ?? "").toLowerCase()];
    const addresses = addressesOf(fields);
    if (!kind || addresses.length === 0) return [];
    const reason = said(fields.get("diagnostic-code")) ?? saidBelow(letter, addresses);
    const given = /^\d\.\d{1,3}\.\d{1,3}/.exec(fields.get("status") ?? "")?.[0];
    return [{ addresses, kind, status: statusIn(given) ?? statusIn(reason) ?? given, reason }];
  });
  return { about: groups.flatMap((fields) => idsIn(fields.get("x-original-message-id"))), recipients };
}

function returnedId(text: string): string[] {
  const head = text.split(/\r?\n\r?\n/, 1)[0] ?? "";
  return idsIn(/^message-id:([^\n]*(?:\r?\n[ \t][^\n]*)*)/im.exec(head)?.[1]);
}

const isNotDelivered = /^(?:not delivered|undeliver|email delivery failed|delivery (?:failed|failure))/i;
const isOfPostmaster = /^(?:postmaster|mailer-daemon)@/i;

/** A plain letter of a mail service that says so: it names the letter by its ID, and recipients in its text. */
function readLetter(mail: Email, from: string): DeliveryReport | undefined {
  if (!isNotDelivered.test(mail.subject ?? "") || !isOfPostmaster.test(from)) return undefined;
  const original = mail.headers.find(({ key }) => key === "x-original-message-id")?.value;
  const about = idsIn([mail.inReplyTo, mail.references, original].join(" ")).slice(0, maxIds);
  if (about.length === 0) return undefined;
  const text = (mail.text ?? "").slice(0, maxText);
  const words = text.split(/[\s<>()[\]:;,"']+/);
  const named = new Set(words.filter((word) => word.length <= 320 && /.@./.test(word)));
  const failed = { kind: "failed", status: undefined, reason: said(text), isGuess: true } as const;
  const recipients = [...named].slice(0, maxRecipients).map((one) => ({ addresses: [one], ...failed }));
  return { about, recipients, from };
}

/** What a letter reports of an earlier one, if it does: an MDN, a DSN, or a mail service's letter. */
export function readReport(mail: Email): DeliveryReport | undefined {
  const from = mail.from?.address ?? "";
  const parts = new Map(mail.attachments.map((part) => [part.mimeType.toLowerCase(), part]));
  const disposition = parts.get("message/disposition-notification");
  const status = parts.get("message/delivery-status");
  if (!disposition && !status) return readLetter(mail, from);
  const read = disposition
    ? readDisposition(textOf(disposition))
    : status && readStatus(textOf(status), (mail.text ?? "").slice(0, maxText));
  if (!read || read.recipients.length === 0) return undefined;
  const returned = parts.get("message/rfc822") ?? parts.get("text/rfc822-headers");
  const header = mail.headers.find(({ key }) => key === "x-original-message-id")?.value;
  const named = [...read.about, ...idsIn(header)];
  const about = named.length > 0 ? named : returned ? returnedId(textOf(returned)) : [];
  return about.length === 0 ? undefined : { ...read, about: about.slice(0, maxIds), from };
}

/** Whether the headers announce a report, whose returned letter must stay a part of its own. */
export function announcesReport(source: Uint8Array): boolean {
  const head = Buffer.from(source.buffer, source.byteOffset, Math.min(source.byteLength, 65_536)).toString(
    "latin1",
  );
  return /^content-type:\s*multipart\/report\b/im.test(head.split(/\r?\n\r?\n/, 1)[0] ?? "");
}
