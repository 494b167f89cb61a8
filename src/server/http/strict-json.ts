import { Refusal } from "./refusal.ts";

/** Not shown by the interface: a body may hold so many values at most; the largest visits have a few thousand. */
const mostValues = 250_000;

const quote = 34;
const comma = 44;
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

/** Refuses, before anything is built from it, a text that nests too deep or holds too many values. */
function checkShape(text: string, mostDepth: number): void {
  let depth = 0;
  let values = 0;
  let index = 0;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      index = endOfString(text, index);
      continue;
    }
    if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > mostDepth)
        throw new Refusal(
          400,
          "SerializationException",
          `The body nests deeper than ${mostDepth} levels at position ${index}.`,
        );
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === comma) {
      values += 1;
      if (values > mostValues)
        throw new Refusal(413, "RequestTooLarge", `The body holds more than ${mostValues} values.`);
    }
    index += 1;
  }
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

/** Parses strict JSON. Throws a 400 that says where it stops being JSON, and nothing of what it holds. */
export function parseStrictJson(text: string, mostDepth: number): unknown {
  // A level takes a character at least, so a short text cannot be too deep.
  if (text.length > mostDepth) checkShape(text, mostDepth);
  try {
    return JSON.parse(text);
  } catch {
    const position = faultPosition(text);
    throw new Refusal(400, "SerializationException", `The body is not JSON at position ${position}.`);
  }
}
