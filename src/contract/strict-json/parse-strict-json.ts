import { blank, faultPosition, matchEnd } from "./fault-position.ts";
import { quote, endOfString, colon, parsedName, checkShape, countMembers } from "./check-shape.ts";
import { JsonFault } from "./json-fault.ts";

/** Where a name stands that its object has already, in a text that is JSON. */
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
 * Parses strict JSON. Throws a JsonFault where the text is none, where a name comes a second time (JSON.parse would take
 * the last, others the first), or a number would be rounded.
 */
export function parseStrictJson(text: string, mostDepth: number): unknown {
  const names = checkShape(text, mostDepth);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonFault("syntax", faultPosition(text));
  }
  // Counting costs a tenth of remembering all names.
  if (names !== countMembers(value)) throw new JsonFault("name-twice", duplicatePosition(text));
  return value;
}
