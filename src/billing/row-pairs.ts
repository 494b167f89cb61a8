import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { isSameContent } from "#room/contract/same-content.ts";
import { bareCode } from "./diagnosis-identity.ts";
import { isRecord } from "./json-record.ts";

/** The lists whose rows are matched by content rather than by position. */
export type RowList = "charges" | "diagnosis" | "payments" | "rulesLogs";

export function isRowList(member: string | number | undefined): member is RowList {
  return member === "charges" || member === "diagnosis" || member === "payments" || member === "rulesLogs";
}

/**
 * Values that stay while a row is edited, most specific first. A row pairs with the first free one that shares a value.
 */
function marksOf(list: RowList, row: unknown): string[] {
  if (!isRecord(row)) return [];
  const text = (member: string) => {
    const value = row[member];
    return typeof value === "string" ? (canonicalGuid(value) ?? value.trim()) : "";
  };
  if (list === "payments") return [text("paymentId")];
  if (list === "rulesLogs") return [text("rulesLogId"), `${text("ruleGroup")}|${text("ruleName")}`];
  if (list === "diagnosis")
    return [text("diagCodePk"), bareCode(text("icd10DiagCode")), bareCode(text("icd9DiagCode"))];
  return [
    text("feeId"),
    text("cpt") === "" ? "" : `${text("cpt")}|${JSON.stringify(row["modifier"] ?? [])}`,
    text("cpt"),
  ];
}

/** Pairs of indexes; each row is in at most one pair, and unmatched rows are in none. */
export type RowPairs = readonly (readonly [number, number])[];

/**
 * Matches rows of `before` and `after`: equal rows first, then by values that survive editing (ids, codes), in order.
 * What remains is matched by position if both sides have equally many.
 */
export function pairRows(list: RowList, before: readonly unknown[], after: readonly unknown[]): RowPairs {
  const partner = new Map<number, number>();
  const taken = new Set<number>();
  const pair = (fits: (left: unknown, right: unknown) => boolean) => {
    for (const [left, row] of before.entries()) {
      if (partner.has(left)) continue;
      const same = (index: number) => !taken.has(index) && fits(row, after[index]);
      const right = left < after.length && same(left) ? left : after.findIndex((_, index) => same(index));
      if (right === -1) continue;
      partner.set(left, right);
      taken.add(right);
    }
  };
  pair((left, right) => isSameContent(left, right));
  const depth = 3;
  for (let rank = 0; rank < depth; rank += 1)
    pair((left, right) => {
      const mark = marksOf(list, left)[rank];
      return mark !== undefined && mark !== "" && mark === marksOf(list, right)[rank];
    });
  const leftOver = before.flatMap((_, index) => (partner.has(index) ? [] : [index]));
  const rightOver = after.flatMap((_, index) => (taken.has(index) ? [] : [index]));
  if (leftOver.length === rightOver.length)
    for (const [order, left] of leftOver.entries()) partner.set(left, rightOver[order] ?? left);
  return [...partner].sort(([a], [b]) => a - b);
}
