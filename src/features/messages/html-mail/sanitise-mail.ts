import type { Blocked, BlockedKind } from "./blocked.ts";
import { addressesIn, cleanStyleAttribute, cleanStyleSheet } from "./mail-css.ts";
import { type MailLink, safeHref } from "./mail-link.ts";
import {
  allowedAttributes,
  allowedTags,
  droppedWhole,
  imageMark,
  linkMark,
  purifier,
  styleMark,
  wordListMark,
} from "./mail-policy.ts";
import { hasTooManyTags, Weight } from "./too-heavy.ts";

/** A message without any addresses: links and images are indexes into the lists alongside. */
export interface SafeMail {
  fragment: DocumentFragment;
  /** The message's own style sheet, cleaned. */
  css: string;
  links: MailLink[];
  /** The source of each of the message's own images: `cid:…` of an attachment, or a `data:` picture. */
  images: string[];
  blocked: Blocked[];
  /** Whether the message sets colors and therefore needs the white background it was written for. */
  coloured: boolean;
}

const pictureData = /^data:image\/(?:png|jpe?g|gif|webp|bmp|avif);base64,[A-Za-z0-9+/=\s]*$/i;
const remote = /^\s*(?:[a-z][a-z0-9+.-]*:|\/\/|\\\\)/i;
/** A paragraph of a list in Word’s own words, and the bullet that it draws. */
const wordList = /(?:^|;)\s*mso-list:\s*(?:l\d+\s+level(\d)|ignore)/i;
const activeScheme = /^(?:javascript|vbscript|livescript|data|blob|filesystem):/i;

/** Kinds of the elements removed with all their content. */
const kindOfTag: Partial<Record<string, BlockedKind>> = {
  script: "script",
  applet: "embedded",
  iframe: "embedded",
  frame: "embedded",
  object: "embedded",
  embed: "embedded",
  portal: "embedded",
  fencedframe: "embedded",
  audio: "media",
  video: "media",
  bgsound: "media",
  svg: "drawing",
  math: "drawing",
  form: "form",
  input: "form",
  button: "form",
  select: "form",
  textarea: "form",
};

class MailReader {
  readonly blocked: Blocked[] = [];
  readonly links: MailLink[] = [];
  readonly images: string[] = [];
  css = "";
  coloured = false;
  readonly #weight = new Weight();
  readonly #styleName: string;
  /** Marks elements that were `style` before renaming. */
  readonly #marker: string;

  constructor(styleName: string) {
    this.#styleName = styleName;
    this.#marker = `${styleName}e`;
  }

  block(kind: BlockedKind, address = ""): void {
    this.blocked.push({ kind, address: address.trim().slice(0, 2000) });
  }

  /** Called for every node before any decision about it. */
  visit(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) this.#weight.checkText(node.nodeValue ?? "");
    if (node.nodeType === Node.TEXT_NODE && node.nodeValue?.includes(this.#styleName)) {
      node.nodeValue = spoken(node.nodeValue, this.#styleName);
    }
    if (!(node instanceof Element)) return;
    this.#weight.check(node);
    const tag = node.localName.toLowerCase();
    for (const mark of [linkMark, imageMark, styleMark, wordListMark]) node.removeAttribute(mark);
    this.#attributes(node, tag);
    this.#element(node, tag);
  }

  #element(node: Element, tag: string): void {
    const kind = kindOfTag[tag];
    if (kind !== undefined) {
      this.block(kind, this.#addressOf(node));
      if (droppedWhole.includes(tag)) this.#remoteInside(node);
    } else if (tag === "style" || node.hasAttribute(this.#marker)) this.#styleSheet(node.textContent);
    else if (tag === "img" || tag === "image") this.#image(node);
    else if (tag === "source") this.#srcset(node.getAttribute("srcset") ?? node.getAttribute("src") ?? "");
    else if (tag === "a" || tag === "area") this.#link(node);
    else if (tag === "link") this.#resource(node);
    else if (tag === "meta") this.#meta(node);
    else if (tag === "base" || tag === "basefont") this.block("redirect", node.getAttribute("href") ?? "");
    else if (droppedWhole.includes(tag)) this.#remoteInside(node);
  }

  #addressOf(node: Element): string {
    const names = ["src", "data", "href", "xlink:href", "action", "formaction", "srcset", "srcdoc", "code"];
    for (const name of names) {
      const value = node.getAttribute(name);
      if (value !== null && value !== "") return name === "srcdoc" ? "" : value;
    }
    return "";
  }

  /** What would have been fetched from inside an element that is removed whole. */
  #remoteInside(node: Element): void {
    for (const inner of node.querySelectorAll(
      "img, image, feImage, use, source, script, input, link, iframe, style, noembed",
    )) {
      const address = this.#addressOf(inner);
      if (inner.localName === "script") this.block("script", address);
      else if (/^(?:style|noembed)$/.test(inner.localName)) this.#foundInCss(addressesIn(inner.textContent));
      else if (remote.test(address) && !/^\s*(?:data|cid):/i.test(address))
        this.block("remote-image", address);
    }
    const text = node.localName === "noscript" || node.localName === "template" ? node.innerHTML : "";
    for (const [, address] of text.matchAll(/<img[^<>]+src\s*=\s*["']?([^"'\s<>]+)/gi)) {
      if (node.querySelector("img") === null) this.block("remote-image", address ?? "");
    }
  }

  #attributes(node: Element, tag: string): void {
    for (const { name, value } of node.attributes) {
      const lower = name.toLowerCase();
      if (lower.startsWith("on") || lower.startsWith(`${this.#styleName}on`)) this.block("script", "");
      else if (lower === "background") this.block("remote-image", value);
      else if (lower === "ping") this.block("tracking-link", value);
      else if (lower === "poster" || lower === "dynsrc" || lower === "lowsrc")
        this.block("remote-image", value);
      else if (lower === "formaction") this.block("form", value);
      else if (lower === "bgcolor" || (lower === "color" && tag === "font")) this.coloured = true;
    }
    const style = node.getAttribute(this.#styleName) ?? node.getAttribute("style");
    if (style !== null && style !== "") {
      const outcome = cleanStyleAttribute(style);
      const list = wordList.exec(style);
      if (list) node.setAttribute(wordListMark, list[1] ?? "ignore");
      this.#foundInCss(outcome.kept);
      if (/(?:^|; )(?:background-)?color:/.test(outcome.css)) this.coloured = true;
      if (outcome.css !== "") node.setAttribute(styleMark, outcome.css);
    }
    for (const name of ["title", "alt"]) {
      const value = node.getAttribute(name);
      if (value?.includes(this.#styleName)) node.setAttribute(name, spoken(value, this.#styleName));
    }
  }

  #foundInCss(addresses: readonly string[]): void {
    for (const address of addresses) this.block("remote-image", address);
  }

  #styleSheet(text: string): void {
    const outcome = cleanStyleSheet(spoken(text, this.#styleName));
    for (const address of outcome.imports) this.block("remote-style", address);
    this.#foundInCss(outcome.kept);
    if (/[{;] ?(?:background-)?color:/.test(outcome.css)) this.coloured = true;
    this.css += outcome.css;
  }

  #srcset(srcset: string): void {
    for (const part of srcset.replaceAll(/\s+/g, " ").split(/ ?, | [\d.]+[wx] ?,? ?/)) {
      const address = part.trim().split(/\s/)[0] ?? "";
      if (address !== "" && !/^(?:data|cid):/i.test(address)) this.block("remote-image", address);
    }
  }

  #image(node: Element): void {
    this.#srcset(node.getAttribute("srcset") ?? "");
    const source =
      node.getAttribute("src") ?? node.getAttribute("href") ?? node.getAttribute("xlink:href") ?? "";
    const tidy = source.replaceAll(/[\t\n\r]/g, "").trim();
    if (tidy === "") return;
    if (/^cid:/i.test(tidy) || (pictureData.test(tidy) && tidy.length < 8_000_000)) {
      node.setAttribute(imageMark, String(this.images.push(tidy) - 1));
    } else if (activeScheme.test(tidy)) this.block("script", "");
    else this.block(isPixel(node) ? "tracking-image" : "remote-image", tidy);
  }

  #link(node: Element): void {
    const raw = node.getAttribute("href") ?? node.getAttribute("xlink:href") ?? "";
    const tidy = raw.replaceAll(/[\t\n\r]/g, "").trim();
    if (tidy === "" || tidy.startsWith("#")) return;
    const href = safeHref(tidy);
    if (href === undefined) {
      this.block(activeScheme.test(tidy) ? "script" : "unsafe-link", activeScheme.test(tidy) ? "" : tidy);
      return;
    }
    const words =
      node.textContent.trim() || node.querySelector("img")?.getAttribute("alt") || node.getAttribute("alt");
    node.setAttribute(linkMark, String(this.links.push({ href, text: (words ?? "").slice(0, 300) }) - 1));
  }

  #resource(node: Element): void {
    const rel = (node.getAttribute("rel") ?? "").toLowerCase();
    const address = node.getAttribute("href") ?? node.getAttribute("imagesrcset") ?? "";
    this.block(/stylesheet|font/.test(rel) ? "remote-style" : "tracking-link", address);
  }

  #meta(node: Element): void {
    const equivalent = (node.getAttribute("http-equiv") ?? "").toLowerCase();
    if (equivalent !== "refresh") return;
    const target = /url\s*=([^]*)/i.exec(node.getAttribute("content") ?? "")?.[1] ?? "";
    this.block("redirect", target.trim().replaceAll(/^["']|["']$/g, ""));
  }
}

function isPixel(node: Element): boolean {
  const sizes = ["width", "height"].map((name) => node.getAttribute(name));
  if (sizes.some((size) => size !== null && /^\s*[0-2](?:px)?\s*$/.test(size))) return true;
  return /(?:^|; )(?:width|height): [0-2](?:px)?(?:;|$)|display: none|visibility: hidden/.test(
    node.getAttribute(styleMark) ?? "",
  );
}

/**
 * Renames styles, handlers and base before parsing, because even in a document that is never shown the browser reports
 * each as a violation of the page's policy, and fetches the text of a track. Anything this misses is removed like the
 * rest. A frameset would replace the body. A template is renamed to another element that is removed whole, because
 * deeply nested templates crash a browser. A tag starts as the HTML standard says: its name, then a space, a slash or its end.
 */
function quietly(html: string, token: string): string {
  return html
    .slice(0, 8_000_000)
    .replaceAll(/([\s"'/])(style(?=\s*=)|on(?=[a-z]+\s*=))/gi, (_, before: string, name: string) =>
      name.toLowerCase() === "on" ? `${before}${token}on` : `${before}${token}`,
    )
    .replaceAll(/<style(?=[\s/>])/gi, `<noembed ${token}e `)
    .replaceAll(/<\/style(?=[\s/>])/gi, "</noembed")
    .replaceAll(/<base(?=[\s/>])/gi, "<basefont")
    .replaceAll(/<track(?=[\s/>])/gi, "<bgsound")
    .replaceAll(/<(\/?)frameset(?=[\s/>])/gi, "<$1div")
    .replaceAll(/<(\/?)frame(?=[\s/>])/gi, "<$1embed")
    .replaceAll(/<(\/?)template(?=[\s/>])/gi, "<$1datalist");
}

/** Restores the spelling of text that only looked like attributes. */
function spoken(text: string, token: string): string {
  return text.replaceAll(`${token}on`, "on").replaceAll(token, "style");
}

/**
 * Makes a safe message from any HTML. DOMPurify removes by allowlists; before that, our hook strips and counts the
 * addresses and leaves numbers in their place. The result is moved into the frame as nodes and never serialized and
 * parsed again, so no second parser can read it differently. Undefined if its formatting would freeze the page, or cannot
 * be read: a message must not take the page down.
 */
export function sanitiseMail(html: string): SafeMail | undefined {
  if (hasTooManyTags(html)) return undefined;
  const styleName = `x${crypto.randomUUID().replaceAll("-", "")}`;
  const reader = new MailReader(styleName);
  const hook = (node: Node): void => reader.visit(node);
  purifier.addHook("beforeSanitizeElements", hook);
  try {
    const fragment = purifier.sanitize(quietly(html, styleName), {
      ALLOWED_TAGS: allowedTags,
      ALLOWED_ATTR: allowedAttributes,
      ADD_ATTR: [linkMark, imageMark, styleMark, wordListMark],
      ADD_URI_SAFE_ATTR: [styleMark],
      ADD_FORBID_CONTENTS: droppedWhole,
      ALLOW_ARIA_ATTR: false,
      ALLOW_DATA_ATTR: false,
      ALLOWED_NAMESPACES: ["http://www.w3.org/1999/xhtml"],
      FORCE_BODY: true,
      RETURN_DOM_FRAGMENT: true,
    });
    const { css, links, images, blocked, coloured } = reader;
    return { fragment, css, links, images, blocked, coloured };
  } catch {
    return undefined;
  } finally {
    purifier.removeHook("beforeSanitizeElements", hook);
  }
}
