import { blank, faultPosition, matchEnd } from "./fault-position.ts";
import { quote, endOfString, colon, parsedName, checkShape, countMembers } from "./check-shape.ts";
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

/**
 * Parses strict JSON. Throws JsonFault when the text is invalid, a name is repeated (JSON.parse takes the
 * last, other parsers the first), or a number would be rounded.
 */
export function parseStrictJson(text: string, maxDepth: number): unknown {
  const names = checkShape(text, maxDepth);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonFault("syntax", faultPosition(text));
  }
  // Counting costs a tenth of tracking all names.
  if (names !== countMembers(value)) throw new JsonFault("name-twice", duplicatePosition(text));
  return value;
}
