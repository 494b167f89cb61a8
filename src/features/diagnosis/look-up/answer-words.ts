import type { DiagnosisCheck } from "#room/api/diagnosis-check.ts";
import { bareDiagnosisCode, codeSystems } from "#room/contract/primitives/diagnosis-code.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { showDate } from "#room/billing/show-date.ts";
import { likelySlip } from "./code-shape.ts";
import type { Tone } from "#room/ui/state-badge.tsx";

type Detail = ResponseOf<"describeDiagnosis">;

export interface AnswerWords {
  readonly tone: Tone;
  readonly state: string;
  readonly meaning: string;
}

export function answerWords(
  check: DiagnosisCheck,
  detail: Detail | undefined,
  { code, svcDate }: { readonly code: string; readonly svcDate: string },
): AnswerWords {
  switch (check.state) {
    case "billable":
      return { tone: "ok", state: "Valid, billable", meaning: "" };
    case "header":
      return {
        tone: "warn",
        state: "Valid, not billable",
        meaning: "Not billable: choose a more specific code. Payers reject a claim with this one.",
      };
    case "invalid":
      return {
        tone: "bad",
        state: "Not valid",
        meaning: whyInvalid(detail, calendarDateOf(svcDate) ?? clinicToday()),
      };
    case "not-checked":
      return {
        tone: "ask",
        state: "Not checked",
        meaning: [likelySlip(code), check.reason].filter(Boolean).join(" "),
      };
    case "checking":
      return { tone: "accent", state: "Checking", meaning: "" };
    default:
      return { tone: "plain", state: "", meaning: "" };
  }
}

function malformedWords({ code }: Detail): string {
  const system = code.codeSystemName ?? "";
  const slip = likelySlip(code.code);
  if (slip !== "") return slip;
  const other = codeSystems.find((one) => one !== system && bareDiagnosisCode(code.code, one) !== undefined);
  if (other === undefined)
    return `This cannot be an ${system} code: wrong characters, length, or place of the dot.`;
  return `It looks like an ${other} code, but this date is coded in ${system}: ICD-9-CM through 09/30/2015, ICD-10-CM after that.`;
}

/** As far as the loaded sets tell. */
function whyInvalid(detail: Detail | undefined, date: string): string {
  const claim = "Payers reject a claim with it.";
  if (!detail) return `The code isn’t in the code set for that date. ${claim}`;
  if (!detail.isWellFormed) {
    return malformedWords(detail);
  }
  const [first] = detail.stretches;
  const last = detail.stretches.at(-1);
  if (!first || !last) return `No loaded code set has it. ${likelySlip(detail.code.code) || claim}`;
  if (date < first.from)
    return `“${first.description}”: valid from ${showDate(first.from)}, not on this date. ${claim}`;
  if (date > last.to) return `It was “${last.description}”, valid until ${showDate(last.to)}. ${claim}`;
  return `It isn’t in the code set for this date. ${claim}`;
}
