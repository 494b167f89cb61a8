import type { Node as LetterNode } from "prosemirror-model";
import { tidyLine, tidyLines } from "./text-lines.ts";

/** The plain text of a letter: "- " and "1. " for lists, "> " for quotes, links with their address, "a | b" for a table's row. */
export function letterText(letter: LetterNode): string {
  return tidyLines(blockLines(letter));
}

function blockLines(parent: LetterNode): string[] {
  const lines: string[] = [];
  parent.forEach((block) => lines.push(...linesOf(block)));
  return lines;
}

function linesOf(block: LetterNode): string[] {
  switch (block.type.name) {
    case "blockquote":
      return [...trimBlank(blockLines(block)).map((line) => (line === "" ? ">" : `> ${line}`)), ""];
    case "ul":
      return [...itemLines(block, () => "- "), ""];
    case "ol": {
      const first = Number(block.attrs["order"]);
      return [...itemLines(block, (at) => `${first + at}. `), ""];
    }
    case "table":
      return [...rowLines(block), ""];
    case "pre":
      return [...block.textContent.split("\n"), ""];
    default:
      return [...inlineText(block).split("\n").map(tidyLine), ""];
  }
}

function itemLines(list: LetterNode, markOf: (at: number) => string): string[] {
  const lines: string[] = [];
  list.forEach((item, _, at) => {
    const [first = "", ...rest] = trimBlank(tight(item));
    const mark = markOf(at);
    lines.push(mark + first, ...rest.map((line) => " ".repeat(mark.length) + line));
  });
  return lines;
}

/** The lines of an item: a list below its words follows at once. */
function tight(item: LetterNode): string[] {
  const lines: string[] = [];
  item.forEach((block) => {
    if (/^[uo]l$/.test(block.type.name)) lines.splice(trimBlank(lines).length);
    lines.push(...linesOf(block));
  });
  return lines;
}

function rowLines(table: LetterNode): string[] {
  const lines: string[] = [];
  table.forEach((row) => {
    const cells: string[] = [];
    row.forEach((cell) => cells.push(trimBlank(blockLines(cell)).join(" ")));
    lines.push(cells.join(" | "));
  });
  return lines;
}

function trimBlank(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line !== "");
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== "") + 1);
}

function inlineText(paragraph: LetterNode): string {
  let text = "";
  let open: { href: string; words: string } | undefined;
  const close = () => {
    if (open) text += withAddress(open.words, open.href);
    open = undefined;
  };
  paragraph.forEach((node) => {
    const words = node.type.name === "br" ? "\n" : (node.text ?? "");
    const link = node.marks.find((mark) => mark.type.name === "a");
    const href = link === undefined ? undefined : String(link.attrs["href"]);
    if (open?.href !== href) close();
    if (href === undefined) text += words;
    else open = { href, words: (open?.words ?? "") + words };
  });
  close();
  return text;
}

function withAddress(text: string, href: string): string {
  const words = text.trim();
  const bare = href.replace(/^mailto:/, "");
  return words === href || words === bare || `${words}/` === href ? text : `${text} <${bare}>`;
}
