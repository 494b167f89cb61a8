import { blank, faultPosition, matchEnd } from "./fault-position.ts";
import {
  checkShape,
  colon,
  countMembers,
  endOfString,
  type Literal,
  parsedName,
  quote,
} from "./check-shape.ts";
import { JsonFault } from "./json-fault.ts";

/** The position of a name its object already has, in valid JSON. */
function duplicatePosition(text: string): number {
  const open: Set<unknown>[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x7b || code === 0x5b) open.push(new Set());
    else if (code === 0x7d || code === 0x5d) open.pop();
    else if (code === quote) {
      const end = endOfString(text, index);
      const after = matchEnd(blank, text, end);
      if (text.charCodeAt(after) === colon) {
        const name = parsedName(text.slice(index, end));
        if (open.at(-1)?.has(name)) return index;
        open.at(-1)?.add(name);
      }
      index = end - 1;
    }
  }
  return 0;
}

/** With these numbers as text of the same digits. */
function asText(text: string, literals: readonly Literal[]): string {
  let out = "";
  let from = 0;
  for (const { start, end } of literals) {
    out += `${text.slice(from, start)}"${text.slice(start, end)}"`;
    from = end;
  }
  return out + text.slice(from);
}

/**
 * Parses strict JSON. Throws JsonFault when the text is invalid, or a name is repeated (JSON.parse takes the last, other
 * parsers the first). A number that would be rounded is a fault as well, or (`roundedAs`) text of its digits: whoever
 * expects a number there refuses it, and whoever expects nothing is not bothered by it.
 */
export function parseStrictJson(text: string, maxDepth: number, roundedAs: "fault" | "text"): unknown {
  const { names, rounded } = checkShape(text, maxDepth);
  const [first] = rounded;
  if (first && roundedAs === "fault") throw new JsonFault("rounded-number", first.start);
  let value: unknown;
  try {
    value = JSON.parse(first ? asText(text, rounded) : text);
  } catch {
    throw new JsonFault("syntax", faultPosition(text));
  }
  // Counting costs a tenth of tracking all names.
  if (names !== countMembers(value)) throw new JsonFault("name-twice", duplicatePosition(text));
  return value;
}
