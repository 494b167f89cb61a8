/** A newsletter has a few thousand. Browsers take a minute for a hundred thousand nested elements. */
const maxTags = 20_000;
/** Each lookup of an element's attribute scans those before it. */
const maxAttributes = 500;

/** Thrown if a single element would freeze the page. */
class TooHeavy extends Error {}

/** True for a message whose formatting would freeze the page. */
export function hasTooManyTags(html: string): boolean {
  let tags = 0;
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at + 1)) {
    if (html[at + 1] !== "/") tags += 1;
    if (tags > maxTags) return true;
  }
  return false;
}

export function checkAttributes(element: Element): void {
  if (element.attributes.length > maxAttributes) throw new TooHeavy();
}

/** The text of a message that is not shown formatted. It is shown as text, so none of it is ever markup. */
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
