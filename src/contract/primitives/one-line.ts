/** Whatever some reader takes for the end of a line. */
// oxlint-disable-next-line no-control-regex -- controls are what it looks for
const breaks = /[\n\v\f\r\u001c-\u001f\u0085\u2028\u2029]+/;

/**
 * A text that has one line by its nature (a subject, a file's name), as one line: a break in it could be read as the
 * end of a mail's header. Cut and trimmed, since a pattern with the blanks around a break takes hours for a million blanks.
 */
export function oneLine(text: string): string {
  return text
    .split(breaks)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}
