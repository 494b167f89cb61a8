/**
 * Embeddings, overrides and isolates (UAX 9) and letters that only set a direction. Between words they can make “txt.exe”
 * read as “exe.txt”; no language needs them in a subject, a name or a reason.
 */
const reordering = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A text somebody else wrote, with its letters in the order in which they stand. */
export function inWrittenOrder(text: string): string {
  return text.replaceAll(reordering, "");
}
