/** A newsletter has some thousand. Browsers take a minute for a hundred thousand that are open at once. */
const mostTags = 20_000;
/** Each look at one of an element's attributes looks through those before it. */
const mostAttributes = 500;

/** Thrown where one element alone would keep the page from answering. */
export class TooHeavy extends Error {}

/** True for a letter whose formatting would keep the page from answering. */
export function hasTooManyTags(html: string): boolean {
  let tags = 0;
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at + 1)) {
    if (html[at + 1] !== "/") tags += 1;
    if (tags > mostTags) return true;
  }
  return false;
}

export function checkAttributes(element: Element): void {
  if (element.attributes.length > mostAttributes) throw new TooHeavy();
}

/** The words of a letter that is not shown formatted. They are shown as text, so nothing of them is ever markup. */
export function wordsOfHtml(html: string): string {
  return html
    .replaceAll(/<(style|script|title)\b[^]*?(?:<\/\1|$)/gi, "<")
    .replaceAll(/<\/?(?:p|div|br|tr|li|h[1-6]|table|blockquote)\b[^<>]*>/gi, "\n")
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/&nbsp;/gi, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n[ \n]*/g, "\n")
    .trim();
}
