/** Every character that some reader treats as the end of a line. */
// oxlint-disable-next-line no-control-regex -- controls are what it looks for
const breaks = /[\n\v\f\r\u001c-\u001f\u0085\u2028\u2029]+/;

/**
 * Puts text that must be one line (a subject, a file name) on one line: a line break in it could be read as
 * the end of a mail header. Splits and trims, because a pattern for the surrounding blanks takes hours on a
 * million blanks.
 */
export function oneLine(text: string): string {
  return text
    .split(breaks)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}
