import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { DirectoryKind } from "#room/contract/schemas/directory.ts";
import {
  type ColumnMap,
  columnsByHeadings,
  countAmounts,
  importMembers,
  labelOfMember,
} from "./import-columns.ts";

/** Words by which headings and file names of clinics tell what a file holds; the first kind that has one is taken. */
const wordsOfKind: readonly (readonly [DirectoryKind, RegExp])[] = [
  ["fee", /\bfees?\b|charge ?master|price|schedule/i],
  ["provider", /provider|rendering|physician|clinician|doctor/i],
  ["payer", /payer|payor|insurance|insurer|carrier/i],
  ["practice", /practice|location|facility|clinic|site/i],
];

const namesKind = (kind: DirectoryKind, text: string) =>
  wordsOfKind.some(([each, words]) => each === kind && words.test(text));

/** What kind of entries a file holds, by its headings, else by its name; undefined when neither tells. */
export function kindOfFile(fileName: string, headings: readonly string[]): DirectoryKind | undefined {
  const asFee = columnsByHeadings("fee", headings);
  const hasAmount = asFee.includes("amount") || headings.some((heading) => namesKind("fee", heading));
  if (asFee.includes("code") && hasAmount) return "fee";
  const parties = wordsOfKind.filter(([kind]) => kind !== "fee");
  const byHeadings = parties.find(([, words]) => headings.some((heading) => words.test(heading)));
  if (byHeadings) return byHeadings[0];
  const name = fileName.replaceAll(/[_\-.]/g, " ");
  return wordsOfKind.find(([, words]) => words.test(name))?.[0];
}

/**
 * What each column of a file holds, by its headings. Where none of them is the id, the column that has nothing but
 * GUIDs is: under whatever heading the clinic's system exports it.
 */
export function columnsOfFile(
  kind: DirectoryKind,
  headings: readonly string[],
  lines: readonly (readonly string[])[],
): ColumnMap {
  const columns = columnsByHeadings(kind, headings);
  // A fee's GUIDs may be those of its payer and its practice. Which of two prices is meant is asked.
  if (kind === "fee")
    return countAmounts(headings) > 1
      ? columns.map((member) => (member === "amount" ? undefined : member))
      : columns;
  if (columns.includes("id")) return columns;
  const others = (["provider", "payer", "practice"] as const).filter((other) => other !== kind);
  const isId = (at: number) => {
    const cells = lines.map((cells) => cells[at]?.trim() ?? "").filter((text) => text !== "");
    const isOfOther = others.some((other) => namesKind(other, headings[at] ?? ""));
    return (
      columns[at] === undefined &&
      cells.length > 0 &&
      !(isOfOther && !namesKind(kind, headings[at] ?? "")) &&
      cells.filter((text) => canonicalGuid(text) !== undefined).length * 2 > cells.length
    );
  };
  const found = headings.map((_heading, at) => at).filter(isId);
  const [id] = found;
  return found.length === 1 ? columns.map((member, at) => (at === id ? "id" : member)) : columns;
}

/** The columns that an entry of that kind cannot do without and that none was chosen for, by their labels. */
export function lackingColumns(kind: DirectoryKind, columns: ColumnMap): readonly string[] {
  const needed = kind === "fee" ? ["code", "amount"] : ["name"];
  return importMembers(kind)
    .filter((member) => needed.includes(member) && !columns.includes(member))
    .map(labelOfMember);
}
