import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { inWrittenOrder } from "#room/contract/primitives/written-order.ts";

export type SortKey = "received" | "from" | "subject" | "size" | "attachment";
export interface SortOrder {
  key: SortKey;
  descending: boolean;
}

/** The order of the service's answer. */
export const newestFirst: SortOrder = { key: "received", descending: true };

const collator = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });

export function newerFirst(a: MailboxSummary, b: MailboxSummary): number {
  const first = a.dateReceived ?? "";
  const second = b.dateReceived ?? "";
  if (first !== second) return first < second ? 1 : -1;
  return b.messageId - a.messageId;
}

/** The text a sender is sorted by and shown as: the name, else the address. */
export function senderName(from: string | null | undefined): string {
  const text = inWrittenOrder(from ?? "").trim();
  const open = text.indexOf("<");
  const isNamed = open > 0 && text.indexOf(">", open) === text.length - 1;
  const name = isNamed ? text.slice(0, open).trim().replaceAll(/^"|"$/g, "").trim() : "";
  return (name.includes('"') ? "" : name) || text.replace(/^<(.*)>$/, "$1") || "Unknown sender";
}

/** The subject without reply and forward prefixes, so that conversations sort together. */
export function bareSubject(subject: string | null | undefined): string {
  return inWrittenOrder(subject ?? "")
    .replace(/^(?:\s*(?:re|fwd?|aw|wg)\s*(?:\[\d+\])?:)+\s*/i, "")
    .trim();
}

function compareTexts(list: readonly MailboxSummary[], text: (summary: MailboxSummary) => string) {
  const keys = new Map(list.map((summary) => [summary, text(summary)]));
  return (a: MailboxSummary, b: MailboxSummary) => collator.compare(keys.get(a) ?? "", keys.get(b) ?? "");
}

function comparison(
  list: readonly MailboxSummary[],
  key: SortKey,
): (a: MailboxSummary, b: MailboxSummary) => number {
  if (key === "from") return compareTexts(list, (summary) => senderName(summary.from));
  if (key === "subject") return compareTexts(list, (summary) => bareSubject(summary.subject));
  if (key === "size") return (a, b) => a.messageSize - b.messageSize;
  if (key === "attachment") return (a, b) => Number(a.hasAttachments) - Number(b.hasAttachments);
  return (a, b) => -newerFirst(a, b);
}

/** Sorted; ties newest first. */
export function sortSummaries(list: readonly MailboxSummary[], order: SortOrder): readonly MailboxSummary[] {
  const compare = comparison(list, order.key);
  const direction = order.descending ? -1 : 1;
  return list.toSorted((a, b) => direction * compare(a, b) || newerFirst(a, b));
}
