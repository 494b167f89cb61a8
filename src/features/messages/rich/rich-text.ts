import { isElement, ownHref } from "./rich-nodes.ts";

/** The plain text of rich text: "- " and "1. " for lists, "> " for quotes, links with their address. */
export function richText(source: Node): string {
  return blockLines(source)
    .join("\n")
    .replaceAll(/(?<![ \t])[ \t]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();
}

function blockLines(source: Node): string[] {
  const lines: string[] = [];
  let inline = "";
  const flush = () => {
    if (inline.trim() !== "") lines.push(...tidy(inline).split("\n"));
    inline = "";
  };
  for (const child of source.childNodes) {
    if (isBlock(child)) {
      flush();
      writeBlock(child, lines);
    } else inline += inlineText(child);
  }
  flush();
  return lines;
}

function isBlock(node: Node): node is Element {
  return /^(?:P|DIV|UL|OL|LI|BLOCKQUOTE|PRE|TABLE|TR|H[1-6])$/.test(node.nodeName);
}

/** Spaces as a browser shows them; a line break only where there is one. */
function tidy(text: string): string {
  return text
    .replaceAll("\u00a0", " ")
    .split("\n")
    .map((line) => line.replaceAll(/[ \t]+/g, " ").trim())
    .join("\n");
}

function writeBlock(element: Element, lines: string[]): void {
  const name = element.nodeName;
  if (name === "BLOCKQUOTE") {
    lines.push(...trimBlank(blockLines(element)).map((line) => (line === "" ? ">" : `> ${line}`)), "");
  } else if (name === "UL" || name === "OL") {
    let number = 1;
    for (const item of element.children) {
      const [first = "", ...rest] = trimBlank(blockLines(item));
      const mark = name === "OL" ? `${number}. ` : "- ";
      lines.push(mark + first, ...rest.map((line) => " ".repeat(mark.length) + line));
      number += 1;
    }
    lines.push("");
  } else if (name === "PRE") lines.push(...(element.textContent ?? "").replace(/\n$/, "").split("\n"), "");
  else {
    const inner = blockLines(element);
    lines.push(...(inner.length === 0 ? [""] : inner));
    if (name === "P") lines.push("");
  }
}

function trimBlank(lines: string[]): string[] {
  let first = 0;
  let end = lines.length;
  while (first < end && lines[first] === "") first += 1;
  while (end > first && lines[end - 1] === "") end -= 1;
  return lines.slice(first, end);
}

function inlineText(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.nodeValue ?? "").replaceAll(/[\r\n]+/g, " ");
  if (!isElement(node)) return "";
  if (node.nodeName === "BR") return "\n";
  const text = [...node.childNodes].map((child) => inlineText(child)).join("");
  if (node.nodeName !== "A") return text;
  const href = ownHref(node);
  const bare = href?.replace(/^mailto:/, "");
  if (href === undefined || text.trim() === href || text.trim() === bare || `${text.trim()}/` === href)
    return text;
  return `${text} <${bare}>`;
}
