import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { counted } from "#room/contract/primitives/counted.ts";

export type MarkChange =
  | { readonly isRead: boolean }
  | { readonly isArchived: boolean }
  | { readonly addLabel: string }
  | { readonly removeLabel: string };

const sameLabel = (label: string) => (other: string) => other.toLowerCase() === label.toLowerCase();

export function labelsOf({ labels }: Pick<MailboxSummary, "labels">): readonly string[] {
  return labels ?? [];
}

export function changesIt(summary: MailboxSummary, change: MarkChange): boolean {
  if ("isRead" in change) return (summary.isRead ?? false) !== change.isRead;
  if ("isArchived" in change) return (summary.isArchived ?? false) !== change.isArchived;
  if ("addLabel" in change) return !labelsOf(summary).some(sameLabel(change.addLabel));
  return labelsOf(summary).some(sameLabel(change.removeLabel));
}

export function withChange(summary: MailboxSummary, change: MarkChange): MailboxSummary {
  if ("addLabel" in change) return { ...summary, labels: [...labelsOf(summary), change.addLabel] };
  if ("removeLabel" in change) {
    const isIt = sameLabel(change.removeLabel);
    return { ...summary, labels: labelsOf(summary).filter((label) => !isIt(label)) };
  }
  return { ...summary, ...change };
}

/** Summaries with the change at those of these ids; the others are the same objects. */
export function withChangeAt(
  summaries: readonly MailboxSummary[],
  ids: ReadonlySet<number>,
  change: MarkChange,
): MailboxSummary[] {
  return summaries.map((summary) =>
    ids.has(summary.messageId) && changesIt(summary, change) ? withChange(summary, change) : summary,
  );
}

export function undoOf(change: MarkChange): MarkChange {
  if ("isRead" in change) return { isRead: !change.isRead };
  if ("isArchived" in change) return { isArchived: !change.isArchived };
  if ("addLabel" in change) return { removeLabel: change.addLabel };
  return { addLabel: change.removeLabel };
}

export function requestOf(change: MarkChange) {
  if ("addLabel" in change) return { addLabels: [change.addLabel] };
  if ("removeLabel" in change) return { removeLabels: [change.removeLabel] };
  return change;
}

export function doneWords(change: MarkChange, count: number): string {
  const messages = counted(count, "message");
  if ("isRead" in change) return `${messages} marked as ${change.isRead ? "read" : "unread"}`;
  if ("isArchived" in change) return `${messages} ${change.isArchived ? "archived" : "moved to the inbox"}`;
  return "addLabel" in change
    ? `${messages} labeled “${change.addLabel}”`
    : `“${change.removeLabel}” removed from ${messages}`;
}

export function labelsIn(summaries: readonly MailboxSummary[]): string[] {
  const found = new Map<string, string>();
  for (const { labels } of summaries)
    for (const label of labels ?? [])
      if (!found.has(label.toLowerCase())) found.set(label.toLowerCase(), label);
  return [...found.values()].toSorted((a, b) => a.localeCompare(b));
}
