/** A newsletter has a few thousand. Browsers take a minute for a hundred thousand nested elements. */
const maxTags = 20_000;
/** Each lookup of an element's attribute scans those before it. */
const maxAttributes = 500;
/** Rows times columns that all cells of a letter claim: each takes time and memory, whether anything is in it or not. */
const maxSpanned = 100_000;
/** Two million letters take a page some 15 s. As words only their beginning is shown at first. */
const maxCharacters = 500_000;
/** They stand over one letter, and are laid out together: two million take minutes. People write three at most. */
const manyMarks = /\p{M}{50}/u;

class TooHeavy extends Error {}

export function hasTooManyTags(html: string): boolean {
  let tags = 0;
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at + 1)) {
    if (html[at + 1] !== "/") tags += 1;
    if (tags > maxTags) return true;
  }
  return false;
}

/** What a browser makes of a span: none is one, and zero is all the rows there are. */
function spanOf(element: Element, name: string): number {
  const value = Number.parseInt(element.getAttribute(name) ?? "1", 10);
  return value > 0 ? Math.min(value, 65_534) : 1000;
}

/** Adds up what the elements of one letter claim. */
export class Weight {
  #spanned = 0;
  #characters = 0;

  checkText(text: string): void {
    this.#characters += text.length;
    if (this.#characters > maxCharacters || manyMarks.test(text)) throw new TooHeavy();
  }

  check(element: Element): void {
    if (element.attributes.length > maxAttributes) throw new TooHeavy();
    if (!/^(?:td|th|col|colgroup)$/i.test(element.localName)) return;
    this.#spanned += spanOf(element, "colspan") * spanOf(element, "rowspan") * spanOf(element, "span");
    if (this.#spanned > maxSpanned) throw new TooHeavy();
  }
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
