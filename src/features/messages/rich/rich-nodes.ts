import { safeHref } from "#room/features/messages/html-mail/mail-link.ts";

/** The elements our own messages consist of, and what else maps to them. */
const tagOf: Partial<Record<string, string>> = {
  b: "b",
  strong: "b",
  i: "i",
  em: "i",
  cite: "i",
  u: "u",
  ins: "u",
  s: "s",
  del: "s",
  strike: "s",
  a: "a",
  br: "br",
  p: "p",
  div: "p",
  section: "p",
  article: "p",
  address: "p",
  header: "p",
  footer: "p",
  center: "p",
  dt: "p",
  dd: "p",
  tr: "p",
  caption: "p",
  figcaption: "p",
  h1: "h",
  h2: "h",
  h3: "h",
  h4: "h",
  h5: "h",
  h6: "h",
  ul: "ul",
  ol: "ol",
  li: "li",
  blockquote: "blockquote",
  pre: "pre",
};

const blocks = new Set(["P", "UL", "OL", "LI", "BLOCKQUOTE", "PRE"]);
const gone =
  /^(?:script|style|noembed|title|head|template|iframe|object|svg|math|img|input|select|textarea|button)$/;

type HrefOf = (link: Element) => string | undefined;

/** The link element's own address. */
export const ownHref = (link: Element) => safeHref(link.getAttribute("href") ?? "");

/** Turns any nodes into clean ones: the few elements above, and as the only attribute a link's safe address. */
export function richNodes(source: Node, hrefOf: HrefOf = ownHref): DocumentFragment {
  const target = document.createDocumentFragment();
  copyChildren(source, target, hrefOf);
  return target;
}

/** By its type rather than its class: a node of a frame has that frame's classes. */
export function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

function copyChildren(source: Node, target: Node, hrefOf: HrefOf): void {
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) target.appendChild(document.createTextNode(child.nodeValue ?? ""));
    else if (isElement(child)) copyElement(child, target, hrefOf);
  }
}

function copyElement(element: Element, target: Node, hrefOf: HrefOf): void {
  const name = element.localName;
  if (gone.test(name)) return;
  const tag = tagOf[name];
  if (tag === undefined) {
    copyChildren(element, target, hrefOf);
    if (name === "td" || name === "th") target.appendChild(document.createTextNode(" "));
    return;
  }
  const made = document.createElement(tag === "h" ? "p" : tag);
  const inner = tag === "h" ? made.appendChild(document.createElement("b")) : made;
  if (tag === "a") {
    const href = hrefOf(element);
    if (href === undefined) return copyChildren(element, target, hrefOf);
    made.setAttribute("href", href);
  }
  copyChildren(element, inner, hrefOf);
  // A block inside a paragraph unwraps it: <div><p>…</p></div> becomes only the paragraph.
  if (tag === "p" && [...made.children].some((child) => blocks.has(child.tagName)))
    target.appendChild(unwrapped(made));
  else target.appendChild(made);
}

/** The children of a paragraph that contains blocks: its loose text becomes paragraphs. */
function unwrapped(paragraph: Element): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let open: HTMLElement | undefined;
  for (const child of Array.from(paragraph.childNodes)) {
    if (child instanceof Element && blocks.has(child.tagName)) {
      open = undefined;
      fragment.append(child);
    } else if (open !== undefined || (child.textContent ?? "").trim() !== "") {
      open ??= fragment.appendChild(document.createElement("p"));
      open.append(child);
    }
  }
  return fragment;
}

/** The HTML of clean nodes. */
export function richHtml(source: Node): string {
  const holder = document.createElement("div");
  holder.append(richNodes(source));
  return holder.innerHTML;
}
