import { oneLine } from "#room/contract/primitives/one-line.ts";
import type { Email } from "#room/contract/schemas/email.ts";
import { parseAddresses, withoutDuplicates } from "#room/features/messages/addresses/parse-addresses.ts";
import { counted } from "#room/contract/primitives/counted.ts";
import { bareSubject } from "#room/features/messages/inbox/sort-summaries.ts";

export type AnswerKind = "reply" | "reply-all" | "forward";

function plain(list: readonly string[] | null | undefined): string[] {
  return withoutDuplicates((list ?? []).flatMap(parseAddresses)).flatMap((entry) => entry.address || []);
}

/** The recipients and subject of a reply. `own` are this user's addresses, which are left out. */
export function answerTo(kind: AnswerKind, email: Email, own: readonly string[]) {
  const mine = new Set(own.map((address) => address.toLowerCase()));
  const notMe = (address: string) => !mine.has(address.toLowerCase());
  const from = plain(email.from ? [email.from] : []);
  // A reply to one's own message goes to its recipients.
  const fromMe = from.length > 0 && !from.some(notMe);
  const to = kind === "forward" ? [] : fromMe ? plain(email.to) : from;
  const taken = new Set(to.map((address) => address.toLowerCase()));
  const others = [...(fromMe ? [] : plain(email.to)), ...plain(email.cc)].filter(notMe);
  const cc =
    kind === "reply-all" ? [...new Set(others)].filter((address) => !taken.has(address.toLowerCase())) : [];
  return {
    to,
    cc,
    subject: `${kind === "forward" ? "Fwd" : "Re"}: ${oneLine(bareSubject(email.subject))}`.slice(0, 255),
  };
}

/** The composer's heading. `people` are names, or addresses without one; the first is the person replied to. */
export function answerTitle(kind: AnswerKind, people: readonly string[], subject: string): string {
  if (kind === "forward") return `Forward: ${subject || "No subject"}`;
  const [first, ...others] = people;
  if (first === undefined) return "Reply";
  if (others.length === 0) return `Reply to ${first}`;
  return `Reply to ${first} and ${counted(others.length, "other")}`;
}

export interface QuoteFacts {
  from: string;
  received: string;
  to: string;
  subject: string;
}

/** The lines above a quote: full headers for a forwarded message, one line for a reply. */
export function quoteIntro(kind: AnswerKind, facts: QuoteFacts): string[] {
  if (kind !== "forward") return [`On ${facts.received}, ${facts.from} wrote:`];
  return [
    "---- Forwarded message ----",
    `From: ${facts.from}`,
    `Date: ${facts.received}`,
    `To: ${facts.to}`,
    `Subject: ${facts.subject}`,
  ];
}

/** A text below its intro, each line quoted; a forwarded text is left as it is. */
export function quotedText(kind: AnswerKind, facts: QuoteFacts, text: string): string {
  const lines = text
    .replaceAll(/\r\n?/g, "\n")
    .replace(/(?<!\n)\n+$/, "")
    .split("\n");
  const quoted =
    kind === "forward"
      ? lines
      : lines.map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`.trimEnd()));
  const gap = kind === "forward" ? [""] : [];
  return ["", "", ...quoteIntro(kind, facts), ...gap, ...quoted, ""].join("\n");
}
