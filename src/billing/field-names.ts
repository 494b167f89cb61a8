import { shortGuid } from "#room/contract/primitives/guid.ts";
import { codeOf, diagnosisLetter } from "./diagnosis-identity.ts";
import { allMembers, eventLists } from "./members-of-kind.ts";
import type { Path } from "./finding.ts";
import { isRecord } from "./json-record.ts";
import { moneyText } from "./money-text.ts";
import { showDateAndTime } from "./show-date.ts";
import { isMoreThanShown } from "./date-and-time.ts";

const names: ReadonlyMap<string, string> = new Map([
  ...allMembers.flatMap((members) =>
    Object.entries(members).map(([name, { label }]) => [name, label] as const),
  ),
  ...Object.entries(eventLists).map(([list, { title }]) => [list, title] as const),
  ["visitCharged", "Visit"],
  // The part of the date of service that has a field of its own.
  ["time", "Time"],
  ["audit", "Audit"],
]);

/** The label of a member; one unknown to the interface keeps its own name. */
export function fieldName(member: string): string {
  return names.get(member) ?? member;
}

const rowNames: ReadonlyMap<string, string> = new Map(
  Object.entries(eventLists).map(([list, { row }]) => [list, row]),
);

/** A row of a list, at an index, as people count them: "Charge 2", but "Diagnosis B". */
function rowName(list: string, index: number): string {
  return `${rowNames.get(list) ?? fieldName(list)} ${placeOfRow(list, index)}`;
}

/** "2", or a diagnosis's letter. */
export function placeOfRow(list: unknown, index: number): string {
  return list === "diagnosis" ? diagnosisLetter(index) : String(index + 1);
}

export function describePath(path: Path): string {
  const parts: string[] = [];
  for (const [index, part] of path.entries()) {
    const next = path[index + 1];
    if (part === "visitCharged" || (part === "audit" && path.length > 1)) continue;
    if (typeof part === "number") continue;
    if (typeof next === "number") parts.push(rowName(part, next));
    else if (part !== "amount" || parts.length === 0 || path.at(-3) === "payments")
      parts.push(fieldName(part));
  }
  return [...new Set(parts)].join(" › ");
}

function moneyWords({ currency, amount }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof currency !== "string" || typeof amount !== "number") return undefined;
  return moneyText({ currency, amount });
}

export function describeValue(value: unknown): string {
  if (value === undefined || value === null || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return isMoreThanShown(value) ? value : shortGuid(showDateAndTime(value));
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.length === 0 ? "nothing" : items.map((item) => describeValue(item)).join(" ");
  }
  if (!isRecord(value)) return String(value);
  const words = moneyWords(value) ?? codeOf(value);
  return words === "" ? JSON.stringify(value) : words;
}
