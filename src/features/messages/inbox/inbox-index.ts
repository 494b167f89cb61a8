import type { MailboxSummary } from "#room/contract/operations/list-message-changes.ts";
import { formatSize } from "#room/ui/formats.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * All text of a summary in lower case, for substring search. Built once per summary and kept with it, so that unchanged
 * summaries of the next answer still have theirs.
 */
export class InboxIndex {
  readonly #texts = new WeakMap<MailboxSummary, string>();

  textOf(summary: MailboxSummary): string {
    let text = this.#texts.get(summary);
    if (text === undefined) {
      text = searchText(summary);
      this.#texts.set(summary, text);
    }
    return text;
  }

  /**
   * Builds in chunks while the browser is idle, so that the index is ready at the first key. Returns a function that
   * stops it.
   */
  prepare(summaries: readonly MailboxSummary[]): () => void {
    let at = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const step = () => {
      const until = performance.now() + 6;
      while (at < summaries.length && performance.now() < until) {
        const end = Math.min(at + 200, summaries.length);
        for (; at < end; at += 1) {
          const summary = summaries[at];
          if (summary) this.textOf(summary);
        }
      }
      if (at < summaries.length) timer = setTimeout(step, 4);
    };
    timer = setTimeout(step, 50);
    return () => clearTimeout(timer);
  }
}

function searchText(summary: MailboxSummary): string {
  const date = (summary.dateReceived ?? "").slice(0, 10);
  const month = months[Number(date.slice(5, 7)) - 1] ?? "";
  const day = month === "" ? "" : `${month} ${Number(date.slice(8, 10))} ${date.slice(0, 4)}`;
  const attached = summary.hasAttachments ? "attachment" : "";
  const size = formatSize(summary.messageSize);
  return `${summary.from ?? ""}\n${summary.subject ?? ""}\n${date} ${day}\n${size} ${attached} #${summary.messageId}\n${(summary.labels ?? []).join("\n")}\n${summary.preview ?? ""}`.toLowerCase();
}
