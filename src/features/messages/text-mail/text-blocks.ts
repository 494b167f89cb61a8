/** A run of lines of one kind: original text or a quote. */
export interface TextBlock {
  kind: "text" | "quote";
  lines: string[];
}

/** Each line and each address in it becomes an element of the page. */
const [maxLines, maxCharacters] = [2000, 100_000];

export function beginningOf(text: string): string {
  let end = -1;
  for (let line = 0; line < maxLines; line += 1) {
    end = text.indexOf("\n", end + 1);
    if (end === -1) return text.slice(0, maxCharacters);
  }
  return text.slice(0, Math.min(end, maxCharacters));
}

const quoteIntro =
  /^(?:on .{4,200}wrote:|.{4,200}(?:schrieb|a écrit|escribió):|-{2,}\s*(?:original|forwarded) message\s*-{2,}|begin forwarded message:)$/i;

/** Splits plain text into original and quoted text, line by line; nothing is lost or changed. */
export function textBlocks(text: string): TextBlock[] {
  const lines = text
    .replaceAll(/\r\n?/g, "\n")
    .replace(/(?<!\n)\n+$/, "")
    .split("\n");
  const blocks: TextBlock[] = [];
  let original = false;
  for (const [at, line] of lines.entries()) {
    const intro = quoteIntro.test(line.trim());
    original ||= intro && /message/i.test(line);
    const quoted = original || line.startsWith(">") || (intro && /^\s*(?:>|$)/.test(lines[at + 1] ?? ""));
    const last = blocks.at(-1);
    const kind =
      quoted || (line.trim() === "" && last?.kind === "quote" && (lines[at + 1] ?? "").startsWith(">"))
        ? "quote"
        : "text";
    if (last?.kind === kind) last.lines.push(line);
    else blocks.push({ kind, lines: [line] });
  }
  return blocks;
}

/** Words, and addresses that can be opened. */
export interface TextPart {
  text: string;
  href?: string;
}

const linkPattern =
  /\b(?:https?:\/\/|www\.)[^\s<>"'`\u200b-\u200f\u202a-\u202e]+|\bmailto:[^\s<>"]+|(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi;

/**
 * Finds addresses in a line. Punctuation at the end of a sentence is not part of an address; brackets only in pairs.
 */
export function textParts(line: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of line.matchAll(linkPattern)) {
    const found = trimmed(match[0]);
    if (found === "") continue;
    if (match.index > from) parts.push({ text: line.slice(from, match.index) });
    parts.push({ text: found, href: hrefOf(found) });
    from = match.index + found.length;
  }
  if (from < line.length) parts.push({ text: line.slice(from) });
  return parts;
}

function trimmed(text: string): string {
  const tooMany = { ")": count(text, ")") - count(text, "("), "]": count(text, "]") - count(text, "[") };
  for (let end = text.length; ; end -= 1) {
    const last = text[end - 1] ?? "";
    if (/[.,;:!?*_~]/.test(last)) continue;
    if ((last !== ")" && last !== "]") || tooMany[last] <= 0) return text.slice(0, end);
    tooMany[last] -= 1;
  }
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

function hrefOf(text: string): string {
  if (/^(?:https?:|mailto:)/i.test(text)) return text;
  return /^www\./i.test(text) ? `https://${text}` : `mailto:${text}`;
}

/** True if columns or drawings would break in a proportional font. */
export function needsEqualWidth(text: string): boolean {
  let aligned = 0;
  for (const line of text.split("\n")) {
    if (/\S {3,}\S|\t\S|[|+][-=]{3,}|^\s*\|.*\|\s*$|[─│┌┐└┘]/.test(line)) aligned += 1;
    if (aligned >= 3) return true;
  }
  return false;
}
