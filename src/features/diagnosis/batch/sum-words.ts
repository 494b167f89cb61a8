import { listWords } from "#room/contract/primitives/list-words.ts";
import { formatCount } from "#room/ui/formats.ts";
import type { BatchAnswer } from "./batch-run.ts";
import { isBad } from "./batch-words.ts";
import { type Batch, maxRows } from "./read-batch.ts";

const shownUnread = 3;

/** What looks like a code and is not checked, and the columns that are not read; "" if there is nothing. */
export function unreadWords({
  rows,
  linesLeft,
  unread,
  unreadColumns,
}: Pick<Batch, "rows" | "linesLeft" | "unread" | "unreadColumns">): string {
  const named = unread.slice(0, shownUnread).map(({ line, word }) => `“${word}” on line ${line}`);
  const more = unread.length - named.length;
  if (more > 0) named.push(`${formatCount(more)} more`);
  const cut = rows.length - maxRows;
  const after = `after the first ${formatCount(maxRows)}`;
  if (linesLeft > 0) named.push(`${formatCount(linesLeft + cut)} lines ${after} codes`);
  else if (cut > 0) named.push(`${formatCount(cut)} codes ${after}`);
  return [unreadColumns, named.length === 0 ? "" : `Not checked: ${listWords(named)}.`]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** The result of a finished batch. Nothing unread stands beside the word "All". */
export function sumWords(answers: readonly BatchAnswer[], unread: string): string {
  const count = formatCount(answers.length);
  const bad = answers.filter(isBad).length;
  const good = formatCount(answers.length - bad);
  if (bad > 0 && answers.length > 1) return `${good} of ${count} are valid and billable. ${unread}`.trim();
  const [only] = answers;
  if (only && answers.length === 1) {
    const code = unread === "" ? "The code" : only.row.code;
    return `${code} ${bad === 0 ? "is valid and billable." : "needs attention."} ${unread}`.trim();
  }
  return unread === ""
    ? `All ${count} are valid and billable.`
    : `${count} codes are valid and billable. ${unread}`;
}
