import { listWords } from "#room/contract/primitives/list-words.ts";
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
  if (more > 0) named.push(`${more.toLocaleString()} more`);
  const cut = rows.length - maxRows;
  const after = `after the first ${maxRows.toLocaleString()}`;
  if (linesLeft > 0) named.push(`${(linesLeft + cut).toLocaleString()} lines ${after} codes`);
  else if (cut > 0) named.push(`${cut.toLocaleString()} codes ${after}`);
  return [unreadColumns, named.length === 0 ? "" : `Not checked: ${listWords(named)}.`]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** The result of a finished batch. Nothing unread stands beside the word "All". */
export function sumWords(answers: readonly BatchAnswer[], unread: string): string {
  const count = answers.length.toLocaleString();
  const bad = answers.filter(isBad).length;
  const good = (answers.length - bad).toLocaleString();
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
