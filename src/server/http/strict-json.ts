import { Refusal } from "./refusal.ts";

/** Not shown by the interface: a body may hold so many values at most; the largest visits have a few thousand. */
const mostValues = 250_000;

const quote = 34;
const comma = 44;
const colon = 58;
const minus = 45;
const backslash = 92;

/** The index after the string that opens at `start`; the text's length when it never closes. */
function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let slashes = end - 1;
    while (text.charCodeAt(slashes) === backslash) slashes -= 1;
    if ((end - slashes) % 2 === 1) return end + 1;
  }
}

/** Whether a number, as it is written, is the number that JSON.parse makes of it. */
function isKept(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) return true;
  const match = /^-?(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(literal);
  if (!match) return true;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  const written = digits.replace(/0+$/, "");
  if (written === "") return true;
  const [kept = "", keptExponent = "0"] = Math.abs(value).toExponential().split("e");
  // Both as digits without zeros at their ends, and the power of ten of the first.
  const power = digits.length - fraction.length - 1 + Number(exponent);
  return written === kept.replace(".", "").replace(/0+$/, "") && power === Number(keptExponent);
}

const longLiteral = 15;

/** The index after a number's text. Refuses an amount of money that would be rounded while it is read. */
function endOfNumber(text: string, start: number, name: string | undefined, placeOf: PlaceOf): number {
  let end = start + 1;
  let hasExponent = false;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code === 0x65 || code === 0x45) hasExponent = true;
    else if (!((code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x2b || code === 0x2d)) break;
    end += 1;
  }
  if ((hasExponent || end - start > longLiteral) && name !== undefined && parsedName(name) === "amount")
    if (!isKept(text.slice(start, end)))
      throw new Refusal(
        400,
        "ScalePrecision",
        `The amount at position ${placeOf(start)} has more digits than can be kept.`,
      );
  return end;
}

function parsedName(quoted: string): unknown {
  try {
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}

/** Where a fault stands in the text that came; another place where long texts were taken out before. */
type PlaceOf = (position: number) => number;

/**
 * Refuses, before anything is built from it, a text that nests too deep, holds too many values, or an amount that would
 * be rounded. Gives how many members are named in it.
 */
function checkShape(text: string, mostDepth: number, placeOf: PlaceOf): number {
  let depth = 0;
  let values = 0;
  let names = 0;
  let index = 0;
  let stringFrom = 0;
  let stringTo = 0;
  let isNamed = false;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      stringFrom = index;
      index = endOfString(text, index);
      stringTo = index;
      isNamed = false;
      continue;
    }
    if ((code >= 0x30 && code <= 0x39) || code === minus) {
      index = endOfNumber(text, index, isNamed ? text.slice(stringFrom, stringTo) : undefined, placeOf);
      continue;
    }
    if (code === colon) {
      names += 1;
      isNamed = true;
    } else if (code === 0x7b || code === 0x5b) {
      isNamed = false;
      depth += 1;
      if (depth > mostDepth)
        throw new Refusal(
          400,
          "SerializationException",
          `The body nests deeper than ${mostDepth} levels at position ${placeOf(index)}.`,
        );
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === comma) {
      isNamed = false;
      values += 1;
      if (values > mostValues)
        throw new Refusal(413, "RequestTooLarge", `The body holds more than ${mostValues} values.`);
    }
    index += 1;
  }
  return names;
}

/** How many members a value has, at all depths. */
function countMembers(value: unknown): number {
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

const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const escape = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;
const blank = /[ \t\n\r]*/y;

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The index after a string, or the place of its fault as a negative number less one. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) {
      const end = matchEnd(escape, text, at);
      if (end < 0) return -at - 1;
      at = end;
    } else if (code >= 0x20) at += 1;
    // A control character, or NaN at the end of the text.
    else return -at - 1;
  }
}

/** Where a text that JSON.parse refused stops being JSON. Never shows the text itself: it may be patient data. */
function faultPosition(text: string): number {
  const open: ("{" | "[")[] = [];
  let at = 0;
  let expects: "value" | "value-or-end" | "name" | "name-or-end" | "after" = "value";
  for (;;) {
    at = Math.max(matchEnd(blank, text, at), at);
    const here = text[at];
    if (here === undefined) return at;
    if (expects === "after") {
      const inside = open.at(-1);
      if (inside === undefined) return at;
      if (here === ",") expects = inside === "{" ? "name" : "value";
      else if (here === (inside === "{" ? "}" : "]")) open.pop();
      else return at;
      at += 1;
    } else if (expects === "name" || expects === "name-or-end") {
      if (here === "}" && expects === "name-or-end") {
        open.pop();
        at += 1;
        expects = "after";
        continue;
      }
      if (here !== '"') return at;
      const end = stringEnd(text, at);
      if (end < 0) return -end - 1;
      at = Math.max(matchEnd(blank, text, end), end);
      if (text[at] !== ":") return at;
      at += 1;
      expects = "value";
    } else if (here === "]" && expects === "value-or-end") {
      open.pop();
      at += 1;
      expects = "after";
    } else if (here === "{" || here === "[") {
      open.push(here);
      at += 1;
      expects = here === "{" ? "name-or-end" : "value-or-end";
    } else {
      const end = here === '"' ? stringEnd(text, at) : matchEnd(literal, text, at);
      if (end < 0) return here === '"' ? -end - 1 : at;
      at = end;
      expects = "after";
    }
  }
}

/**
 * Parses strict JSON. Throws a 400 that says where it stops being JSON, or where a name comes a second time (JSON.parse
 * would take the last, others the first), and nothing of what it holds.
 */
export function parseStrictJson(text: string, mostDepth: number, placeOf: PlaceOf = (at) => at): unknown {
  const names = checkShape(text, mostDepth, placeOf);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const position = placeOf(faultPosition(text));
    throw new Refusal(400, "SerializationException", `The body is not JSON at position ${position}.`);
  }
  // Counting costs a tenth of remembering all names.
  if (names !== countMembers(value)) {
    const position = placeOf(duplicatePosition(text));
    throw new Refusal(
      400,
      "SerializationException",
      `The body names a member a second time at position ${position}.`,
    );
  }
  return value;
}
