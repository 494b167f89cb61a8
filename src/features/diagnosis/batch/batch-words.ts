import { csvOf, withoutFormula } from "#room/billing/csv.ts";
import type { DiagnosisCode } from "#room/contract/operations/diagnoses.ts";
import { canBeCode, likelySlip } from "#room/features/diagnosis/look-up/code-shape.ts";
import type { Tone } from "#room/ui/state-badge.tsx";
import type { BatchAnswer } from "./batch-run.ts";

export function stateOf({ check }: BatchAnswer): { tone: Tone; words: string } {
  switch (check.state) {
    case "billable":
      return { tone: "ok", words: "Billable" };
    case "header":
      return { tone: "warn", words: "Not billable" };
    case "invalid":
      return { tone: "bad", words: "Not valid" };
    case "not-checked":
      return { tone: "ask", words: "Not checked" };
    default:
      return { tone: "plain", words: "Waiting" };
  }
}

export function explanationOf({ row, check }: BatchAnswer): string {
  if (check.description !== undefined) return check.description;
  const slip = check.state === "invalid" || check.state === "not-checked" ? likelySlip(row.code) : "";
  const reason = [slip, check.reason].filter(Boolean).join(" ");
  if (reason !== "" || check.state !== "invalid") return reason;
  return canBeCode(row.code)
    ? "Not in the code set for that date"
    : "Not a code: wrong characters, length, or place of the dot";
}

/** The ICD-10 equivalent of an ICD-9 code: "ICD-10-CM: E11.9 (approximate match)". */
export function mappingWords({ mapping }: BatchAnswer): string {
  const codes = mapping.flatMap(({ code, isApproximate }) =>
    code ? [isApproximate ? `${code} (approximate match)` : code] : [],
  );
  if (mapping.length > 0 && codes.length === 0) return "No matching ICD-10-CM code";
  const sign = mapping.some(({ isCombination }) => isCombination) ? " with " : " or ";
  return codes.length === 0 ? "" : `ICD-10-CM: ${codes.join(sign)}`;
}

/** True if a person must look at it. */
export function isBad({ check }: BatchAnswer): boolean {
  return check.state !== "billable" && check.state !== "empty" && check.state !== "checking";
}

/** The target of an exact mapping; undefined for any other code: a person chooses. */
export function exactOf({ mapping, suggestions }: BatchAnswer): DiagnosisCode | undefined {
  const exact = mapping.filter((line) => !line.isApproximate && !line.isCombination && !line.hasNoMap);
  return exact.length === 1 ? suggestions.find(({ code }) => code === exact[0]?.code) : undefined;
}

const headings = [
  "Line",
  "Code",
  "Was",
  "Date of service (yyyy-mm-dd)",
  "System",
  "Valid",
  "Billable",
  "Description",
  "Use instead",
  "Mapping",
];

function yesNo(isYes: boolean, isKnown: boolean): string {
  return isKnown ? (isYes ? "yes" : "no") : "";
}

function fieldsOf(answer: BatchAnswer): string[] {
  const { row, check, suggestions } = answer;
  const isKnown = ["billable", "header", "invalid"].includes(check.state);
  return [
    String(row.line),
    check.code ?? row.code,
    answer.was ?? "",
    answer.svcDate || row.writtenDate,
    check.codeSystemName ?? "",
    yesNo(check.state !== "invalid", isKnown),
    yesNo(check.state === "billable", isKnown),
    explanationOf(answer),
    suggestions[0]?.code ?? "",
    mappingWords(answer),
  ];
}

/** For files. */
export function batchCsv(answers: readonly BatchAnswer[]): string {
  return csvOf([headings, ...answers.map(fieldsOf)]);
}

/** For the clipboard: tab-separated, as spreadsheets paste it. */
export function tsvOf(answers: readonly BatchAnswer[]): string {
  const plain = (field: string) => withoutFormula(field.replaceAll(/[\t\r\n]+/g, " "));
  return [headings, ...answers.map(fieldsOf)].map((fields) => fields.map(plain).join("\t")).join("\r\n");
}
