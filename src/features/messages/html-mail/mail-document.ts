import { imageMark, linkMark, styleMark } from "./mail-policy.ts";
import type { SafeMail } from "./sanitise-mail.ts";

const paper = `
:root { color-scheme: light; background: #fff; color: #14191c; }
:root[data-plain] { color-scheme: light dark; background: light-dark(#fff, #15191c); color: light-dark(#14191c, #e8ecee); }
:root[data-plain][data-scheme="dark"] { color-scheme: dark; }
:root[data-plain][data-scheme="light"] { color-scheme: light; }
html, body { margin: 0; padding: 0; height: auto !important; min-height: 0 !important; }
body { display: flow-root; padding: 1px 0; font: 14px/1.5 "Inter Variable", Inter, system-ui, sans-serif; overflow-wrap: anywhere; overflow-x: auto; }
:root:not([data-plain]) body { padding: 12px; }
img { max-width: 100%; height: auto; }
pre { white-space: pre-wrap; }
table { max-width: 100%; overflow-wrap: normal; }
[data-wide] { max-width: 100%; overflow-x: auto; }
blockquote { margin: 8px 0 8px 2px; padding-left: 10px; border-left: 2px solid light-dark(#cfd5d8, #353c41); }
[${linkMark}] { color: light-dark(#0b6e75, #4fc3c9); text-decoration: underline; cursor: pointer; }
[${linkMark}]:focus-visible { outline: 2px solid light-dark(#0b6e75, #4fc3c9); outline-offset: 1px; }
`;

function addSheet(frame: Document, css: string): void {
  // Through the object model: the frame inherits the page's policy, which forbids style elements and attributes.
  const view = frame.defaultView;
  if (view === null) return;
  // The frame's own constructor: a sheet belongs to the document that created it.
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(css);
  frame.adoptedStyleSheets = [...frame.adoptedStyleSheets, sheet];
}

export interface MountOptions {
  /** The address of one of the message's own pictures (blob: or data:); undefined if it has none. */
  resolveImage(source: string): string | undefined;
  scheme: "light" | "dark" | undefined;
}

/** Puts the message into the empty document of its frame. */
export function mountMail(frame: Document, mail: SafeMail, options: MountOptions): void {
  const root = frame.documentElement;
  root.toggleAttribute("data-plain", !mail.coloured);
  if (options.scheme) root.dataset["scheme"] = options.scheme;
  frame.adoptedStyleSheets = [];
  addSheet(frame, paper);
  if (mail.css !== "") addSheet(frame, mail.css);
  const body = frame.importNode(mail.fragment, true);
  for (const node of body.querySelectorAll<HTMLElement>(`[${styleMark}]`)) {
    node.style.cssText = node.getAttribute(styleMark) ?? "";
    node.removeAttribute(styleMark);
  }
  for (const node of body.querySelectorAll(`[${linkMark}]`)) {
    node.setAttribute("role", "link");
    node.setAttribute("tabindex", "0");
  }
  for (const node of body.querySelectorAll<HTMLImageElement>("img")) placeImage(node, mail, options);
  const scrollers = [...body.querySelectorAll("table")].flatMap((table) => scrollerOf(table) ?? []);
  frame.body.replaceChildren(body);
  for (const scroller of scrollers) {
    if (scroller.scrollWidth <= scroller.clientWidth) continue;
    scroller.tabIndex = 0;
    scroller.setAttribute("role", "group");
    scroller.setAttribute("aria-label", "Table, wider than the page");
  }
}

/** A wide table scrolls by itself, so that its columns stay readable and the words around it stay in sight. */
function scrollerOf(table: HTMLTableElement): HTMLElement | undefined {
  if (table.parentElement?.closest("table")) return undefined;
  const scroller = table.ownerDocument.createElement("div");
  scroller.setAttribute("data-wide", "");
  table.before(scroller);
  scroller.append(table);
  return scroller;
}

function placeImage(node: HTMLImageElement, mail: SafeMail, options: MountOptions): void {
  const mark = node.getAttribute(imageMark);
  node.removeAttribute(imageMark);
  const source = mark === null ? undefined : mail.images[Number(mark)];
  const address = source === undefined ? undefined : options.resolveImage(source);
  if (address !== undefined && /^(?:blob|data):/.test(address)) node.src = address;
  else if (node.alt === "") node.remove();
  else node.replaceWith(`[${node.alt}]`);
}
