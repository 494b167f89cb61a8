import { decimalText } from "#room/contract/primitives/money.ts";

/** How a leaf value is edited. `words` is a list of short texts in one field, such as `25 59`. */
export type LeafKind = "text" | "guid" | "number" | "flag" | "words";

const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** The field text of a value. Absent and null are empty. */
export function textOfLeaf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number") return decimalText(value);
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map(textOfLeaf).join(" ");
  return JSON.stringify(value);
}

/** Parses a number; undefined if it is not one. Up to 15 digits, because a double would change longer ones. */
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
 * The value of a field. Text equal to the original's returns the original itself, whatever its type; an emptied field
 * returns undefined (the member is removed). Text that is not a number stays text, so that nothing typed is lost and
 * the contract reports the issue at its path.
 */
export function valueOfLeaf(kind: LeafKind, text: string, original: unknown): unknown {
  return text === textOfLeaf(original) ? original : parseLeaf(kind, text);
}
