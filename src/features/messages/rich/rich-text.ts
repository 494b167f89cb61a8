import { type HrefOf, isElement, ownHref } from "./rich-nodes.ts";

interface Writer {
  lines: string[];
  hrefOf: HrefOf;
}

/** The plain text of rich text: "- " and "1. " for lists, "> " for quotes, links with their address. */
export function richText(source: Node, hrefOf: HrefOf = ownHref): string {
  return blockLines(source, hrefOf)
    .join("\n")
    .replaceAll(/(?<![ \t])[ \t]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();
}

function blockLines(source: Node, hrefOf: HrefOf): string[] {
  const writer: Writer = { lines: [], hrefOf };
  let inline = "";
  const flush = () => {
    if (inline.trim() !== "") writer.lines.push(...tidy(inline).split("\n"));
    inline = "";
  };
  for (const child of source.childNodes) {
    if (isBlock(child)) {
      flush();
      writeBlock(child, writer);
    } else inline += inlineText(child, hrefOf);
  }
  flush();
  return writer.lines;
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

function writeBlock(element: Element, { lines, hrefOf }: Writer): void {
  const name = element.nodeName;
  if (name === "BLOCKQUOTE") {
    lines.push(
      ...trimBlank(blockLines(element, hrefOf)).map((line) => (line === "" ? ">" : `> ${line}`)),
      "",
    );
  } else if (name === "UL" || name === "OL") {
    let number = 1;
    for (const item of element.children) {
      const [first = "", ...rest] = trimBlank(blockLines(item, hrefOf));
      const mark = name === "OL" ? `${number}. ` : "- ";
      lines.push(mark + first, ...rest.map((line) => " ".repeat(mark.length) + line));
      number += 1;
    }
    lines.push("");
  } else if (name === "PRE") lines.push(...(element.textContent ?? "").replace(/\n$/, "").split("\n"), "");
  else {
    const inner = blockLines(element, hrefOf);
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

function inlineText(node: Node, hrefOf: HrefOf): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.nodeValue ?? "").replaceAll(/[\r\n]+/g, " ");
  if (!isElement(node)) return "";
  if (node.nodeName === "BR") return "\n";
  const text = [...node.childNodes].map((child) => inlineText(child, hrefOf)).join("");
  if (node.nodeName !== "A") return text;
  const href = hrefOf(node);
  const bare = href?.replace(/^mailto:/, "");
  if (href === undefined || text.trim() === href || text.trim() === bare || `${text.trim()}/` === href)
    return text;
  return `${text} <${bare}>`;
}
