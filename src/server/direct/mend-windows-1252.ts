/** What the bytes 0x80 to 0x9F are in windows-1252; five of them are nothing. */
const letters = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";
const first = 0x80;

/**
 * Some releases of Node decode windows-1252 as latin-1 and give control characters where mail has quotes, dashes and
 * the euro (nodejs/node 56542). Text of a mail has no such controls, so they are read as what was meant.
 */
export function mendWindows1252(text: string): string {
  return text.replaceAll(/[\u{80}-\u{9F}]/gu, (control) => letters[control.charCodeAt(0) - first] ?? control);
}
