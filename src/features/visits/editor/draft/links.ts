import { bareCode, diagnosisLetter } from "#room/billing/diagnosis-identity.ts";
import { isCopiedFromAbove, newRowId, type DiagnosisDraft, type Link } from "./draft.ts";

/** The text of a charge's links: letters of the visit's diagnoses, else the typed text. */
export function textOfLinks(links: readonly Link[], rows: readonly { readonly rowId: string }[]): string {
  return links
    .map((link) => {
      const index = link.to === undefined ? -1 : rows.findIndex((row) => row.rowId === link.to);
      return index < 0 ? (link.text ?? "?") : diagnosisLetter(index);
    })
    .join(" ");
}

function expand(token: string, letters: ReadonlyMap<string, string>): string[] {
  const upper = token.toUpperCase();
  const range = /^([A-Z])-([A-Z])$/.exec(upper);
  if (range) {
    const [from = 0, to = 0] = [range[1], range[2]].map((letter) => (letter ?? "A").charCodeAt(0) - 65);
    const step = from <= to ? 1 : -1;
    return Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => diagnosisLetter(from + at * step));
  }
  if (letters.has(upper) || !/^[A-Z]{2,12}$/.test(upper)) return [token];
  const each = [...upper];
  // Letters may be typed before their diagnoses: no diagnosis code consists of letters only.
  const areLetters = new Set(each).size === each.length && each.every((letter) => letter <= "L");
  return areLetters || each.every((letter) => letters.has(letter)) ? each : [token];
}

/** Neither letters nor a code: no code is without a digit. */
function isWord(token: string): boolean {
  return /^\p{L}[\p{L}'’-]+$/u.test(token);
}

/** Letters and codes one by one; words that stand together stay together. */
function tokensOf(text: string, letters: ReadonlyMap<string, string>): readonly string[] {
  return text.split(/[,;]/).flatMap((part) => {
    const tokens: string[] = [];
    for (const token of part
      .split(/\s+/)
      .filter(Boolean)
      .flatMap((each) => expand(each, letters))) {
      const before = tokens.at(-1) ?? "";
      if (isWord(token) && isWord(before.split(" ").at(-1) ?? "")) tokens.splice(-1, 1, `${before} ${token}`);
      else tokens.push(token);
    }
    return tokens;
  });
}

/**
 * The words at the end of a text, to search a diagnosis by, and what stands before them. `mayBeLetters`: read without
 * a search they are letters, of diagnoses that the visit may get later.
 */
export function searchedIn(
  text: string,
  rows: readonly { readonly rowId: string }[],
): { readonly before: string; readonly words: string; readonly mayBeLetters: boolean } | undefined {
  const letters = new Map(rows.map((row, index) => [diagnosisLetter(index), row.rowId]));
  const isLinked = (token: string) =>
    /\d/.test(token) || expand(token, letters).every((each) => letters.has(each.toUpperCase()));
  const tokens = text.split(/[\s,;]+/).filter(Boolean);
  const first = tokens.findIndex((token) => !isLinked(token));
  if (first < 0) return undefined;
  const words = tokens.slice(first).join(" ");
  const mayBeLetters = !words.split(" ").some((token) => expand(token, letters).some(isWord));
  return { before: tokens.slice(0, first).join(" "), words, mayBeLetters };
}

/**
 * The links for a text: `A C`, `A,C`, `AC`, the range `A-C`, or codes. Text that matches no diagnosis of the visit is
 * kept as typed. Existing links keep their id and therefore their original JSON.
 */
export function linksOfText(
  text: string,
  rows: readonly DiagnosisDraft[],
  before: readonly Link[],
): readonly Link[] {
  const letters = new Map(rows.map((row, index) => [diagnosisLetter(index), row.rowId]));
  const links: Link[] = [];
  for (const token of tokensOf(text, letters)) {
    const upper = token.toUpperCase();
    const to = letters.get(upper) ?? rowOfCode(token, rows);
    if (links.some((link) => (to === undefined ? link.text === token : link.to === to))) continue;
    const kept = before.find((link) =>
      to === undefined ? link.to === undefined && link.text === token : link.to === to,
    );
    links.push(
      kept ??
        (to === undefined
          ? { linkId: newRowId(), text: /^[a-z]$/.test(token) ? upper : token }
          : { linkId: newRowId(), to }),
    );
  }
  return links;
}

function rowOfCode(text: string, rows: readonly (DiagnosisDraft | undefined)[]): string | undefined {
  const wanted = bareCode(text);
  return rows.find((row) =>
    [row?.icd10DiagCode, row?.icd9DiagCode].some((code) => code && bareCode(code) === wanted),
  )?.rowId;
}

/**
 * Links letters and codes that were typed before their diagnosis existed. Returns the same list if nothing was linked.
 * A letter becomes a new link, because its original JSON was a letter, not a diagnosis.
 */
export function bindWaiting(
  links: readonly Link[],
  rows: readonly (DiagnosisDraft | undefined)[],
): readonly Link[] {
  const bound: Link[] = [];
  for (const link of links) {
    const { linkId, to, text = "" } = link;
    const isLetter = /^[A-Z]$/.test(text);
    const row = isLetter ? rows[text.charCodeAt(0) - 65]?.rowId : rowOfCode(text, rows);
    if (to !== undefined || row === undefined) bound.push(link);
    else if (!bound.some((each) => each.to === row) && !links.some((each) => each.to === row))
      bound.push({ linkId: isLetter && !isCopiedFromAbove(link) ? newRowId() : linkId, to: row });
  }
  return bound.length !== links.length || bound.some((link, at) => link !== links[at]) ? bound : links;
}
