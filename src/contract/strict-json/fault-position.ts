const [quote, backslash] = [34, 92];

const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const escape = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;
export const blank = /[ \t\n\r]*/y;

/** The index after a match of the (sticky) pattern at `at`; -1 when it does not match there. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The index after a string, or the position of its fault as a negative number minus one. */
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

/** The position where text that JSON.parse rejected stops being JSON. */
export function faultPosition(text: string): number {
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
