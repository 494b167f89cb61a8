/** Whatever some reader takes for the end of a line, with the blanks around it. */
// oxlint-disable-next-line no-control-regex -- controls are what it looks for
const breaks = /\s*[\n\v\f\r\u001c-\u001f\u0085\u2028\u2029]\s*/g;

/**
 * A text that has one line by its nature (a subject, a file's name), as one line: a break in it could be read as the
 * end of a mail's header.
 */
export function oneLine(text: string): string {
  return text.replaceAll(breaks, " ").trim();
}
