import { onceFor } from "#room/signals/once-for.ts";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { dateOfWire, wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { formatSize } from "#room/ui/formats.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The day that its row shows, by this computer’s clock, as `yyyy-MM-dd`. */
const dayOf = onceFor(({ dateReceived }: MailboxSummary): string => {
  const at = dateOfWire(dateReceived);
  return at ? wireDateTimeOf(new Date(at.getTime() - at.getTimezoneOffset() * 60_000)).slice(0, 10) : "";
});

/**
 * All text of a summary in lower case, for substring search. Built once per summary and kept with it, so that unchanged
 * summaries of the next answer still have theirs.
 */
const textOf = onceFor((summary: MailboxSummary): string => {
  const date = dayOf(summary);
  const month = months[Number(date.slice(5, 7)) - 1] ?? "";
  const day = month === "" ? "" : `${month} ${Number(date.slice(8, 10))} ${date.slice(0, 4)}`;
  const attached = summary.hasAttachments ? "attachment" : "";
  const size = formatSize(summary.messageSize);
  return `${summary.from ?? ""}\n${summary.subject ?? ""}\n${date} ${day}\n${size} ${attached} #${summary.messageId}\n${(summary.labels ?? []).join("\n")}\n${summary.preview ?? ""}`.toLowerCase();
});

export interface SearchQuery {
  words: readonly string[];
  from: readonly string[];
  subject: readonly string[];
  label: readonly string[];
  attachment: boolean;
  unread: boolean;
  after?: string;
  before?: string;
  larger?: number;
  smaller?: number;
}

const units: Record<string, number> = { "": 1, b: 1, k: 1000, kb: 1000, m: 1_000_000, mb: 1_000_000 };

function bytesOf(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(b|kb?|mb?)?$/i.exec(text);
  if (!match) return undefined;
  return Number(match[1]) * (units[(match[2] ?? "").toLowerCase()] ?? 1);
}

/**
 * Words that must all occur, "phrases", and `from: subject: label: has:attachment is:unread after: before: larger: smaller:`.
 */
export function parseSearch(text: string): SearchQuery {
  const words: string[] = [];
  const from: string[] = [];
  const subject: string[] = [];
  const label: string[] = [];
  let query: SearchQuery = { words, from, subject, label, attachment: false, unread: false };
  for (const [whole, key = "", phrase, plain] of text
    .toLowerCase()
    .matchAll(/(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/g)) {
    const value = phrase ?? plain ?? "";
    if (value === "") continue;
    if (key === "from") from.push(value);
    else if (key === "subject") subject.push(value);
    else if (key === "label") label.push(value);
    else if (key === "has" && "attachments".startsWith(value)) query = { ...query, attachment: true };
    else if (key === "is" && value === "unread") query = { ...query, unread: true };
    else if ((key === "after" || key === "before") && /^\d{4}(?:-\d{2}){0,2}$/.test(value))
      query = { ...query, [key]: value };
    else if ((key === "larger" || key === "smaller") && bytesOf(value) !== undefined) {
      query = { ...query, [key]: bytesOf(value) };
    } else words.push(key === "" ? value : whole.replaceAll('"', ""));
  }
  return query;
}

export interface SearchContext {
  isUnread(summary: MailboxSummary): boolean;
  /** The numbers of messages that the service found by the words, somewhere in them. */
  found?: ReadonlySet<number> | undefined;
}

function fits(query: SearchQuery, summary: MailboxSummary, { isUnread }: SearchContext): boolean {
  if (query.attachment && !summary.hasAttachments) return false;
  if (query.unread && !isUnread(summary)) return false;
  if (query.after !== undefined && dayOf(summary) < query.after) return false;
  if (query.before !== undefined && dayOf(summary) >= query.before) return false;
  if (query.larger !== undefined && summary.messageSize <= query.larger) return false;
  if (query.smaller !== undefined && summary.messageSize >= query.smaller) return false;
  if (!query.from.every((part) => (summary.from ?? "").toLowerCase().includes(part))) return false;
  if (
    !query.label.every((part) => (summary.labels ?? []).some((label) => label.toLowerCase().includes(part)))
  )
    return false;
  return query.subject.every((part) => (summary.subject ?? "").toLowerCase().includes(part));
}

/** The matching summaries, in their order. An empty search returns the same array. */
export function searchSummaries(
  summaries: readonly MailboxSummary[],
  text: string,
  context: SearchContext,
): readonly MailboxSummary[] {
  const query = parseSearch(text);
  const hasMore = Object.entries(query).some(([, value]) =>
    Array.isArray(value) ? value.length > 0 : Boolean(value),
  );
  if (!hasMore) return summaries;
  return summaries.filter((summary) => {
    if (query.words.length > 0 && context.found?.has(summary.messageId) !== true) {
      const text = textOf(summary);
      for (const word of query.words) if (!text.includes(word)) return false;
    }
    return fits(query, summary, context);
  });
}

/** The search words that can appear in a row. */
export function markedWords(text: string): readonly string[] {
  const { words, from, subject } = parseSearch(text);
  return [...words, ...from, ...subject];
}
