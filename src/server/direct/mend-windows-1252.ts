/** The bytes 0x80 to 0x9F in windows-1252; five of them are undefined. */
const letters = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";
const first = 0x80;

/**
 * Some versions of Node decode windows-1252 as latin-1, which yields control characters in place of quotes, dashes and
 * the euro sign (nodejs/node 56542). Mail text does not contain such control characters, so they are converted to what
 * was meant.
 */
export function mendWindows1252(text: string): string {
  return text.replaceAll(/[\u{80}-\u{9F}]/gu, (control) => letters[control.charCodeAt(0) - first] ?? control);
}
