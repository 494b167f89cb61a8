import { isKept } from "./is-kept.ts";
import { JsonFault, longestName, maxNames, maxValues } from "./json-fault.ts";

/** From this many members on, their names are counted; usual visits skip the cost. */
const manyMembers = 2000;

export const quote = 34;
const comma = 44;
export const colon = 58;
const minus = 45;
const backslash = 92;

/** The index after the string that opens at `start`; the text's length when it is unterminated. */
export function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let slashes = end - 1;
    while (text.charCodeAt(slashes) === backslash) slashes -= 1;
    if ((end - slashes) % 2 === 1) return end + 1;
  }
}

const longLiteral = 15;

/** A number literal: its first index and the one after it. */
export interface Literal {
  readonly start: number;
  readonly end: number;
}

/** The index after a number literal, which is added to `rounded` when parsing would round it. */
function endOfNumber(text: string, start: number, rounded: Literal[]): number {
  let end = start + 1;
  let hasExponent = false;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code === 0x65 || code === 0x45) hasExponent = true;
    else if (!((code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x2b || code === 0x2d)) break;
    end += 1;
  }
  if ((hasExponent || end - start > longLiteral) && !isKept(text.slice(start, end)))
    rounded.push({ start, end });
  return end;
}

export function parsedName(quoted: string): unknown {
  try {
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}

/**
 * Before anything is parsed, rejects text that is nested too deeply or has too many values or names. Returns the number
 * of members, and the numbers that parsing would round.
 */
export function checkShape(text: string, maxDepth: number): { names: number; rounded: Literal[] } {
  let depth = 0;
  let values = 0;
  let names = 0;
  const others = new Set<string>();
  const rounded: Literal[] = [];
  let index = 0;
  let stringFrom = 0;
  let stringTo = 0;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      stringFrom = index;
      index = endOfString(text, index);
      stringTo = index;
      continue;
    }
    if ((code >= 0x30 && code <= 0x39) || code === minus) {
      index = endOfNumber(text, index, rounded);
      continue;
    }
    if (code === colon) {
      names += 1;
      if (stringTo - stringFrom > longestName + 2) throw new JsonFault("long-name", stringFrom);
      if (names > manyMembers && others.add(text.slice(stringFrom, stringTo)).size > maxNames)
        throw new JsonFault("too-many-names", stringFrom);
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > maxDepth) throw new JsonFault("too-deep", index);
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === comma) {
      values += 1;
      if (values > maxValues) throw new JsonFault("too-many-values", index);
    }
    index += 1;
  }
  return { names, rounded };
}

/** How many members a value has, at all depths. */
export function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) count += countMembers(value[at]);
    return count;
  }
  const names = Object.keys(value);
  count = names.length;
  for (let at = 0; at < names.length; at += 1) count += countMembers(Reflect.get(value, names[at] ?? ""));
  return count;
}
