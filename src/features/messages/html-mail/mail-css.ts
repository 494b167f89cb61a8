/**
 * Lets through the part of CSS that lays out a message. The browser's own parser reads it, so escapes, comments and
 * broken syntax are resolved before we look. The properties and functions allowed are an allowlist.
 */
const plainProperty =
  /^(?:color|background-color|opacity|direction|unicode-bidi|float|clear|display|visibility|vertical-align|white-space(?:-collapse)?|word-break|word-spacing|overflow-wrap|hyphens|line-height|letter-spacing|tab-size|quotes|table-layout|caption-side|empty-cells|border-collapse|border-spacing|border-(?:top|right|bottom|left)-(?:color|style|width)|border-(?:top|bottom)-(?:left|right)-radius|box-sizing|(?:min-|max-)?(?:width|height)|margin-(?:top|right|bottom|left)|padding-(?:top|right|bottom|left)|font-(?:family|size|style|weight|stretch|variant(?:-caps|-numeric)?)|text-(?:align(?:-last)?|decoration-(?:line|style|color|thickness)|indent|transform|overflow|wrap-mode|underline-offset)|list-style-(?:type|position)|align-(?:items|self|content)|justify-(?:content|items|self)|flex-(?:basis|direction|grow|shrink|wrap)|(?:row|column)-gap)$/;

const harmlessFunction = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|calc|min|max|clamp)$/i;

/** Anything that could contain an address, whatever the function is called. */
const addressLike = /[\\@]|:\/\/|^\s*["']?\/\//;

function isHarmless(value: string): boolean {
  if (value === "" || value.length > 500 || addressLike.test(value)) return false;
  for (const [, name] of value.matchAll(/([\w-]*)\(/g)) {
    if (!harmlessFunction.test(name ?? "")) return false;
  }
  return true;
}

/** Addresses in the original CSS text, to report as removed; never used to decide what is allowed. */
export function addressesIn(css: string): string[] {
  const found: string[] = [];
  for (const [, , quoted, bare] of css.matchAll(
    /(?:url|src|image|image-set)\(\s*(?:(["'])(.*?)\1|([^)"'\s]*))/gis,
  )) {
    const address = (quoted ?? bare ?? "").trim();
    if (address !== "" && !/^(?:data:|#)/i.test(address)) found.push(address);
  }
  return found;
}

/** True if a declaration block refers to something to fetch, however it is written. */
function fetches(value: string): boolean {
  return /(?:^|[^\w-])(?:url|src|(?:-webkit-)?image-set|image|cross-fade|-webkit-cross-fade|element)\s*\(/i.test(
    value.replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => codePoint(hex)).replaceAll(/\\(.)/g, "$1"),
  );
}

function codePoint(hex: string): string {
  const code = Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
}

export interface CssOutcome {
  css: string;
  /** Addresses the text would have fetched; "" for one that could not be read. */
  kept: string[];
}

function harmlessDeclarations(style: CSSStyleDeclaration): string {
  const kept: string[] = [];
  for (const name of style) {
    const value = style.getPropertyValue(name);
    if (!plainProperty.test(name) || !isHarmless(value) || value === "initial") continue;
    kept.push(`${name}: ${value}${style.getPropertyPriority(name) === "" ? "" : " !important"}`);
  }
  return kept.join("; ");
}

/** An unclosed one continues to the end, as CSS specifies. */
function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[^]*?(?:\*\/|$)/g, "");
}

function keptOut(css: string): string[] {
  const text = withoutComments(css);
  const addresses = addressesIn(text);
  if (addresses.length === 0 && fetches(text) && !/url\(\s*(?:["']\s*)?data:/i.test(text)) return [""];
  return addresses;
}

export function cleanStyleAttribute(text: string): CssOutcome {
  const sheet = new CSSStyleSheet();
  sheet.insertRule("x {}");
  const [rule] = sheet.cssRules;
  if (!(rule instanceof CSSStyleRule)) return { css: "", kept: [] };
  rule.style.cssText = text;
  return { css: harmlessDeclarations(rule.style), kept: keptOut(text) };
}

const countedChild = /:nth-(?:last-)?(?:child|of-type)\([-+\dn\s]*\)/gi;

/**
 * A selector must still be a selector when written back, must not depend on what the user does, and must not look at
 * other elements beside or in an element: some hundred of these freeze the page.
 */
function isHarmlessSelector(selector: string): boolean {
  const plain = selector.replaceAll(countedChild, "");
  return plain.length <= 500 && !/[{}<\\@~+(]|:(?:visited|focus|hover|active|target)/i.test(plain);
}

/** A newsletter has some hundred; each is compared with each element. */
const maxSelectors = 3000;

function cleanRules(rules: CSSRuleList, depth: number, room = { selectors: maxSelectors }): string {
  let css = "";
  for (const rule of rules) {
    room.selectors -= rule instanceof CSSStyleRule ? rule.selectorText.split(",").length : 1;
    if (room.selectors < 0) break;
    if (rule instanceof CSSStyleRule) {
      const declarations = harmlessDeclarations(rule.style);
      if (declarations !== "" && isHarmlessSelector(rule.selectorText)) {
        css += `${rule.selectorText} { ${declarations} }\n`;
      }
    } else if (rule instanceof CSSMediaRule && depth < 3 && /^[\w\s(),:.<>=-]*$/.test(rule.conditionText)) {
      css += `@media ${rule.conditionText} {\n${cleanRules(rule.cssRules, depth + 1, room)}}\n`;
    }
  }
  return css;
}

/** Cleans the text of a style element. Imports and fonts are dropped by name; an overlong sheet is dropped whole. */
export function cleanStyleSheet(text: string): CssOutcome & { imports: string[] } {
  const plain = withoutComments(text.replaceAll(/<!--|-->/g, ""));
  const imports = [...plain.matchAll(/@import\s+(?:url\(\s*)?["']?([^"')\s;]+)/gi)].map(
    (match) => match[1] ?? "",
  );
  const fonts = [...plain.matchAll(/@font-face\s*{([^}]*)(?:}|$)/gi)].flatMap((match) =>
    addressesIn(match[1] ?? ""),
  );
  const rest = plain.replaceAll(/@import[^;]*;?/gi, "").replaceAll(/@font-face\s*{[^}]*(?:}|$)/gi, "");
  const kept = keptOut(rest);
  if (text.length > 300_000) return { css: "", kept, imports: [...imports, ...fonts] };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rest);
  return { css: cleanRules(sheet.cssRules, 0), kept, imports: [...imports, ...fonts] };
}
