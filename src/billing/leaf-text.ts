import { decimalText } from "#room/contract/primitives/money.ts";

/** What a leaf of the wire is typed as. `words` is a list of short texts in one field, as `25 59`. */
export type LeafKind = "text" | "guid" | "number" | "flag" | "words";

const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** The text that stands for a value in a field. Absent and null are the empty text. */
export function textOfLeaf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number") return decimalText(value);
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map(textOfLeaf).join(" ");
  return JSON.stringify(value);
}

/** The number that a text says, or undefined. Up to 15 digits: beyond, a double would change what was typed. */
export function numberOfText(text: string): number | undefined {
  const trimmed = text.trim();
  if (!plainNumber.test(trimmed)) return undefined;
  if (trimmed.replace(/^[+-]?0*\.?0*/, "").replace(".", "").length > 15) return undefined;
  return Number(trimmed);
}

function parseLeaf(kind: LeafKind, text: string): unknown {
  if (text.trim() === "") return undefined;
  if (kind === "number") return numberOfText(text) ?? text;
  if (kind === "flag") return text === "true" ? true : text === "false" ? false : text;
  if (kind === "words") return text.split(/[\s,;]+/).filter((word) => word !== "");
  return text;
}

/**
 * The value that a field stands for. A text that says what the original says gives the original itself, whatever
 * its type; an emptied field gives undefined (the member is left out). A text that is no number stays text, so that
 * nothing typed is lost and the contract names the fault at its path.
 */
export function valueOfLeaf(kind: LeafKind, text: string, original: unknown): unknown {
  return text === textOfLeaf(original) ? original : parseLeaf(kind, text);
}
