import { DOMParser, type Node as LetterNode } from "prosemirror-model";
import { sanitiseMail } from "#room/features/messages/html-mail/sanitise-mail.ts";
import { wordsOfHtml } from "#room/features/messages/html-mail/too-heavy.ts";
import { spacesOfHtml } from "./kept-spaces.ts";
import { letterOfText } from "./letter-html.ts";
import { letterSchema } from "./letter-schema.ts";
import { linkMark, wordListMark } from "#room/features/messages/html-mail/mail-policy.ts";

/** An element of its document, with the children of another. */
function renamed(element: Element, tag: string): HTMLElement {
  const made = element.ownerDocument.createElement(tag);
  made.append(...element.childNodes);
  element.replaceWith(made);
  return made;
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** A heading is a bold line: a letter has no outline. */
function tidyHeadings(root: DocumentFragment): void {
  for (const heading of root.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const line = renamed(heading, "p");
    const bold = line.ownerDocument.createElement("b");
    bold.append(...line.childNodes);
    line.append(bold);
  }
}

const numbered = /^\(?(?:\d{1,3}|[a-z]{1,4})[.)]/i;

/** Word and Outlook write a list as paragraphs, each with its level and a drawn bullet or number. */
function tidyWordLists(root: DocumentFragment): void {
  /** The open lists, the outermost first. */
  let open: HTMLElement[] = [];
  let last: Element | undefined;
  for (const item of root.querySelectorAll(`[${wordListMark}]:not([${wordListMark}="ignore"])`)) {
    const level = Math.min(9, Math.max(1, Number(item.getAttribute(wordListMark)) || 1));
    const drawn = item.querySelector(`[${wordListMark}="ignore"]`);
    const tag = numbered.test((drawn?.textContent ?? "").trim()) ? "ol" : "ul";
    drawn?.remove();
    if (last === undefined || nextElement(last) !== item) open = [];
    open.length = Math.min(open.length, level);
    const top = open.at(-1);
    if (open.length === level && top?.localName !== tag) open.length = level - 1;
    while (open.length < level) {
      const list = root.ownerDocument.createElement(tag);
      const parent = open.at(-1);
      if (parent === undefined) item.before(list);
      else
        (parent.lastElementChild ?? parent.appendChild(root.ownerDocument.createElement("li"))).append(list);
      open.push(list);
    }
    const entry = root.ownerDocument.createElement("li");
    entry.append(...item.childNodes);
    item.remove();
    open.at(-1)?.append(entry);
    last = open[0];
  }
}

/** The next element, unless words stand between. */
function nextElement(element: Element): Element | undefined {
  let next = element.nextSibling;
  while (next !== null && next.nodeType !== Node.ELEMENT_NODE) {
    if ((next.nodeValue ?? "").trim() !== "" && next.nodeType === Node.TEXT_NODE) return undefined;
    next = next.nextSibling;
  }
  // An element by its type, above.
  return (next as Element | null) ?? undefined;
}

/** A table that only places things, as newsletters do: each row becomes lines. */
function tidyLayoutTables(root: DocumentFragment): void {
  for (const table of [...root.querySelectorAll("table")].reverse()) {
    const rows = [...table.querySelectorAll("tr")];
    const isLayout = table.querySelector("table") !== null || rows.every((row) => row.cells.length < 2);
    if (!isLayout) continue;
    for (const row of rows) {
      if (row.closest("table") !== table) continue;
      for (const cell of row.querySelectorAll(":scope > td, :scope > th")) renamed(cell, "div");
      unwrap(renamed(row, "div"));
    }
    for (const part of table.querySelectorAll("caption")) renamed(part, "p");
    for (const part of table.querySelectorAll("col, colgroup")) part.remove();
    for (const part of table.querySelectorAll("thead, tbody, tfoot"))
      if (part.closest("table") === table) unwrap(part);
    renamed(table, "div");
  }
  for (const caption of root.querySelectorAll("table > caption")) {
    const table = caption.parentElement;
    table?.before(renamed(caption, "p"));
  }
}

/** The break that keeps an empty line open, and the one at a block’s end, are none of the writer’s. */
function tidyBreaks(root: DocumentFragment): void {
  for (const end of root.querySelectorAll("br")) {
    const parent = end.parentElement;
    if (parent && /^(?:p|div|li|td|th|blockquote)$/.test(parent.localName) && isLast(end)) end.remove();
  }
}

function isLast(node: Node): boolean {
  for (let next = node.nextSibling; next !== null; next = next.nextSibling)
    if ((next.textContent ?? "").trim() !== "" || next.nodeType === Node.ELEMENT_NODE) return false;
  return true;
}

/**
 * Makes what other programs write readable for a letter: their lists, tables, headings and blank lines. The fragment
 * comes from the sanitizer; its links are numbers into `links`.
 */
function tidyPasted(root: DocumentFragment, links: readonly { readonly href: string }[]): void {
  for (const link of root.querySelectorAll(`[${linkMark}]`)) {
    const href = links[Number(link.getAttribute(linkMark) ?? -1)]?.href;
    if (href !== undefined && link.localName === "a") link.setAttribute("href", href);
  }
  tidyWordLists(root);
  tidyHeadings(root);
  tidyLayoutTables(root);
  tidyBreaks(root);
}

const parser = DOMParser.fromSchema(letterSchema);

/** Any HTML as a letter, through the same sanitizer as received messages. */
export function letterOfHtml(html: string): LetterNode {
  const mail = sanitiseMail(html);
  if (!mail) return letterOfText(wordsOfHtml(html));
  tidyPasted(mail.fragment, mail.links);
  const letter = parser.parse(mail.fragment);
  return letter.copy(spacesOfHtml(letter.content));
}
